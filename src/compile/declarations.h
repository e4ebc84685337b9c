// What the graph declares about its inputs and outputs against what they are.
#pragma once

#include <functional>
#include <string_view>

#include "model/model.h"

namespace hardref {

using Warn = std::function<void(std::string_view)>;

// Throws kInvalidInput for another element type, kUnsupported where no tensor is declared; warns of another shape,
// since published tests feed shapes that the model does not declare.
void check_input(const model::ValueInfo& input, const TensorType& given, const Warn& warn);

// Throws kInvalidModel for another element type, and where no tensor is declared; warns of another shape.
void check_output(const model::ValueInfo& output, const TensorType& computed, const Warn& warn);

}  // namespace hardref
