// Walks a resolved model once, node by node in order, with all types known, and makes the machine's operations of it:
// function calls are entered, rewrites followed, shapes inferred.
#pragma once

#include <optional>
#include <span>

#include "compile/operation.h"
#include "compile/options.h"
#include "compile/resolve.h"

namespace hardref {

// inputs as compile() takes them; throws what it throws.
[[nodiscard]] Computation lower(const model::Model& model, const ResolvedModel& resolved,
                                std::span<const std::optional<TensorType>> inputs, const CompileOptions& options);

}  // namespace hardref
