// An oracle for floating-point arithmetic: exact rational numbers, rounded once where a format is reached. It shares no
// code with the kernels that it judges, and is far too slow for anything else.
#pragma once

#include <gmpxx.h>

#include <cstdint>

namespace hardref::test {

// Which bit patterns of a format are no numbers.
enum class Specials {
  kIeee,    // those of the top exponent: infinities and NaNs
  kOneNan,  // the one whose exponent and fraction are all ones is NaN, once for each sign ("fn")
  kFnuz,    // what would be -0 is NaN
  kNone,
};

// A binary format of IEEE 754's layout: sign, biased exponent, fraction.
struct FloatFormat {
  int precision = 0;     // bits of the significand, the hidden one included
  int max_exponent = 0;  // of the largest finite number, whose significand is in [1, 2)
  int exponent_bits = 0;
  Specials specials = Specials::kIeee;

  [[nodiscard]] constexpr int bias() const {
    return (1 << (exponent_bits - 1)) - (specials == Specials::kFnuz ? 0 : 1);
  }
  [[nodiscard]] constexpr int min_exponent() const { return 1 - bias(); }  // of the smallest normal number
  [[nodiscard]] constexpr std::uint64_t hidden_bit() const { return std::uint64_t{1} << (precision - 1); }
  // The exponent's bits: in IEEE 754 they stand for infinity.
  [[nodiscard]] constexpr std::uint64_t infinity() const {
    return ((std::uint64_t{1} << exponent_bits) - 1) << (precision - 1);
  }
  [[nodiscard]] constexpr std::uint64_t sign_bit() const { return std::uint64_t{1} << (precision - 1 + exponent_bits); }
  // The quiet NaN with a positive sign and no payload.
  [[nodiscard]] constexpr std::uint64_t nan() const { return infinity() | (hidden_bit() >> 1); }
};

inline constexpr FloatFormat kBinary16{11, 15, 5};
inline constexpr FloatFormat kBfloat16{8, 127, 8};
inline constexpr FloatFormat kBinary32{24, 127, 8};
inline constexpr FloatFormat kBinary64{53, 1023, 11};
inline constexpr FloatFormat kFloat8e4m3fn{4, 8, 4, Specials::kOneNan};
inline constexpr FloatFormat kFloat8e4m3fnuz{4, 7, 4, Specials::kFnuz};
inline constexpr FloatFormat kFloat8e5m2{3, 15, 5};
inline constexpr FloatFormat kFloat8e5m2fnuz{3, 15, 5, Specials::kFnuz};
inline constexpr FloatFormat kFloat4e2m1{2, 2, 2, Specials::kNone};

enum class FloatClass { kFinite, kInfinite, kNan };

// What a bit pattern stands for. value is 0 unless the class is kFinite; negative tells -0 from +0.
struct Exact {
  FloatClass float_class = FloatClass::kFinite;
  bool negative = false;
  mpq_class value;
};

[[nodiscard]] Exact decode(const FloatFormat& format, std::uint64_t bits);

// To a format of IEEE 754: nearest, ties to even, with gradual underflow and overflow to infinity. Every NaN becomes
// format.nan().
[[nodiscard]] std::uint64_t round_to_nearest(const FloatFormat& format, const Exact& exact);

[[nodiscard]] Exact from_double(double value);

// To an integer, ties to even.
[[nodiscard]] mpz_class round_half_even(const mpq_class& value);

// Before any rounding. A NaN operand gives NaN, so do 0 * inf and inf - inf; min and max return the first of two equal
// operands, -0 and +0 among them.
[[nodiscard]] Exact multiply(const Exact& a, const Exact& b);
[[nodiscard]] Exact add(const Exact& a, const Exact& b);
[[nodiscard]] Exact min(const Exact& a, const Exact& b);
[[nodiscard]] Exact max(const Exact& a, const Exact& b);
[[nodiscard]] bool is_less(const Exact& a, const Exact& b);  // neither being NaN

// max(0, min(1, alpha * x + beta)) as HardSigmoid's function body computes it: alpha and beta are cast to the format,
// then each of Mul, Add, Min and Max rounds once.
[[nodiscard]] std::uint64_t exact_hard_sigmoid_body(const FloatFormat& format, std::uint64_t x_bits, float alpha,
                                                    float beta);

}  // namespace hardref::test
