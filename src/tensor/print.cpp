#include "tensor/print.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "error.h"
#include "tensor/floating_point.h"
#include "tensor/narrow.h"
#include "tensor/shape.h"
#include "tensor/types.h"

namespace hardref {
namespace {

// digits * 10^exponent.
struct Decimal64 {
  std::uint64_t digits = 0;
  int exponent = 0;
};

// Arguments as std::to_chars takes them after the format; without a precision the digits are the shortest.
template <class Float, class... Precision>
Decimal64 to_decimal(Float magnitude, Precision... precision) {
  char buffer[64];
  const char* const end =
      std::to_chars(buffer, std::end(buffer), magnitude, std::chars_format::scientific, precision...).ptr;
  // "1.5625e-01": the point goes, and so does the plus sign, which std::from_chars does not read.
  std::string text(static_cast<const char*>(buffer), end);
  std::erase_if(text, [](char c) { return c == '.' || c == '+'; });
  const std::size_t e = text.find('e');
  Decimal64 result;
  std::from_chars(text.data(), text.data() + e, result.digits);
  std::from_chars(text.data() + e + 1, text.data() + text.size(), result.exponent);
  result.exponent -= static_cast<int>(e) - 1;
  return result;
}

double to_double(const Decimal64& decimal) {
  const std::string text = fmt::format("{}e{}", decimal.digits, decimal.exponent);
  double result = 0;
  std::from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

// Tries ever more digits of the exact value. The neighbour above needs a try of its own: below a power of two values
// lie twice as dense, so the nearest decimal may round to another value where the one above does not (0.01563 is the
// shortest text of the float16 2^-6, but 0.01562 is as near).
template <class T>
Decimal64 shortest_decimal(T magnitude) {
  if constexpr (std::is_floating_point_v<T>) {
    return to_decimal(magnitude);
  } else {
    const float exact = widen(magnitude);
    for (int precision = 0;; ++precision) {
      const Decimal64 nearest = to_decimal(exact, precision);
      for (const Decimal64& candidate : {nearest, Decimal64{nearest.digits + 1, nearest.exponent}}) {
        if (narrow<T>(to_double(candidate)).bits == magnitude.bits) return candidate;
      }
    }
  }
}

// With a point from 1e-4 up to 1e16, with an exponent outside.
std::string lay_out(const Decimal64& decimal) {
  const std::string digits = fmt::format("{}", decimal.digits);
  const int count = static_cast<int>(digits.size());
  const int exponent = decimal.exponent + count - 1;  // of the first digit
  if (exponent < -4 || exponent >= 16) {
    return fmt::format("{}{}{}e{:+03}", digits[0], count > 1 ? "." : "", digits.substr(1), exponent);
  }
  if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  if (decimal.exponent >= 0) return digits + std::string(static_cast<std::size_t>(decimal.exponent), '0') + ".0";
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  return digits.substr(0, whole) + "." + digits.substr(whole);
}

template <class T>
std::string print_float(T value) {
  double exact = 0;
  T magnitude{};
  if constexpr (std::is_floating_point_v<T>) {
    exact = double{value};
    magnitude = std::fabs(value);
  } else {
    exact = double{widen(value)};
    magnitude.bits = value.bits & 0x7fffU;
  }
  if (std::isnan(exact)) return "nan";
  const std::string sign = std::signbit(exact) ? "-" : "";
  if (std::isinf(exact)) return sign + "inf";
  return sign + lay_out(shortest_decimal(magnitude));
}

}  // namespace

std::string shortest(float value) { return print_float(value); }
std::string shortest(double value) { return print_float(value); }
std::string shortest(Float16 value) { return print_float(value); }
std::string shortest(BFloat16 value) { return print_float(value); }

std::string quoted_text(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return '"' + escaped(quoted) + '"';
}

namespace {

template <class T>
std::string text_of(const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return quoted_text(value);
  } else if constexpr (std::is_integral_v<T>) {
    return fmt::format("{:d}", value);
  } else if constexpr (SubByteInteger<T>) {
    return fmt::format("{:d}", value.value);
  } else if constexpr (Complex<T>) {
    return text_of(value.real()) + ", " + text_of(value.imag());
  } else if constexpr (TinyFloat<T>) {
    return shortest(widen(value));
  } else {
    std::string text = shortest(value);
    if (std::is_floating_point_v<T> && text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
  }
}

}  // namespace

std::string element_text(const TensorView& tensor, std::size_t index) {
  require_supported(tensor.type());
  return visit<std::string>(tensor.type(), AllTypes{}, [&]<class T>(std::type_identity<T>) {
    return text_of(static_cast<const T*>(tensor.data())[index]);
  });
}

std::string elements_text(const TensorView& tensor, std::size_t max_values) {
  const std::size_t size = tensor.size();
  std::string text;
  for (std::size_t i = 0; i < std::min(size, max_values); ++i) {
    if (i != 0) text += ", ";
    text += element_text(tensor, i);
  }
  if (size > max_values) text += fmt::format("{}... {} values", max_values != 0 ? ", " : "", size);
  return text;
}

std::string to_text(const TensorView& tensor, std::size_t max_values) {
  const IeeeArithmetic arithmetic;
  const std::string shape = tensor.shape().empty() ? "" : to_string(tensor.shape());
  return fmt::format("{}{}{{{}}}", to_string(tensor.type()), shape, elements_text(tensor, max_values));
}

}  // namespace hardref
