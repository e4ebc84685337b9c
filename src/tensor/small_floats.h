// The 16-bit formats, inline for the kernels: bits to float, and one rounding back.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "hardref.hpp"

namespace hardref {

[[nodiscard]] inline float widen(BFloat16 value) noexcept {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

// Subnormals are scaled by hand: the exponent 2^-14 is reached by an exact subtraction in float.
[[nodiscard]] inline float widen(Float16 value) noexcept {
  const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & 0x8000U) << 16;
  const std::uint32_t magnitude = value.bits & 0x7fffU;
  if (magnitude < 0x0400U) {
    const float subnormal = std::bit_cast<float>(0x38800000U | (magnitude << 13)) - std::bit_cast<float>(0x38800000U);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(subnormal) | sign);
  }
  // 112 is the difference of the exponent biases; the top exponent (inf and NaN) needs it twice.
  const std::uint32_t bias = magnitude >= 0x7c00U ? 224U << 23 : 112U << 23;
  return std::bit_cast<float>(sign | ((magnitude << 13) + bias));
}

// Rounds to nearest even. A NaN keeps its upper payload bits and becomes quiet.
[[nodiscard]] inline BFloat16 narrow_to_bfloat16(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffU) > 0x7f800000U) return {static_cast<std::uint16_t>((bits >> 16) | 0x0040U)};
  return {static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16)};
}

[[nodiscard]] inline Float16 narrow_to_float16(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  if (magnitude > 0x7f800000U) return {static_cast<std::uint16_t>(sign | 0x7e00U | ((magnitude >> 13) & 0x01ffU))};
  if (magnitude >= 0x477ff000U) return {static_cast<std::uint16_t>(sign | 0x7c00U)};  // 65520 and above: infinity
  if (magnitude < 0x38800000U) {
    // Below 2^-14: adding 0.5 makes the float unit round at 2^-24, the spacing of the subnormals.
    const float rounded = std::bit_cast<float>(magnitude) + 0.5F;
    return {static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(rounded) - 0x3f000000U))};
  }
  const std::uint32_t rounded = magnitude - (112U << 23) + 0x0fffU + ((magnitude >> 13) & 1U);
  return {static_cast<std::uint16_t>(sign | (rounded >> 13))};
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

template <class To>
[[nodiscard]] To narrow(float value) noexcept;
template <>
[[nodiscard]] inline Float16 narrow<Float16>(float value) noexcept {
  return narrow_to_float16(value);
}
template <>
[[nodiscard]] inline BFloat16 narrow<BFloat16>(float value) noexcept {
  return narrow_to_bfloat16(value);
}

}  // namespace hardref
