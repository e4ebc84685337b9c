// The shape of an elementwise node's result, from the shapes of its inputs.
#pragma once

#include <vector>

#include "compile/operation.h"
#include "ops/op.h"
#include "tensor/shape.h"

namespace hardref {

// Throws kInvalidInput where two inputs have different shapes.
void require_equal_shapes(const Call& call);

// By the operator's rule; the operands are the inputs, and get the dimensions that the rule appends. Throws
// kInvalidInput where the shapes do not fit.
[[nodiscard]] Shape infer_shape(const Call& call, Broadcast rule, std::vector<Operand>& operands);

}  // namespace hardref
