// What Add, Mul, Min and Max compute, element by element, in the type in which arithmetic is done: for their own rows,
// and for kernels that compute several of them at once. T is a number, or a vector of floating-point numbers.
#pragma once

#include <functional>
#include <type_traits>

namespace hardref {

// Integers wrap modulo 2^n. Operands are widened to an unsigned type first: uint16 * uint16 would otherwise be computed
// as int, and overflow.
template <class Operation, class T>
[[nodiscard]] T wrapping(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
    return static_cast<T>(Operation{}(static_cast<Unsigned>(a), static_cast<Unsigned>(b)));
  } else {
    return Operation{}(a, b);
  }
}

struct Add {
  template <class T>
  static T apply(T a, T b) {
    return wrapping<std::plus<>>(a, b);
  }
};

struct Mul {
  template <class T>
  static T apply(T a, T b) {
    return wrapping<std::multiplies<>>(a, b);
  }
};

// Of equal elements, -0 and +0 among them, the first is returned. a != a holds for NaN alone; a NaN in b fails both
// comparisons, and is returned. with_number gives the same where b is a number, by one instruction on most machines.
struct Max {
  template <class T>
  static T apply(T a, T b) {
    return ((a >= b) | (a != a)) ? a : b;
  }
  template <class T>
  static T with_number(T a, T b) {
    return b > a ? b : a;
  }
};

struct Min {
  template <class T>
  static T apply(T a, T b) {
    return ((a <= b) | (a != a)) ? a : b;
  }
  template <class T>
  static T with_number(T a, T b) {
    return b < a ? b : a;
  }
};

}  // namespace hardref
