// Single elements: the type in which a T is computed with, and the way there and back.
#pragma once

#include <type_traits>

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
  } else {
    return narrow<T>(value);
  }
}

}  // namespace hardref
