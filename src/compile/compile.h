// Turns a model into a program for one set of input types and shapes.
#pragma once

#include <optional>
#include <span>

#include "compile/options.h"
#include "compile/resolve.h"
#include "exec/program.h"

namespace hardref {

// For each graph input, in order, what it is fed with; nothing for one that keeps its initializer. The program's inputs
// are those that are fed. Throws kInvalidModel, kInvalidInput, kUnsupported and kLimit.
[[nodiscard]] Program compile(const model::Model& model, const ResolvedModel& resolved,
                              std::span<const std::optional<TensorType>> inputs, const CompileOptions& options);

}  // namespace hardref
