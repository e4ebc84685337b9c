#include "tensor/compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>

#include "error.h"
#include "tensor/print.h"
#include "tensor/shape.h"
#include "tensor/small_floats.h"
#include "tensor/tiny_floats.h"
#include "tensor/types.h"

namespace hardref {
namespace {

// Types without tolerance: integers, bool, string.
template <class T>
concept Discrete = std::is_integral_v<T> || SubByteInteger<T> || std::is_same_v<T, std::string>;

template <class T>
using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                   std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

// Wide enough to hold the difference of two doubles without overflow where long double is more than double.
template <class T>
long double value_of(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return value;
  } else {
    return widen(value);
  }
}

// The position of a number among those of its format; -0 and +0 are one.
template <class T>
std::int64_t position(T value) {
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
std::uint64_t ulp_distance(T a, T b) {
  const auto [low, high] = std::minmax({position(a), position(b)});
  return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
}

template <class T>
auto absolute_difference(const T& a, const T& b) {
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
    const long double difference = std::fabs(value_of(a) - value_of(b));
    return std::isnan(difference) ? std::numeric_limits<long double>::infinity() : difference;
  }
}

template <class T>
bool agree(const T& actual, const T& expected, const Tolerance& tolerance) {
  if constexpr (SubByteInteger<T>) {
    return actual.value == expected.value;
  } else if constexpr (Discrete<T>) {
    return actual == expected;
  } else if constexpr (Complex<T>) {
    return agree(actual.real(), expected.real(), tolerance) && agree(actual.imag(), expected.imag(), tolerance);
  } else {
    const long double a = value_of(actual);
    const long double e = value_of(expected);
    if (std::isnan(a) || std::isnan(e)) return std::isnan(a) && std::isnan(e);
    if (tolerance.exact) return std::bit_cast<Bits<T>>(actual) == std::bit_cast<Bits<T>>(expected);
    if (std::isinf(a) || std::isinf(e)) return a == e;
    return std::fabs(a - e) <= tolerance.atol + tolerance.rtol * std::fabs(e) ||
           (tolerance.ulp && ulp_distance(actual, expected) <= *tolerance.ulp);
  }
}

// " (absolute 0.25, relative 1, 4194304 ulp)"; nothing where a difference means nothing.
template <class T>
std::string measures(const T& actual, const T& expected) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
    return "";
  } else if constexpr (Discrete<T> || Complex<T>) {
    return fmt::format(" (absolute {})", absolute_difference(actual, expected));
  } else {
    const long double absolute = absolute_difference(actual, expected);
    if (!std::isfinite(absolute)) return "";
    return fmt::format(" (absolute {:.6g}, relative {:.6g}, {} ulp)", absolute,
                       absolute == 0 ? 0 : absolute / std::fabs(value_of(expected)), ulp_distance(actual, expected));
  }
}

struct Differences {
  std::size_t count = 0;
  std::size_t first = 0;
  std::size_t worst = 0;
  std::string worst_measures;
};

template <class T>
Differences find_differences(std::span<const T> actual, std::span<const T> expected, const Tolerance& tolerance) {
  Differences found;
  decltype(absolute_difference(T{}, T{})) largest = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (agree(actual[i], expected[i], tolerance)) continue;
    const auto difference = absolute_difference(actual[i], expected[i]);
    if (found.count == 0) found.first = i;
    if (found.count == 0 || difference > largest) {
      found.worst = i;
      largest = difference;
    }
    ++found.count;
  }
  if (found.count != 0) found.worst_measures = measures(actual[found.worst], expected[found.worst]);
  return found;
}

std::string index_text(std::size_t flat, std::span<const std::int64_t> shape) {
  Shape index(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    const auto extent = static_cast<std::size_t>(shape[i]);
    index[i] = static_cast<std::int64_t>(flat % extent);
    flat /= extent;
  }
  return to_string(index);
}

}  // namespace

std::optional<std::string> find_mismatch(const TensorView& actual, const TensorView& expected,
                                         const Tolerance& tolerance) {
  if (actual.type() != expected.type()) {
    return fmt::format("element type is {}, expected {}", to_string(actual.type()), to_string(expected.type()));
  }
  if (!std::ranges::equal(actual.shape(), expected.shape())) {
    return fmt::format("shape is {}, expected {}", to_string(actual.shape()), to_string(expected.shape()));
  }
  require_supported(actual.type());
  const auto found = visit<Differences>(actual.type(), AllTypes{}, [&]<class T>(std::type_identity<T>) {
    return find_differences(actual.values<T>(), expected.values<T>(), tolerance);
  });
  if (found.count == 0) return std::nullopt;
  const auto place = [&](std::size_t i) {
    return fmt::format("{}: {}, expected {}", index_text(i, actual.shape()), element_text(actual, i),
                       element_text(expected, i));
  };
  std::string text = fmt::format("{} of {} elements {}; first at {}", found.count, actual.size(),
                                 found.count == 1 ? "differs" : "differ", place(found.first));
  if (found.worst != found.first) text += "; worst at " + place(found.worst);
  return text + found.worst_measures;
}

}  // namespace hardref
