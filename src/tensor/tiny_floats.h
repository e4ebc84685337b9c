// The floating-point formats of 4 and 8 bits: bits to float, and one rounding back by the tables of Cast. The 16-bit
// formats, in which arithmetic is done, are in small_floats.h.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "hardref.hpp"

namespace hardref {

// Sign, biased exponent and fraction, as in IEEE 754 apart from what the members say.
struct TinyFormat {
  int exponent_bits;
  int fraction_bits;
  int bias;
  std::uint8_t largest;   // magnitude bits of the largest finite number
  std::uint8_t overflow;  // magnitude bits that stand for a number above it: an infinity, or else NaN
  std::uint8_t nan;       // all bits
  bool has_infinity;
  bool has_negative_zero;

  [[nodiscard]] constexpr std::uint8_t sign_bit() const {
    return static_cast<std::uint8_t>(1U << (exponent_bits + fraction_bits));
  }
};

template <class T>
inline constexpr TinyFormat kTinyFormat{};
template <>
inline constexpr TinyFormat kTinyFormat<Float8e4m3fn>{4, 3, 7, 0x7e, 0x7f, 0x7f, false, true};
template <>
inline constexpr TinyFormat kTinyFormat<Float8e4m3fnuz>{4, 3, 8, 0x7f, 0x80, 0x80, false, false};
template <>
inline constexpr TinyFormat kTinyFormat<Float8e5m2>{5, 2, 15, 0x7b, 0x7c, 0x7f, true, true};
template <>
inline constexpr TinyFormat kTinyFormat<Float8e5m2fnuz>{5, 2, 16, 0x7f, 0x80, 0x80, false, false};
// Knows neither infinity nor NaN: both become the largest number, whether or not saturation is asked for.
template <>
inline constexpr TinyFormat kTinyFormat<Float4e2m1>{2, 1, 1, 0x07, 0x07, 0x07, false, true};

// The formats of 8 bits and fewer.
template <class T>
concept TinyFloat = kTinyFormat<T>
.exponent_bits != 0 || std::is_same_v<T, Float8e8m0>;

// 2^exponent, exactly; std::ldexp is not constexpr.
[[nodiscard]] constexpr double power_of_two(int exponent) {
  double result = 1;
  for (; exponent > 0; --exponent) result *= 2;
  for (; exponent < 0; ++exponent) result /= 2;
  return result;
}

[[nodiscard]] constexpr double decode(const TinyFormat& format, std::uint8_t bits) {
  const auto magnitude = static_cast<std::uint8_t>(bits & (format.sign_bit() - 1U));
  const bool negative = (bits & format.sign_bit()) != 0;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (format.has_infinity && magnitude == format.overflow) return negative ? -kInfinity : kInfinity;
  const bool is_nan = magnitude > format.largest || (negative && magnitude == 0 && !format.has_negative_zero);
  if (is_nan) return std::numeric_limits<double>::quiet_NaN();
  const int exponent = magnitude >> format.fraction_bits;
  const int fraction = magnitude & ((1 << format.fraction_bits) - 1);
  const int significand = exponent == 0 ? fraction : fraction | (1 << format.fraction_bits);
  const double value = significand * power_of_two((exponent == 0 ? 1 : exponent) - format.bias - format.fraction_bits);
  return negative ? -value : value;
}

// saturate: a number beyond the largest becomes the largest. saturate_infinity: so does an infinity.
[[nodiscard]] inline std::uint8_t encode(const TinyFormat& format, double value, bool saturate,
                                         bool saturate_infinity) noexcept {
  const auto sign = static_cast<std::uint8_t>(std::signbit(value) ? format.sign_bit() : 0);
  const bool keeps_nan_sign = format.has_negative_zero && format.nan > format.largest;
  if (std::isnan(value)) return static_cast<std::uint8_t>(format.nan | (keeps_nan_sign ? sign : 0));
  const auto with_sign = [&](unsigned magnitude) -> std::uint8_t {
    if (magnitude == 0 && !format.has_negative_zero) return 0;
    return static_cast<std::uint8_t>(magnitude > 0x7f ? magnitude : magnitude | sign);
  };
  const bool is_infinite = std::isinf(value);
  if (is_infinite) return with_sign(saturate && saturate_infinity ? format.largest : format.overflow);

  // Count the number in steps of its last place; from one power of two to the next, the bits just go on counting.
  const int lowest = 1 - format.bias;
  const double magnitude = std::fabs(value);
  const int exponent = magnitude == 0 ? lowest : std::max(std::ilogb(magnitude), lowest);
  const double steps = std::nearbyint(std::ldexp(magnitude, format.fraction_bits - exponent));  // ties to even
  const auto bits = static_cast<unsigned>(((exponent - lowest) << format.fraction_bits) + static_cast<int>(steps));
  if (bits <= format.largest) return with_sign(bits);
  return with_sign(saturate ? format.largest : format.overflow);
}

// How Cast rounds to float8e8m0, whose numbers are the powers of two from 2^-127 to 2^127.
enum class RoundMode : std::uint8_t { kUp, kDown, kNearest };

// Without saturate, zero and everything else outside of the range is NaN. So is a negative number, for which the
// standard gives no result.
[[nodiscard]] inline Float8e8m0 encode_e8m0(double value, bool saturate, RoundMode mode) noexcept {
  constexpr std::uint8_t kNan = 0xff;
  constexpr std::uint8_t kLargest = 0xfe;
  if (std::isnan(value) || value < 0) return {kNan};
  if (value < std::ldexp(1.0, -127)) return {saturate ? std::uint8_t{0} : kNan};
  if (value > std::ldexp(1.0, 127)) return {saturate ? kLargest : kNan};
  const int exponent = std::ilogb(value);
  const double significand = std::ldexp(value, -exponent);
  const bool up = mode == RoundMode::kUp ? significand > 1 : mode == RoundMode::kNearest && significand >= 1.5;
  return {static_cast<std::uint8_t>(exponent + 127 + (up ? 1 : 0))};
}

// What each bit pattern stands for. A float holds every number of these formats.
template <TinyFloat T>
inline constexpr std::array<float, 256> kTinyValues = [] {
  std::array<float, 256> values{};
  for (unsigned bits = 0; bits < values.size(); ++bits) {
    double value = 0;
    if constexpr (std::is_same_v<T, Float8e8m0>) {
      value = bits == 0xff ? std::numeric_limits<double>::quiet_NaN() : power_of_two(static_cast<int>(bits) - 127);
    } else {
      value = decode(kTinyFormat<T>, static_cast<std::uint8_t>(bits));
    }
    values[bits] = static_cast<float>(value);
  }
  return values;
}();

template <TinyFloat T>
[[nodiscard]] float widen(T value) noexcept {
  return kTinyValues<T>[value.bits];
}

}  // namespace hardref
