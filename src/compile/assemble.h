// Turns a computation into a program: operations become steps, neighbours of one shape chains, and every value gets its
// place.
#pragma once

#include "compile/operation.h"

namespace hardref {

// With single_nodes every operation is a step of its own, and every value gets memory.
[[nodiscard]] Program assemble(Computation computation, bool single_nodes);

}  // namespace hardref
