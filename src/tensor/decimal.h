// Decimal numerals: which texts are numerals, and the numbers that they stand for, correctly rounded and independent of
// the locale. A numeral has no sign.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace hardref {

enum class NumeralKind {
  kInteger,  // digits alone
  kDecimal,  // with a point before, among or behind them, or with an exponent
  kWord,     // nan, inf or infinity, in any case
};

// Nothing for a text that is no numeral as a whole.
[[nodiscard]] std::optional<NumeralKind> numeral_kind(std::string_view text);

// To nearest, ties to even; infinity where it is too large.
template <class Float>
[[nodiscard]] Float nearest(std::string_view numeral);

// As nearest<double>, but rounded to odd where it matters: narrowing the result to a format of 16 bits or fewer gives
// what rounding the numeral itself would give.
[[nodiscard]] double nearest_for_narrowing(std::string_view numeral);

// What stands before the point, once the exponent has moved it; nothing for a word, and where 64 bits do not hold it.
[[nodiscard]] std::optional<std::uint64_t> whole_part(std::string_view numeral);

// A text that is as a whole an integer, with a minus sign if T has one; nothing for any other.
template <std::integral T>
[[nodiscard]] std::optional<T> parse_integer(std::string_view text) {
  T value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc{} && result.ptr == end ? std::optional(value) : std::nullopt;
}

}  // namespace hardref
