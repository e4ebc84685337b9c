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

}  // namespace

template <class Float>
Float nearest(std::string_view numeral) {
  Float value = 0;
  const auto result = std::from_chars(numeral.data(), numeral.data() + numeral.size(), value);
  if (result.ec != std::errc::result_out_of_range) return value;
  return parse_decimal(numeral).exponent > 0 ? std::numeric_limits<Float>::infinity() : Float{0};
}

template float nearest<float>(std::string_view);
template double nearest<double>(std::string_view);

// Every double that lies half way between two numbers of such a format has at most 12 significant bits. Only where a
// numeral was rounded to such a double does a second rounding not know on which side of the middle the numeral lies; a
// step of one unit to its side tells, and crosses no other middle.
double nearest_off_the_middle(std::string_view numeral) {
  constexpr std::uint64_t kLowBits = (std::uint64_t{1} << 40) - 1;
  constexpr int kMostDigits = 767;  // that a double can have
  const auto value = nearest<double>(numeral);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if ((bits & kLowBits) != 0 || numeral.find_first_of("0123456789") == std::string_view::npos) return value;
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
  Decimal decimal = parse_decimal(numeral);
  if (decimal.exponent > kMostDigits) return std::nullopt;
  if (decimal.exponent <= 0) return 0;
  decimal.digits.resize(static_cast<std::size_t>(decimal.exponent), '0');
  std::uint64_t value = 0;
  const auto result = std::from_chars(decimal.digits.data(), decimal.digits.data() + decimal.digits.size(), value);
  return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace hardref
