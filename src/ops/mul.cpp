// Mul: the product of two tensors, element by element.
#include <functional>

#include "ops/arithmetic.h"
#include "ops/operators.h"

namespace hardref {
namespace {

struct Mul {
  template <class T>
  static T apply(T a, T b) {
    return wrapping<std::multiplies<>>(a, b);
  }
};

constexpr auto kVersions = arithmetic::rows<Mul>("Mul");

}  // namespace

std::span<const OpVersion> mul_versions() { return kVersions; }

}  // namespace hardref
