#include "tensor/decimal.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <tuple>

namespace hardref {
namespace {

// 0.DIGITS times a power of ten, without zeros at either end of the digits; zero has none.
struct Decimal {
  std::int64_t exponent = 0;
  std::string digits;

  bool operator<(const Decimal& other) const {
    return std::tie(exponent, digits) < std::tie(other.exponent, other.digits);
  }
};

std::int64_t parse_exponent(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc::result_out_of_range) {
    value = std::numeric_limits<std::int64_t>::max() / 2;  // half of it: the place of the point is added
    if (text.starts_with('-')) value = -value;
  }
  return value;
}

// Of a numeral without sign.
Decimal parse_decimal(std::string_view numeral) {
  const std::size_t e = std::min(numeral.find_first_of("eE"), numeral.size());
  const std::string_view mantissa = numeral.substr(0, e);
  std::string digits(mantissa);
  std::erase(digits, '.');
  const std::size_t zeros = digits.find_first_not_of('0');
  if (zeros == std::string::npos) return {std::numeric_limits<std::int64_t>::min(), ""};
  digits.erase(digits.find_last_not_of('0') + 1);
  digits.erase(0, zeros);
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  const std::int64_t exponent = e < numeral.size() ? parse_exponent(numeral.substr(e + 1)) : 0;
  return {exponent + point - static_cast<std::int64_t>(zeros), std::move(digits)};
}

// Takes the digits at the front off a text, and says whether there were any.
bool take_digits(std::string_view& text) {
  const std::size_t count = std::min(text.size(), text.find_first_not_of("0123456789"));
  text.remove_prefix(count);
  return count != 0;
}

bool is_word(std::string_view text) {
  std::string lower(text.substr(0, sizeof("infinity")));
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

}  // namespace

std::optional<NumeralKind> numeral_kind(std::string_view text) {
  if (is_word(text)) return NumeralKind::kWord;
  const bool has_whole = take_digits(text);
  if (has_whole && text.empty()) return NumeralKind::kInteger;
  bool has_fraction = false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    has_fraction = take_digits(text);
  }
  if (!has_whole && !has_fraction) return std::nullopt;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (!take_digits(text)) return std::nullopt;
  }
  return text.empty() ? std::optional(NumeralKind::kDecimal) : std::nullopt;
}

template <class Float>
Float nearest(std::string_view numeral) {
  Float value = 0;
  const auto result = std::from_chars(numeral.data(), numeral.data() + numeral.size(), value);
  if (result.ec != std::errc::result_out_of_range) return value;
  return parse_decimal(numeral).exponent > 0 ? std::numeric_limits<Float>::infinity() : Float{0};
}

template float nearest<float>(std::string_view);
template double nearest<double>(std::string_view);

// Rounding twice goes wrong only where the first result is a tie of the second rounding and the numeral is not. A tie
// of a format of 16 bits or fewer has at most 12 significant bits. Only for such a double do the digits of the numeral
// count once more: where it is above or below, its last bit is set on that side (round to odd), and the tie is none.
double nearest_for_narrowing(std::string_view numeral) {
  constexpr std::uint64_t kLowBits = (std::uint64_t{1} << 40) - 1;
  constexpr int kMostDigits = 767;  // that a double can have
  const auto value = nearest<double>(numeral);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if ((bits & kLowBits) != 0 || is_word(numeral)) return value;
  if (std::isinf(value)) return std::numeric_limits<double>::max();  // too large, but finite
  char exact[kMostDigits + 16];
  const auto end = std::to_chars(exact, std::end(exact), value, std::chars_format::scientific, kMostDigits - 1).ptr;
  const Decimal rounded = parse_decimal({exact, static_cast<std::size_t>(end - exact)});
  const Decimal given = parse_decimal(numeral);
  if (given < rounded) return std::bit_cast<double>(bits - 1);
  if (rounded < given) return std::bit_cast<double>(bits + 1);
  return value;
}

std::optional<std::uint64_t> whole_part(std::string_view numeral) {
  constexpr std::int64_t kMostDigits = 20;
  if (is_word(numeral)) return std::nullopt;
  Decimal decimal = parse_decimal(numeral);
  if (decimal.exponent > kMostDigits) return std::nullopt;
  if (decimal.exponent <= 0) return 0;
  decimal.digits.resize(static_cast<std::size_t>(decimal.exponent), '0');
  std::uint64_t value = 0;
  const auto result = std::from_chars(decimal.digits.data(), decimal.digits.data() + decimal.digits.size(), value);
  return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace hardref
