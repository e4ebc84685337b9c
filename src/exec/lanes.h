// Makes a loop over lanes from a function of single elements: the only place in which elements are visited, and so the
// only place for vector instructions. Functions compute in float where the element type is narrower.
#pragma once

#include <tuple>
#include <type_traits>

#include "exec/kernel.h"
#include "tensor/narrow.h"
#include "tensor/types.h"

namespace hardref {

namespace detail {
template <class T>
auto compute_type() {
  if constexpr (NarrowFloat<T>) {
    return float{};
  } else if constexpr (SubByteInteger<T>) {
    return decltype(T::value){};
  } else {
    return T{};
  }
}
}  // namespace detail

// The type in which a T is computed with: float for the narrower formats, 8 bits for the integers below, else T.
template <class T>
using Compute = decltype(detail::compute_type<T>());

template <class T>
[[nodiscard]] Compute<T> load_element(const T& element) {
  if constexpr (NarrowFloat<T>) {
    return widen(element);
  } else if constexpr (SubByteInteger<T>) {
    return element.value;
  } else {
    return element;
  }
}

// Rounds to nearest even. Doing this after every operation gives what native 16-bit arithmetic would give, since float
// has more than 2p + 2 digits for both formats (Figueroa, "When is double rounding innocuous?", 1995).
template <class T>
[[nodiscard]] T store_element(Compute<T> value) noexcept {
  if constexpr (std::is_same_v<Compute<T>, T>) {
    return value;
  } else if constexpr (SubByteInteger<T>) {
    return {value};
  } else if constexpr (TinyFloat<T>) {
    return round_to<T>(value);
  } else {
    return narrow<T>(value);
  }
}

namespace detail {

template <class T, bool kUniform>
struct Reader {
  const T* data;
  T operator[](std::size_t i) const { return kUniform ? *data : data[i]; }
};

// Settles one operand after the other on "uniform or not", so that the loop itself has no branch.
template <class Function, class Result, class... Operand, class... Settled>
void settle(const Lanes* operands, Result* result, std::size_t count, Settled... readers) {
  constexpr std::size_t kNext = sizeof...(Settled);
  if constexpr (kNext == sizeof...(Operand)) {
    for (std::size_t i = 0; i < count; ++i) result[i] = Function::apply(readers[i]...);
  } else {
    using T = std::tuple_element_t<kNext, std::tuple<Operand...>>;
    const auto* data = static_cast<const T*>(operands[kNext].data);
    if (operands[kNext].uniform) {
      settle<Function, Result, Operand...>(operands, result, count, readers..., Reader<T, true>{data});
    } else {
      settle<Function, Result, Operand...>(operands, result, count, readers..., Reader<T, false>{data});
    }
  }
}

}  // namespace detail

// The kernel of Function::apply(Operand...) -> Result.
template <class Function, class Result, class... Operand>
void map_lanes(const Lanes* operands, void* result, std::size_t count) {
  detail::settle<Function, Result, Operand...>(operands, static_cast<Result*>(result), count);
}

// A function of T for a kernel of T, where Function is written for values in which arithmetic is done.
template <class Function, class T>
struct OnElements {
  template <class... Operand>
  static T apply(Operand... operands) {
    return store_element<T>(Function::apply(load_element(operands)...));
  }
};

// The kernel of a function of two values for one of the types of List.
template <class Function, class List>
[[nodiscard]] ElementwiseKernel binary_kernel(DataType type) {
  return visit<ElementwiseKernel>(type, List{}, []<class T>(std::type_identity<T>) -> ElementwiseKernel {
    return &map_lanes<OnElements<Function, T>, T, T, T>;
  });
}

}  // namespace hardref
