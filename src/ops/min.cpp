// Min: the smallest of one or more tensors, element by element. A NaN wins over every number; of equal elements, -0 and
// +0 among them, the first is returned.
#include "ops/extremum.h"
#include "ops/operators.h"

namespace hardref {
namespace {

struct Min {
  // a != a holds for NaN alone; a NaN in b fails both comparisons, and is returned.
  template <class T>
  static T apply(T a, T b) {
    return a <= b || a != a ? a : b;
  }
};

constexpr auto kVersions = extremum::rows<Min>("Min", "min");

}  // namespace

std::span<const OpVersion> min_versions() { return kVersions; }

}  // namespace hardref
