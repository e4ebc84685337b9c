// Replaces operations that often follow each other by one that computes the same in a single pass over memory. Which
// ones those are, the operators say.
#pragma once

#include "compile/operation.h"

namespace hardref {

// Values in between are computed no more. Expects that constants are folded.
void fuse(Computation& computation);

}  // namespace hardref
