// Two elements of one type: how far they are apart, and whether a tolerance covers that.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "tensor/small_floats.h"
#include "tensor/tiny_floats.h"
#include "tensor/tolerance.h"
#include "tensor/types.h"

namespace hardref {

// Types without tolerance, unless an integer is given one: integers, bool, string.
template <class T>
concept Discrete = std::is_integral_v<T> || SubByteInteger<T> || std::is_same_v<T, std::string>;

// Those of them that are numbers.
template <class T>
concept Integer = Discrete<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, std::string>;

// Exact, and wide enough to hold the difference of two doubles where long double is more than double.
template <class T>
[[nodiscard]] long double to_long_double(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return value;
  } else {
    return widen(value);
  }
}

// The position of a number among those of its format; -0 and +0 are one.
template <class T>
[[nodiscard]] std::int64_t position(T value) {
  const auto bits = std::bit_cast<Bits<T>>(value);
  if constexpr (std::is_same_v<T, Float8e8m0>) return bits;
  constexpr Bits<T> kSign = [] {
    if constexpr (TinyFloat<T>) return kTinyFormat<T>.sign_bit();
    return static_cast<Bits<T>>(Bits<T>{1} << (8 * sizeof(T) - 1));
  }();
  const auto magnitude = static_cast<std::int64_t>(bits & (kSign - 1U));
  return (bits & kSign) != 0 ? -magnitude : magnitude;
}

// How many numbers of the format lie between a and b, counting one of them.
template <class T>
[[nodiscard]] std::uint64_t ulp_distance(T a, T b) {
  const auto [low, high] = std::minmax({position(a), position(b)});
  return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
}

template <class T>
[[nodiscard]] auto absolute_difference(const T& a, const T& b) {
  if constexpr (std::is_integral_v<T>) {
    const auto [low, high] = std::minmax({a, b});
    return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  } else if constexpr (SubByteInteger<T>) {
    return static_cast<std::uint64_t>(std::abs(a.value - b.value));
  } else if constexpr (std::is_same_v<T, std::string>) {
    return std::uint64_t{0};
  } else if constexpr (Complex<T>) {
    return std::max(absolute_difference(a.real(), b.real()), absolute_difference(a.imag(), b.imag()));
  } else {
    const long double difference = std::fabs(to_long_double(a) - to_long_double(b));
    return std::isnan(difference) ? std::numeric_limits<long double>::infinity() : difference;
  }
}

template <class T>
[[nodiscard]] bool agree(const T& actual, const T& expected, const Tolerance& tolerance) {
  if constexpr (Integer<T>) {
    return absolute_difference(actual, expected) <= (tolerance.exact ? 0 : tolerance.integer_atol);
  } else if constexpr (Discrete<T>) {
    return actual == expected;
  } else if constexpr (Complex<T>) {
    return agree(actual.real(), expected.real(), tolerance) && agree(actual.imag(), expected.imag(), tolerance);
  } else {
    if (std::bit_cast<Bits<T>>(actual) == std::bit_cast<Bits<T>>(expected)) return true;
    const long double a = to_long_double(actual);
    const long double e = to_long_double(expected);
    if (std::isnan(a) || std::isnan(e)) return std::isnan(a) && std::isnan(e);
    if (tolerance.exact) return false;
    if (std::isinf(a) || std::isinf(e)) return a == e;
    return std::fabs(a - e) <= tolerance.atol + tolerance.rtol * std::fabs(e) ||
           (tolerance.ulp && ulp_distance(actual, expected) <= *tolerance.ulp);
  }
}

}  // namespace hardref
