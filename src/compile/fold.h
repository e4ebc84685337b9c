// Computes what depends on constants alone, once and early.
#pragma once

#include "compile/operation.h"

namespace hardref {

// By the same machine that runs the rest. Results that the rest reads become constants.
void fold_constants(Computation& computation);

}  // namespace hardref
