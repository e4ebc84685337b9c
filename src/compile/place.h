// Where each value of a computation is while its program runs.
#pragma once

#include <cstddef>
#include <vector>

#include "compile/operation.h"

namespace hardref {

// Operations that make one step of a program.
struct StepRange {
  std::size_t begin;
  std::size_t end;
};

// Elementwise neighbours whose results have one shape are one step; with single_nodes each operation is one.
[[nodiscard]] std::vector<StepRange> find_steps(const Computation& computation, bool single_nodes);

// Sets the places, copies and memory sizes of a program that has the computation's values and outputs. A value that is
// read in its own step alone stays in a buffer, unless single_nodes keeps all; others share memory where one is not
// read any more before the other is made.
void place_values(Program& program, const std::vector<Operation>& operations, const std::vector<StepRange>& steps,
                  bool single_nodes);

}  // namespace hardref
