#include "support/exact.h"

#include <bit>
#include <utility>

namespace hardref::test {
namespace {

constexpr FloatClass kFinite = FloatClass::kFinite;
constexpr FloatClass kInfinite = FloatClass::kInfinite;
constexpr FloatClass kNan = FloatClass::kNan;

bool is_zero(const Exact& a) { return a.float_class == kFinite && a.value == 0; }

// value * 2^exponent, without the division that an mpq_class product needs.
mpq_class scaled(mpq_class value, int exponent) {
  if (exponent >= 0) {
    mpq_mul_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return value;
}

// The largest e with 2^e <= value, for value > 0.
int floor_log2(const mpq_class& value) {
  const auto numerator_bits = static_cast<int>(mpz_sizeinbase(value.get_num_mpz_t(), 2));
  const auto denominator_bits = static_cast<int>(mpz_sizeinbase(value.get_den_mpz_t(), 2));
  const int estimate = numerator_bits - denominator_bits;  // never too small, and too large by 1 at most
  return scaled(value, -estimate) >= 1 ? estimate : estimate - 1;
}

FloatClass class_of(const FloatFormat& format, std::uint64_t bits) {
  const std::uint64_t magnitude = bits & (format.sign_bit() - 1);
  switch (format.specials) {
    case Specials::kIeee:
      return magnitude < format.infinity() ? kFinite : magnitude == format.infinity() ? kInfinite : kNan;
    case Specials::kOneNan:
      return magnitude == format.sign_bit() - 1 ? kNan : kFinite;
    case Specials::kFnuz:
      return bits == format.sign_bit() ? kNan : kFinite;
    case Specials::kNone:
      break;
  }
  return kFinite;
}

}  // namespace

Exact decode(const FloatFormat& format, std::uint64_t bits) {
  const bool negative = (bits & format.sign_bit()) != 0;
  const std::uint64_t exponent_field = (bits & format.infinity()) >> (format.precision - 1);
  const std::uint64_t fraction = bits & (format.hidden_bit() - 1);
  if (const FloatClass special = class_of(format, bits); special != kFinite) return {special, negative, 0};
  const bool normal = exponent_field != 0;
  const std::uint64_t significand = normal ? fraction + format.hidden_bit() : fraction;
  const int exponent = normal ? static_cast<int>(exponent_field) - format.bias() : format.min_exponent();
  mpq_class value = scaled(mpq_class(significand), exponent - format.precision + 1);
  if (negative) mpq_neg(value.get_mpq_t(), value.get_mpq_t());
  return {kFinite, negative, std::move(value)};
}

std::uint64_t round_to_nearest(const FloatFormat& format, const Exact& exact) {
  const std::uint64_t sign = exact.negative ? format.sign_bit() : 0;
  if (exact.float_class == kNan) return format.nan();
  if (exact.float_class == kInfinite) return sign | format.infinity();
  if (exact.value == 0) return sign;
  mpq_class magnitude = abs(exact.value);
  int exponent = floor_log2(magnitude);
  if (exponent > format.max_exponent) return sign | format.infinity();
  if (exponent < format.min_exponent()) exponent = format.min_exponent();
  const mpz_class significand = round_half_even(scaled(std::move(magnitude), format.precision - 1 - exponent));
  // The hidden bit adds 1 to the exponent field; so does a significand that was rounded up to the next power of two,
  // up to infinity. Without the hidden bit the number is subnormal and the field stays 0.
  const auto field = static_cast<std::uint64_t>(exponent - format.min_exponent());
  return sign | ((field << (format.precision - 1)) + significand.get_ui());
}

Exact from_double(double value) { return decode(kBinary64, std::bit_cast<std::uint64_t>(value)); }

mpz_class round_half_even(const mpq_class& value) {
  mpz_class quotient;
  mpz_class remainder;
  mpz_fdiv_qr(quotient.get_mpz_t(), remainder.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  remainder *= 2;
  const int half = cmp(remainder, value.get_den());
  if (half > 0 || (half == 0 && mpz_odd_p(quotient.get_mpz_t()) != 0)) ++quotient;
  return quotient;
}

Exact multiply(const Exact& a, const Exact& b) {
  const bool negative = a.negative != b.negative;
  if (a.float_class == kNan || b.float_class == kNan) return {kNan, false, 0};
  if (a.float_class == kInfinite || b.float_class == kInfinite) {
    return is_zero(a) || is_zero(b) ? Exact{kNan, false, 0} : Exact{kInfinite, negative, 0};
  }
  return {kFinite, negative, a.value * b.value};
}

Exact add(const Exact& a, const Exact& b) {
  if (a.float_class == kNan || b.float_class == kNan) return {kNan, false, 0};
  if (a.float_class == kInfinite && b.float_class == kInfinite && a.negative != b.negative) return {kNan, false, 0};
  if (a.float_class == kInfinite) return a;
  if (b.float_class == kInfinite) return b;
  const mpq_class sum = a.value + b.value;
  // A sum of 0 is +0 unless both operands are negative.
  return {kFinite, sum < 0 || (sum == 0 && a.negative && b.negative), sum};
}

bool is_less(const Exact& a, const Exact& b) {
  if (a.float_class == kInfinite && b.float_class == kInfinite) return a.negative && !b.negative;
  if (a.float_class == kInfinite) return a.negative;
  if (b.float_class == kInfinite) return !b.negative;
  return a.value < b.value;
}

Exact min(const Exact& a, const Exact& b) {
  if (a.float_class == kNan || b.float_class == kNan) return {kNan, false, 0};
  return is_less(b, a) ? b : a;
}

Exact max(const Exact& a, const Exact& b) {
  if (a.float_class == kNan || b.float_class == kNan) return {kNan, false, 0};
  return is_less(a, b) ? b : a;
}

std::uint64_t exact_hard_sigmoid_body(const FloatFormat& format, std::uint64_t x_bits, float alpha, float beta) {
  const auto rounded = [&](const Exact& exact) { return decode(format, round_to_nearest(format, exact)); };
  const Exact product = rounded(multiply(decode(format, x_bits), rounded(from_double(double{alpha}))));
  const Exact sum = rounded(add(product, rounded(from_double(double{beta}))));
  const Exact one{kFinite, false, 1};
  const Exact zero{kFinite, false, 0};
  return round_to_nearest(format, max(min(sum, one), zero));
}

}  // namespace hardref::test
