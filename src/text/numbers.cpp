#include "text/numbers.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "error.h"
#include "tensor/decimal.h"
#include "tensor/narrow.h"
#include "tensor/types.h"

namespace hardref::model {
namespace {

// Whether a value is still what was written: a number that is too large becomes an infinity, a NaN, or in float4e2m1
// the largest number, and some formats lack the words.
bool is_kept(double written, double value, bool is_word) {
  constexpr double kLargestFloat4 = 6;
  if (std::isnan(written)) return std::isnan(value);
  if (std::isinf(written)) return is_word && std::isinf(value);
  return std::isfinite(value) && (std::fabs(value) != kLargestFloat4 || std::fabs(written) < kLargestFloat4 + 1);
}

// Nothing where a numeral is too large; "inf" is not.
template <class T>
std::optional<T> read_float(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const auto with_sign = [negative](auto magnitude) { return negative ? -magnitude : magnitude; };
  if constexpr (std::is_floating_point_v<T>) {
    const T value = with_sign(nearest<T>(text));
    return std::isinf(value) && !is_float_word(text) ? std::nullopt : std::optional(value);
  } else {
    const double exact = with_sign(nearest_for_narrowing(text));
    const T value = narrow<T>(exact);
    return is_kept(exact, double{widen(value)}, is_float_word(text)) ? std::optional(value) : std::nullopt;
  }
}

template <class T>
T take_integer(Lexer& lexer, T least = std::numeric_limits<T>::min(), T most = std::numeric_limits<T>::max()) {
  const bool is_integer = lexer.peek().kind == TokenKind::kInteger;
  const std::optional<T> value = is_integer ? parse_integer<T>(lexer.peek().text) : std::nullopt;
  if (!value || *value < least || *value > most) {
    lexer.fail_expected(fmt::format("an integer from {} to {}", least, most));
  }
  lexer.take();
  return *value;
}

template <SubByteInteger T>
T take_sub_byte_integer(Lexer& lexer) {
  using Value = decltype(T::value);
  constexpr IntegerRange kRange = integer_range<T>();
  return {take_integer<Value>(lexer, Value{kRange.least}, Value{kRange.most})};
}

template <class T>
T take_bit_pattern(Lexer& lexer) {
  const unsigned most = (1U << bit_width(kDataTypeOf<T>)) - 1;
  const auto bits = parse_integer<std::uint16_t>(lexer.peek().text);
  if (!bits || *bits > most) {
    lexer.fail_expected(fmt::format("a bit pattern from 0 to {} (a value of {} needs a decimal point)", most,
                                    to_string(kDataTypeOf<T>)));
  }
  lexer.take();
  return {static_cast<decltype(T::bits)>(*bits)};
}

template <class T>
T take_float(Lexer& lexer) {
  const Token& token = lexer.peek();
  const bool is_word = token.kind == TokenKind::kName && is_float_word(token.text);
  if (token.kind != TokenKind::kInteger && token.kind != TokenKind::kDecimal && !is_word) {
    lexer.fail_expected("a number");
  }
  const std::optional<T> value = read_float<T>(token.text);
  if (!value) lexer.fail_expected(fmt::format("a number within the range of {}", to_string(kDataTypeOf<T>)));
  lexer.take();
  return *value;
}

}  // namespace

template <class T>
T take_number(Lexer& lexer) {
  if constexpr (std::is_same_v<T, bool>) {
    const Token& token = lexer.peek();
    if (token.text != "0" && token.text != "1") lexer.fail_expected("0 or 1");
    return lexer.take().text == "1";
  } else if constexpr (std::is_integral_v<T>) {
    return take_integer<T>(lexer);
  } else if constexpr (SubByteInteger<T>) {
    return take_sub_byte_integer<T>(lexer);
  } else {
    if constexpr (NarrowFloat<T>) {
      if (lexer.peek().kind == TokenKind::kInteger) return take_bit_pattern<T>(lexer);
    }
    return take_float<T>(lexer);
  }
}

template bool take_number<bool>(Lexer&);
template std::int8_t take_number<std::int8_t>(Lexer&);
template std::int16_t take_number<std::int16_t>(Lexer&);
template std::int32_t take_number<std::int32_t>(Lexer&);
template std::int64_t take_number<std::int64_t>(Lexer&);
template std::uint8_t take_number<std::uint8_t>(Lexer&);
template std::uint16_t take_number<std::uint16_t>(Lexer&);
template std::uint32_t take_number<std::uint32_t>(Lexer&);
template std::uint64_t take_number<std::uint64_t>(Lexer&);
template Int4 take_number<Int4>(Lexer&);
template Uint4 take_number<Uint4>(Lexer&);
template Int2 take_number<Int2>(Lexer&);
template Uint2 take_number<Uint2>(Lexer&);
template float take_number<float>(Lexer&);
template double take_number<double>(Lexer&);
template Float16 take_number<Float16>(Lexer&);
template BFloat16 take_number<BFloat16>(Lexer&);
template Float8e4m3fn take_number<Float8e4m3fn>(Lexer&);
template Float8e4m3fnuz take_number<Float8e4m3fnuz>(Lexer&);
template Float8e5m2 take_number<Float8e5m2>(Lexer&);
template Float8e5m2fnuz take_number<Float8e5m2fnuz>(Lexer&);
template Float8e8m0 take_number<Float8e8m0>(Lexer&);
template Float4e2m1 take_number<Float4e2m1>(Lexer&);

}  // namespace hardref::model
