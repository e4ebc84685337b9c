// Cast between strings and numbers: which texts are numbers, and which text a number becomes.
#pragma once

#include <string>
#include <variant>

#include "ops/conversion.h"
#include "tensor/print.h"

namespace hardref {

// A number read from text, in the carrier that loses nothing: an integer that fits 64 bits as itself, anything else as
// a double that rounds to 16 bits and fewer as the text would. Throws kInvalidInput, with the text, for one that is not
// as a whole a number: an optional sign, then digits with an optional point and exponent, or inf, infinity or nan in
// any case.
using ParsedNumber = std::variant<std::int64_t, std::uint64_t, double>;
[[nodiscard]] ParsedNumber parse_number(const std::string& text);
// The same for an integer as target: the whole part, whose low bits are kept, and a double only where 64 bits do not
// hold it.
[[nodiscard]] ParsedNumber parse_whole_part(const std::string& text);
// For a floating-point target of 32 or 64 bits, rounded once.
[[nodiscard]] float parse_float(const std::string& text);
[[nodiscard]] double parse_double(const std::string& text);

// Floating point in the fewest digits that read back exactly ("1.0", "1e-05", "nan"), integers in decimal, bool as
// "True" and "False".
[[nodiscard]] std::string number_text(bool value);
template <class T>
[[nodiscard]] std::string number_text(const T& value) {
  if constexpr (NarrowFloat<T> && !std::is_same_v<T, Float16> && !std::is_same_v<T, BFloat16>) {
    return shortest(widen(value));
  } else if constexpr (std::is_floating_point_v<T> || NarrowFloat<T>) {
    return shortest(value);
  } else {
    return std::to_string(load_element(value));
  }
}

struct ToText {
  template <class From>
  static std::string apply(const From& value) {
    return number_text(value);
  }
};

template <class To>
struct FromText {
  template <class... Rules>
  static To apply(const std::string& text, Rules... rules) {
    if constexpr (std::is_same_v<To, float>) {
      return parse_float(text);
    } else if constexpr (std::is_same_v<To, double>) {
      return parse_double(text);
    } else {
      constexpr bool kWhole = SubByteInteger<To> || (std::is_integral_v<To> && !std::is_same_v<To, bool>);
      return std::visit([&](auto number) { return Narrow<To>::apply(number, rules...); },
                        kWhole ? parse_whole_part(text) : parse_number(text));
    }
  }
};

}  // namespace hardref
