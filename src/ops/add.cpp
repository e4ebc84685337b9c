// Add: the sum of two tensors, element by element.
#include "ops/arithmetic.h"
#include "ops/operators.h"

namespace hardref {
namespace {

constexpr auto kVersions = arithmetic::rows<Add>("Add");

}  // namespace

std::span<const OpVersion> add_versions() { return kVersions; }

}  // namespace hardref
