#include "ops/fused.h"

#include "exec/lanes.h"
#include "ops/scalar_functions.h"

namespace hardref {
namespace {

// The end of HardSigmoid's body. Min and Max return one of their operands, which is a T already; the last rounding
// makes a NaN quiet, as each of theirs would.
template <class T>
struct MulAddMinMax {
  template <class V>
  static V apply(V x, V factor, V summand, V most, V least) {
    const V product = rounded_vector<T>(Mul::apply(x, factor));
    const V sum = rounded_vector<T>(Add::apply(product, summand));
    return Max::apply(Min::apply(sum, most), least);
  }
};

template <class... T>
auto kernels(Types<T...> /*list*/) {
  return std::array{
      FusedKernel{{binary_kernel<Mul, Types<T>>(kDataTypeOf<T>), binary_kernel<Add, Types<T>>(kDataTypeOf<T>),
                   binary_kernel<Min, Types<T>>(kDataTypeOf<T>), binary_kernel<Max, Types<T>>(kDataTypeOf<T>)},
                  map_with_constants<MulAddMinMax<T>, T, 4>()}...};
}

}  // namespace

std::span<const FusedKernel> fused_kernels() {
  static const auto kAll = kernels(FloatsAndBfloat16());
  return kAll;
}

}  // namespace hardref
