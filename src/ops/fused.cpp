#include "ops/fused.h"

#include "exec/elementwise.h"
#include "ops/scalar_functions.h"

namespace hardref {
namespace {

// The end of HardSigmoid's body. Min and Max return one of their operands, which is a T already.
template <class T>
struct MulAddMinMax {
  template <class V>
  static V apply(V x, V factor, V summand, V most, V least) {
    const V product = rounded_vector<T>(Mul::apply(x, factor));
    const V sum = rounded_vector<T>(Add::apply(product, summand));
    return Max::with_number(Min::with_number(sum, most), least);
  }

  static bool fits(const std::array<const void*, 4>& constants) {
    const auto is_number = [](const void* constant) {
      const auto value = load_element(*static_cast<const T*>(constant));
      return value == value;
    };
    return is_number(constants[2]) && is_number(constants[3]);
  }
};

template <class... T>
auto kernels(Types<T...> /*list*/) {
  return std::array{
      FusedKernel{{binary_kernel<Mul, Types<T>>(kDataTypeOf<T>), binary_kernel<Add, Types<T>>(kDataTypeOf<T>),
                   binary_kernel<Min, Types<T>>(kDataTypeOf<T>), binary_kernel<Max, Types<T>>(kDataTypeOf<T>)},
                  unary_kernel<MulAddMinMax<T>, T, 4>(),
                  &MulAddMinMax<T>::fits}...};
}

}  // namespace

std::span<const FusedKernel> fused_kernels() {
  static const auto kAll = kernels(FloatsAndBfloat16());
  return kAll;
}

}  // namespace hardref
