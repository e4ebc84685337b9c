#include "ops/string_conversion.h"

#include <algorithm>
#include <charconv>

#include "tensor/decimal.h"

namespace hardref {
namespace {

struct Numeral {
  bool negative = false;
  std::string_view digits;  // without the sign
  enum class Kind { kInteger, kDecimal, kInfinity, kNan } kind = Kind::kInteger;
};

// Takes the digits at the front off a text, and says whether there were any.
bool take_digits(std::string_view& text) {
  const std::size_t count = std::min(text.size(), text.find_first_not_of("0123456789"));
  text.remove_prefix(count);
  return count != 0;
}

// Whether a text without sign is a decimal numeral, and whether a whole number.
std::optional<Numeral::Kind> kind_of(std::string_view text) {
  const bool whole = take_digits(text);
  if (whole && text.empty()) return Numeral::Kind::kInteger;
  bool fraction = false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
  }
  if (!whole && !fraction) return std::nullopt;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (!take_digits(text)) return std::nullopt;
  }
  return text.empty() ? std::optional(Numeral::Kind::kDecimal) : std::nullopt;
}

Numeral parse(const std::string& text) {
  Numeral numeral{.digits = text};
  if (text.starts_with('-') || text.starts_with('+')) {
    numeral.negative = text.front() == '-';
    numeral.digits.remove_prefix(1);
  }
  std::string lower(numeral.digits);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (lower == "inf" || lower == "infinity") {
    numeral.kind = Numeral::Kind::kInfinity;
  } else if (lower == "nan") {
    numeral.kind = Numeral::Kind::kNan;
  } else if (const auto kind = kind_of(numeral.digits)) {
    numeral.kind = *kind;
  } else {
    fail(ErrorKind::kInvalidInput, "element {:?} is not a number", text);
  }
  return numeral;
}

// The number by read, which knows how to round digits.
template <class Float, class Read>
Float value_of(const Numeral& numeral, Read read) {
  Float magnitude = 0;
  if (numeral.kind == Numeral::Kind::kInfinity) {
    magnitude = std::numeric_limits<Float>::infinity();
  } else if (numeral.kind == Numeral::Kind::kNan) {
    magnitude = std::numeric_limits<Float>::quiet_NaN();
  } else {
    magnitude = read(numeral.digits);
  }
  return numeral.negative ? -magnitude : magnitude;
}

ParsedNumber off_the_middle(const Numeral& numeral) { return value_of<double>(numeral, nearest_off_the_middle); }

// As an integer of 64 bits; nothing where none holds it.
std::optional<ParsedNumber> find_whole_part(const Numeral& numeral) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
  const bool is_finite = numeral.kind == Numeral::Kind::kInteger || numeral.kind == Numeral::Kind::kDecimal;
  const auto magnitude = is_finite ? whole_part(numeral.digits) : std::nullopt;
  if (!magnitude) return std::nullopt;
  if (!numeral.negative) return *magnitude;
  if (*magnitude > kLimit) return std::nullopt;
  return static_cast<std::int64_t>(0 - *magnitude);
}

}  // namespace

ParsedNumber parse_number(const std::string& text) {
  const Numeral numeral = parse(text);
  const bool is_minus_zero = numeral.negative && numeral.digits.find_first_not_of('0') == std::string_view::npos;
  const bool is_whole = numeral.kind == Numeral::Kind::kInteger && !is_minus_zero;
  const auto whole = is_whole ? find_whole_part(numeral) : std::nullopt;
  return whole ? *whole : off_the_middle(numeral);
}

ParsedNumber parse_whole_part(const std::string& text) {
  const Numeral numeral = parse(text);
  const auto whole = find_whole_part(numeral);
  return whole ? *whole : off_the_middle(numeral);
}

float parse_float(const std::string& text) { return value_of<float>(parse(text), nearest<float>); }

double parse_double(const std::string& text) { return value_of<double>(parse(text), nearest<double>); }

std::string number_text(bool value) { return value ? "True" : "False"; }

}  // namespace hardref
