// Min: the smallest of one or more tensors, element by element. A NaN wins over every number; of equal elements, -0 and
// +0 among them, the first is returned.
#include "ops/extremum.h"
#include "ops/operators.h"

namespace hardref {
namespace {

constexpr auto kVersions = extremum::rows<Min>("Min", "min");

}  // namespace

std::span<const OpVersion> min_versions() { return kVersions; }

}  // namespace hardref
