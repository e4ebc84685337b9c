// Add: the sum of two tensors, element by element.
#include <functional>

#include "ops/arithmetic.h"
#include "ops/operators.h"

namespace hardref {
namespace {

struct Add {
  template <class T>
  static T apply(T a, T b) {
    return wrapping<std::plus<>>(a, b);
  }
};

constexpr auto kVersions = arithmetic::rows<Add>("Add");

}  // namespace

std::span<const OpVersion> add_versions() { return kVersions; }

}  // namespace hardref
