// Max: the largest of one or more tensors, element by element. A NaN wins over every number; of equal elements, -0 and
// +0 among them, the first is returned.
#include "ops/extremum.h"
#include "ops/operators.h"

namespace hardref {
namespace {

constexpr auto kVersions = extremum::rows<Max>("Max", "max");

}  // namespace

std::span<const OpVersion> max_versions() { return kVersions; }

}  // namespace hardref
