// Replaces operations that often follow each other by one that computes the same in a single pass over memory. Which
// ones those are, the operators say.
#pragma once

#include <memory>
#include <vector>

#include "compile/emit.h"

namespace hardref {

// Changes operations alone: values in between are computed no more. Expects that constants are folded.
void fuse_operations(const std::vector<Value>& values, const std::vector<std::shared_ptr<const Tensor>>& constants,
                     std::vector<Operation>& operations, const std::vector<ValueId>& outputs);

}  // namespace hardref
