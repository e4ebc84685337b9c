// The rules of an operator's page that a node must obey. Nothing about values or names.
#pragma once

#include <span>
#include <string>

#include "model/model.h"
#include "ops/op.h"

namespace hardref {

// Attributes known and of the right kind; numbers of inputs and outputs. Throws kInvalidModel.
void check_node(const model::Node& node, const OpVersion& op);

// Attributes known and of the right kind, and none missing that is required: to be asked once references are bound,
// which may drop attributes or take them from a caller. Throws kInvalidModel.
void check_attributes(std::span<const model::Attribute> attributes, const OpVersion& op);

// Element types against the type constraints: each in the list, equal where they share one. Throws kInvalidInput.
void check_types(const OpVersion& op, std::span<const TensorType> inputs);

// The name of input number index: the page's, counted on where the last input is variadic ("data_2").
[[nodiscard]] std::string input_name(const OpVersion& op, std::size_t index);

}  // namespace hardref
