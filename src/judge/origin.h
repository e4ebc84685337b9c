// Where in a model the values of an output come from: the node that made them, and what is worth knowing about its
// input at the places that differ.
#pragma once

#include <span>

#include "hardref.hpp"
#include "judge/test_result.h"
#include "model/model.h"

namespace hardref {

// The node of the graph that makes the output; null where there is none.
[[nodiscard]] const model::Node* find_producer(const model::Graph& graph, const std::string& output);

// What a node reads that no node computes: an input, or else an initializer. Null where there is none.
[[nodiscard]] const Tensor* find_given(const Model& model, std::span<const NamedTensor> inputs, std::string_view name);

// Fills in producer, for an output of HardSigmoid knees and the sample's x, and for one of Hardmax maxima and rows.
// Leaves out what cannot be found, as the input of an operator that hardref cannot compute.
void explain_origin(const Model& model, std::span<const NamedTensor> inputs, const TensorView& actual,
                    const TensorView& expected, Mismatch& mismatch);

}  // namespace hardref
