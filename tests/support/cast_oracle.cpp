#include "support/cast_oracle.h"

#include <algorithm>
#include <map>
#include <vector>

#include "support/decimal_text.h"

namespace hardref::test {
namespace {

constexpr FloatClass kFinite = FloatClass::kFinite;
constexpr FloatClass kInfinite = FloatClass::kInfinite;
constexpr FloatClass kNan = FloatClass::kNan;

mpz_class towards_zero(const mpq_class& value) { return value.get_num() / value.get_den(); }

bool is_in(const mpz_class& value, const IntegerFormat& format) {
  return value >= format.least() && value <= format.most();
}

// ---- Integers -------------------------------------------------------------------------------------------------------

constexpr IntegerFormat kInt32{32, true};
constexpr IntegerFormat kInt64{64, true};

// Out of the range of the signed integer that x86-64 takes the way through, its least value stands for everything.
mpz_class through(const IntegerFormat& way, const Exact& exact) {
  if (exact.float_class != kFinite) return way.least();
  const mpz_class whole = towards_zero(exact.value);
  return is_in(whole, way) ? whole : way.least();
}

std::uint64_t real_to_integer(const Exact& exact, DataType to, const CastRules& rules) {
  const IntegerFormat format = integer_format(to).value();
  if (exact.float_class == kFinite) {
    const mpz_class whole = towards_zero(exact.value);
    if (format.bits >= 8 && is_in(whole, format)) return low_bits(to, whole);
  }
  if (format.bits == 4 && rules.version < 24 && exact.float_class != kNan) {
    if (exact.float_class == kInfinite) return low_bits(to, exact.negative ? format.least() : format.most());
    const mpz_class nearest = round_half_even(exact.value);
    return low_bits(to, std::clamp(nearest, format.least(), format.most()));
  }
  const bool through_int32 = format.bits < 32 || (format.bits == 32 && format.is_signed);
  return low_bits(to, through(through_int32 ? kInt32 : kInt64, exact));
}

// ---- Formats of 4 and 8 bits ----------------------------------------------------------------------------------------

// The number in the middle behind each magnitude, from 0 to the largest; behind that one lies the number that would
// follow.
std::vector<mpq_class> find_middles(DataType type) {
  std::vector<mpq_class> numbers;
  for (std::uint64_t bits = 0; bits < 0x100; ++bits) {
    const Exact exact = exact_value(type, bits);
    if (exact.float_class != kFinite || exact.negative) break;
    numbers.push_back(exact.value);
  }
  numbers.emplace_back(2 * numbers.back() - *std::prev(numbers.end(), 2));
  std::vector<mpq_class> middles;
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) middles.emplace_back((numbers[i] + numbers[i + 1]) / 2);
  return middles;
}

const std::vector<mpq_class>& middles_of(DataType type) {
  static std::map<DataType, std::vector<mpq_class>> known;
  std::vector<mpq_class>& middles = known[type];
  if (middles.empty()) middles = find_middles(type);
  return middles;
}

// Where the tables of the page say FLT_MAX, Inf and NaN.
struct TinyEnds {
  std::uint64_t largest;
  std::uint64_t infinity;  // NaN in a format that has none
  std::uint64_t nan;
};

TinyEnds ends_of(DataType type) {
  switch (type) {
    case DataType::kFloat8e4m3fn:
      return {0x7e, 0x7f, 0x7f};
    case DataType::kFloat8e5m2:
      return {0x7b, 0x7c, 0x7f};
    case DataType::kFloat4e2m1:
      return {0x7, 0x7, 0x7};
    default:
      return {0x7f, 0x80, 0x80};
  }
}

std::uint64_t to_tiny(const Exact& exact, DataType to, const CastRules& rules) {
  const TinyEnds ends = ends_of(to);
  const bool is_fnuz = ends.nan == 0x80;
  const std::uint64_t sign = exact.negative ? float_format(to).value().sign_bit() : 0;
  const auto with_sign = [&](std::uint64_t magnitude) {
    return is_fnuz && (magnitude == 0 || magnitude == ends.nan) ? magnitude : magnitude | sign;
  };
  if (exact.float_class == kNan) return ends.nan;
  if (exact.float_class == kInfinite) {
    const bool saturates = rules.saturate && (!is_fnuz || rules.version >= 24);
    return with_sign(saturates ? ends.largest : ends.infinity);
  }
  const std::vector<mpq_class>& middles = middles_of(to);
  const mpq_class magnitude = abs(exact.value);
  const auto found = std::ranges::lower_bound(middles, magnitude);
  auto nearest = static_cast<std::uint64_t>(found - middles.begin());
  if (found != middles.end() && *found == magnitude && nearest % 2 == 1) ++nearest;
  if (nearest > ends.largest) return with_sign(rules.saturate ? ends.largest : ends.infinity);
  return with_sign(nearest);
}

// Powers of two; a negative number is none, so are all beyond the ends if they do not saturate.
std::uint64_t to_e8m0(const Exact& exact, const CastRules& rules) {
  constexpr std::uint64_t kLargest = 0xfe;
  constexpr std::uint64_t kE8m0Nan = 0xff;
  static const std::vector<mpq_class> kPowers = [] {
    std::vector<mpq_class> powers;
    for (std::uint64_t bits = 0; bits <= kLargest; ++bits) {
      powers.push_back(exact_value(DataType::kFloat8e8m0, bits).value);
    }
    return powers;
  }();
  if (exact.float_class == kNan || exact.value < 0) return kE8m0Nan;
  if (exact.float_class == kInfinite) return rules.saturate && !exact.negative ? kLargest : kE8m0Nan;
  if (exact.value < kPowers.front()) return rules.saturate ? 0 : kE8m0Nan;
  if (exact.value > kPowers.back()) return rules.saturate ? kLargest : kE8m0Nan;
  const auto above = static_cast<std::uint64_t>(std::ranges::lower_bound(kPowers, exact.value) - kPowers.begin());
  if (kPowers[above] == exact.value || rules.round_mode == "up") return above;
  if (rules.round_mode == "down") return above - 1;
  return exact.value - kPowers[above - 1] < kPowers[above] - exact.value ? above - 1 : above;
}

}  // namespace

CastSource cast_source(DataType type, std::uint64_t bits) {
  return {exact_value(type, bits), integer_format(type).has_value()};
}

std::optional<CastSource> cast_source(const std::string& text) {
  const std::optional<Exact> numeral = read_numeral(text);
  if (!numeral) return std::nullopt;
  const mpz_class whole = towards_zero(numeral->value);
  const bool fits = is_in(whole, kInt64) || is_in(whole, {64, false});
  return CastSource{*numeral, fits && numeral->float_class == kFinite};
}

std::uint64_t cast(const CastSource& source, DataType to, const CastRules& rules) {
  const Exact& exact = source.exact;
  if (to == DataType::kBool) return exact.float_class != kFinite || exact.value != 0 ? 1 : 0;
  if (to == DataType::kFloat8e8m0) return to_e8m0(exact, rules);
  if (const auto format = float_format(to)) {
    return format->precision + format->exponent_bits > 8 ? round_to_nearest(*format, exact) : to_tiny(exact, to, rules);
  }
  return source.whole ? low_bits(to, towards_zero(exact.value)) : real_to_integer(exact, to, rules);
}

std::string cast_to_text(DataType type, std::uint64_t bits) {
  if (type == DataType::kBool) return bits != 0 ? "True" : "False";
  const Exact exact = exact_value(type, bits);
  if (integer_format(type)) return exact.value.get_num().get_str();
  // A number of 4 or 8 bits has the text of the float that it is.
  const auto format = float_format(type);
  const bool is_tiny = !format || format->precision + format->exponent_bits <= 8;
  return is_tiny ? shortest_text(kBinary32, round_to_nearest(kBinary32, exact)) : shortest_text(*format, bits);
}

}  // namespace hardref::test
