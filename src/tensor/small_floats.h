// The 16-bit formats, inline for the kernels: bits to float, and one rounding back.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "hardref.hpp"

namespace hardref {

// The formulas below are written for one number or for a vector of them (GCC's and clang's vector types): Bits holds
// uint32, Float holds float. Each selects among results that are all computed, so that nothing branches.

// a > b for numbers below 2^31, which vector instructions compare as signed ones.
template <class Bits>
[[nodiscard]] inline auto exceeds(Bits a, std::uint32_t b) noexcept {
  if constexpr (std::is_integral_v<Bits>) {
    return a > b;
  } else {
    return std::bit_cast<decltype(a > a)>(a) > static_cast<std::int32_t>(b);
  }
}

// All ones where a comparison holds. Masks cost a vector unit less than choices do.
template <class Bits, class Comparison>
[[nodiscard]] inline Bits mask_of(Comparison holds) noexcept {
  if constexpr (std::is_integral_v<Bits>) {
    return Bits{0} - static_cast<Bits>(holds);
  } else {
    return std::bit_cast<Bits>(holds);
  }
}

// Subnormals are scaled by hand: the exponent 2^-14 is reached by an exact subtraction in float.
template <class Float, class Bits>
[[nodiscard]] inline Float widen_float16(Bits half) noexcept {
  const Bits sign = (half & 0x8000U) << 16;
  const Bits magnitude = half & 0x7fffU;
  const Float subnormal = std::bit_cast<Float>(0x38800000U | (magnitude << 13)) - 0x1p-14F;
  // 112 is the difference of the exponent biases; the top exponent (inf and NaN) needs it twice.
  const Bits normal = (magnitude << 13) + (112U << 23);
  const Bits special = (magnitude << 13) + (224U << 23);
  const Bits wide = exceeds(magnitude, 0x7bffU) ? special : normal;
  return std::bit_cast<Float>(sign | (exceeds(magnitude, 0x03ffU) ? wide : std::bit_cast<Bits>(subnormal)));
}

// Rounds to nearest even. A NaN keeps its upper payload bits and becomes quiet.
template <class Bits>
[[nodiscard]] inline Bits narrow_to_bfloat16_bits(Bits bits) noexcept {
  const Bits nan = mask_of<Bits>(exceeds(bits & 0x7fffffffU, 0x7f800000U));
  const Bits increment = (0x7fffU + ((bits >> 16) & 1U)) & ~nan;
  return ((bits | (nan & 0x00400000U)) + increment) >> 16;
}

template <class Float, class Bits>
[[nodiscard]] inline Bits narrow_to_float16_bits(Bits bits) noexcept {
  const Bits sign = (bits >> 16) & 0x8000U;
  const Bits magnitude = bits & 0x7fffffffU;
  // Below 2^-14: adding 0.5 makes the float unit round at 2^-24, the spacing of the subnormals.
  const Bits subnormal = std::bit_cast<Bits>(std::bit_cast<Float>(magnitude) + 0.5F) - 0x3f000000U;
  const Bits normal = (magnitude - (112U << 23) + 0x0fffU + ((magnitude >> 13) & 1U)) >> 13;
  const Bits infinity = (magnitude & 0U) | 0x7c00U;
  const Bits quiet = 0x7e00U | ((magnitude >> 13) & 0x01ffU);
  const Bits finite = exceeds(magnitude, 0x387fffffU) ? normal : subnormal;
  const Bits number = exceeds(magnitude, 0x477fefffU) ? infinity : finite;  // from 65520 on
  return sign | (exceeds(magnitude, 0x7f800000U) ? quiet : number);
}

[[nodiscard]] inline float widen(BFloat16 value) noexcept {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

[[nodiscard]] inline float widen(Float16 value) noexcept {
  return widen_float16<float>(static_cast<std::uint32_t>(value.bits));
}

[[nodiscard]] inline BFloat16 narrow_to_bfloat16(float value) noexcept {
  return {static_cast<std::uint16_t>(narrow_to_bfloat16_bits(std::bit_cast<std::uint32_t>(value)))};
}

[[nodiscard]] inline Float16 narrow_to_float16(float value) noexcept {
  return {static_cast<std::uint16_t>(narrow_to_float16_bits<float>(std::bit_cast<std::uint32_t>(value)))};
}

// A double as the float whose last bit tells that something was cut off ("round to odd"). A later rounding to at most
// 22 bits then gives what rounding the double itself would give.
[[nodiscard]] inline float round_to_odd(double value) noexcept {
  const auto nearest = static_cast<float>(value);
  const auto bits = std::bit_cast<std::uint32_t>(nearest);
  if (std::isnan(value) || static_cast<double>(nearest) == value || (bits & 1U) != 0) return nearest;
  // The even neighbour was chosen: the odd one lies on the other side of the value.
  const bool towards_zero = std::fabs(static_cast<double>(nearest)) > std::fabs(value);
  return std::bit_cast<float>(towards_zero ? bits - 1U : bits + 1U);
}

}  // namespace hardref
