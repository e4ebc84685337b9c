#include "ops/string_conversion.h"

#include <cstdint>
#include <optional>

#include "tensor/decimal.h"

namespace hardref {
namespace {

struct Numeral {
  bool negative = false;
  std::string_view magnitude;
  NumeralKind kind = NumeralKind::kInteger;
};

Numeral parse(std::string_view text) {
  Numeral numeral{.magnitude = text};
  if (text.starts_with('-') || text.starts_with('+')) {
    numeral.negative = text.front() == '-';
    numeral.magnitude.remove_prefix(1);
  }
  const std::optional<NumeralKind> kind = numeral_kind(numeral.magnitude);
  if (!kind) fail(ErrorKind::kInvalidInput, "element {:?} is not a number", text);
  numeral.kind = *kind;
  return numeral;
}

// The number, by read, which knows how to round.
template <class Float>
Float signed_number(const Numeral& numeral, Float (*read)(std::string_view)) {
  const Float magnitude = read(numeral.magnitude);
  return numeral.negative ? -magnitude : magnitude;
}

ParsedNumber number_for_narrowing(const Numeral& numeral) { return signed_number(numeral, nearest_for_narrowing); }

// As an integer of 64 bits; nothing where none holds it.
std::optional<ParsedNumber> find_whole_part(const Numeral& numeral) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
  const auto magnitude = whole_part(numeral.magnitude);
  if (!magnitude) return std::nullopt;
  if (!numeral.negative) return *magnitude;
  if (*magnitude > kLimit) return std::nullopt;
  return static_cast<std::int64_t>(0 - *magnitude);
}

}  // namespace

ParsedNumber parse_number(const std::string& text) {
  const Numeral numeral = parse(text);
  const bool is_minus_zero = numeral.negative && numeral.magnitude.find_first_not_of('0') == std::string_view::npos;
  const bool is_whole = numeral.kind == NumeralKind::kInteger && !is_minus_zero;
  const auto whole = is_whole ? find_whole_part(numeral) : std::nullopt;
  return whole ? *whole : number_for_narrowing(numeral);
}

ParsedNumber parse_whole_part(const std::string& text) {
  const Numeral numeral = parse(text);
  const auto whole = find_whole_part(numeral);
  return whole ? *whole : number_for_narrowing(numeral);
}

float parse_float(const std::string& text) { return signed_number(parse(text), nearest<float>); }

double parse_double(const std::string& text) { return signed_number(parse(text), nearest<double>); }

std::string number_text(bool value) { return value ? "True" : "False"; }

}  // namespace hardref
