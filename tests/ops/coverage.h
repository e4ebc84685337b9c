// Generated cases for every element type that a row of the registry allows, each held against an oracle that shares no
// code with src/. Which cells there are, and whether each was executed, coverage_test.cpp says.
#pragma once

#include <span>

#include "ops/op.h"
#include "ops/single_node.h"

namespace hardref::test {

struct Findings {
  Strings executed;  // the cell of each case, by what was run
  Strings wrong;

  // Takes note of a case: its result must have the type, the shape and the elements.
  void add(const SingleNode& node, const Tensor& result, const Tensor& expected, bool zeros_have_signs = true);
};

void cover_arithmetic(const OpVersion& op, Findings& findings);  // Add, Mul, Min, Max
void cover_cast(const OpVersion& op, Findings& findings);        // Cast, CastLike
void cover_constant(const OpVersion& op, Findings& findings);
void cover_hard_sigmoid(const OpVersion& op, Findings& findings);
void cover_hardmax(const OpVersion& op, Findings& findings);

}  // namespace hardref::test
