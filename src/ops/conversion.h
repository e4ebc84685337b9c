// How a single element becomes one of another type, in two steps: every source type widens without loss to one of three
// carriers (double, int64, uint64), and every target type is reached from each carrier by one rounding. Strings have no
// carrier; see string_conversion.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "exec/elementwise.h"
#include "tensor/narrow.h"

namespace hardref {

// What attributes and the operator's version say about a conversion. It travels to the kernels as an operand of one
// byte.
struct CastRules {
  bool saturate = true;  // a number beyond a float8's largest becomes the largest
  RoundMode round_mode = RoundMode::kUp;
  bool saturate_fnuz_infinity = true;  // so does an infinity in the FNUZ formats: from version 24 on
  bool clip_integers = false;          // to 4 bits: versions 21 and 23

  [[nodiscard]] constexpr std::uint8_t packed() const {
    return static_cast<std::uint8_t>((saturate ? 1U : 0U) | (saturate_fnuz_infinity ? 2U : 0U) |
                                     (clip_integers ? 4U : 0U) | (static_cast<unsigned>(round_mode) << 3));
  }
  [[nodiscard]] static constexpr CastRules unpacked(std::uint8_t bits) {
    return {(bits & 1U) != 0, static_cast<RoundMode>(bits >> 3), (bits & 2U) != 0, (bits & 4U) != 0};
  }
};

// Whether the rules make a difference to a target type.
template <class T>
concept RuledTarget = TinyFloat<T> || SubByteInteger<T>;

namespace detail {
template <class T>
auto carrier() {
  using Value = Compute<T>;
  if constexpr (std::is_same_v<T, bool>) {
    return std::int64_t{};
  } else if constexpr (std::is_integral_v<Value>) {
    return std::conditional_t<std::is_signed_v<Value>, std::int64_t, std::uint64_t>{};
  } else {
    return double{};
  }
}
}  // namespace detail

template <class T>
using Carrier = decltype(detail::carrier<T>());

struct Widen {
  template <class From>
  static Carrier<From> apply(From value) {
    return static_cast<Carrier<From>>(load_element(value));
  }
};

// An integer as the double whose last bit tells that something was cut off, for a later rounding to fewer digits.
[[nodiscard]] inline double round_to_odd(std::uint64_t value) noexcept {
  constexpr int kDropped = std::numeric_limits<std::uint64_t>::digits - std::numeric_limits<double>::digits;
  constexpr std::uint64_t kMask = (std::uint64_t{1} << kDropped) - 1;
  if (value >> (64 - kDropped) == 0) return static_cast<double>(value);
  const std::uint64_t sticky = (value & kMask) != 0 ? 1 : 0;
  return static_cast<double>((value >> kDropped) | sticky) * static_cast<double>(kMask + 1);
}

[[nodiscard]] inline double round_to_odd(std::int64_t value) noexcept {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? -round_to_odd(0 - bits) : round_to_odd(bits);
}

// Truncates. Where the standard leaves the result open (out of range, NaN), it is what numpy and ONNX Runtime give on
// x86-64: the value goes through a wider signed integer, whose most negative value stands for "does not fit".
template <class To>
[[nodiscard]] To truncate(double value) noexcept {
  constexpr bool kThroughInt32 = sizeof(To) < sizeof(std::int32_t) || std::is_same_v<To, std::int32_t>;
  using Through = std::conditional_t<kThroughInt32, std::int32_t, std::int64_t>;
  const double limit = std::ldexp(1.0, std::numeric_limits<Through>::digits);
  if (std::is_same_v<To, std::uint64_t> && value >= limit && value < 2 * limit) return static_cast<To>(value);
  const double whole = std::trunc(value);
  const bool fits = whole >= -limit && whole < limit;
  return static_cast<To>(fits ? static_cast<Through>(whole) : std::numeric_limits<Through>::min());
}

// The low bits of an integer, as an integer of fewer than 8 bits.
template <SubByteInteger To>
[[nodiscard]] To low_bits(std::int64_t value) noexcept {
  constexpr IntegerRange kRange = integer_range<To>();
  constexpr int kCount = kRange.most - kRange.least + 1;
  const auto rest = static_cast<int>(static_cast<std::uint64_t>(value) % kCount);
  return {static_cast<decltype(To::value)>(rest > kRange.most ? rest - kCount : rest)};
}

template <SubByteInteger To>
[[nodiscard]] To to_sub_byte(double value, const CastRules& rules) noexcept {
  constexpr IntegerRange kRange = integer_range<To>();
  if (rules.clip_integers) value = std::clamp<double>(std::nearbyint(value), kRange.least, kRange.most);  // NaN stays
  return low_bits<To>(truncate<std::int32_t>(value));
}

template <TinyFloat To>
[[nodiscard]] To to_tiny_float(double value, const CastRules& rules) noexcept {
  if constexpr (std::is_same_v<To, Float8e8m0>) {
    return encode_e8m0(value, rules.saturate, rules.round_mode);
  } else {
    constexpr TinyFormat kFormat = kTinyFormat<To>;
    return {encode(kFormat, value, rules.saturate, kFormat.has_negative_zero || rules.saturate_fnuz_infinity)};
  }
}

template <class To>
struct Narrow {
  template <class From>
  static To apply(From value) {
    if constexpr (std::is_same_v<To, bool>) {
      return value != 0;  // NaN is true
    } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
      return truncate<To>(value);
    } else if constexpr (std::is_arithmetic_v<To>) {
      return static_cast<To>(value);  // low bits of an integer; one rounding for float and double
    } else if constexpr (std::is_floating_point_v<From>) {
      return narrow<To>(value);
    } else {
      return narrow<To>(round_to_odd(value));
    }
  }
};

template <RuledTarget To>
struct Narrow<To> {
  template <class From>
  static To apply(From value, std::uint8_t packed_rules) {
    const CastRules rules = CastRules::unpacked(packed_rules);
    if constexpr (SubByteInteger<To> && std::is_integral_v<From>) {
      return low_bits<To>(static_cast<std::int64_t>(value));
    } else if constexpr (SubByteInteger<To>) {
      return to_sub_byte<To>(value, rules);
    } else if constexpr (std::is_floating_point_v<From>) {
      return to_tiny_float<To>(value, rules);
    } else {
      return to_tiny_float<To>(round_to_odd(value), rules);
    }
  }
};

}  // namespace hardref
