// Mul: the product of two tensors, element by element.
#include "ops/arithmetic.h"
#include "ops/operators.h"

namespace hardref {
namespace {

constexpr auto kVersions = arithmetic::rows<Mul>("Mul");

}  // namespace

std::span<const OpVersion> mul_versions() { return kVersions; }

}  // namespace hardref
