#include "exhaustive/oracle.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace hardref::test {
namespace {

constexpr std::uint32_t kSign = 0x80000000;
constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint32_t kInfinity = 0x7f800000;

// ---- Many inputs in a row with one result ----

// Of a conversion that within a chunk never comes back to a result that it left.
class Steps : public Oracle {
 public:
  explicit Steps(const FloatCast& float_cast) : cast_(float_cast) {
    for (std::uint32_t bits = 0; bits < is_nan_.size() && bits >> (8 * bytes_of(cast_.to)) == 0; ++bits) {
      is_nan_[bits] = is_nan(cast_.to, bits);
    }
  }

  void expect(std::uint32_t first_bits, std::span<std::uint32_t, kChunk> expected) const override {
    expected.front() = result(first_bits);
    expected.back() = result(first_bits + (kChunk - 1));
    fill_between(first_bits, expected);
  }

  [[nodiscard]] bool accepts(std::uint32_t expected, std::uint32_t actual) const override {
    return is_nan_[expected] && is_nan_[actual];
  }

 private:
  [[nodiscard]] std::uint32_t result(std::uint32_t bits) const {
    const std::scoped_lock lock(mutex_);  // cast() keeps its tables for the next call
    return static_cast<std::uint32_t>(cast(cast_source(DataType::kFloat, bits), cast_.to, cast_.rules));
  }

  // The first and the last are there.
  void fill_between(std::uint32_t first_bits, std::span<std::uint32_t> expected) const {
    if (expected.front() == expected.back()) {
      std::ranges::fill(expected, expected.front());
      return;
    }
    if (expected.size() == 2) return;
    const std::size_t middle = expected.size() / 2;
    expected[middle] = result(first_bits + static_cast<std::uint32_t>(middle));
    fill_between(first_bits, expected.first(middle + 1));
    fill_between(first_bits + static_cast<std::uint32_t>(middle), expected.subspan(middle));
  }

  FloatCast cast_;
  std::bitset<0x10000> is_nan_;
  mutable std::mutex mutex_;
};

// ---- Another result for each input ----

// Towards zero through int32, whose most negative value stands for everything out of range; then the low bits.
class Truncation : public Oracle {
 public:
  explicit Truncation(const IntegerFormat& format) : format_(format) {}

  void expect(std::uint32_t first_bits, std::span<std::uint32_t, kChunk> expected) const override {
    for (std::uint32_t i = 0; i < kChunk; ++i) expected[i] = low_bits(to_int32(first_bits + i));
  }

  [[nodiscard]] bool accepts(std::uint32_t /*expected*/, std::uint32_t /*actual*/) const override { return false; }

 private:
  static std::uint32_t to_int32(std::uint32_t bits) {
    const std::uint32_t field = (bits & kInfinity) >> 23;
    const std::uint32_t significand = (bits & 0x007fffff) | 0x00800000;
    if (field < 127) return 0;
    if (field >= 127 + 31) return kSign;
    const std::uint32_t magnitude = field < 150 ? significand >> (150 - field) : significand << (field - 150);
    return (bits & kSign) != 0 ? 0 - magnitude : magnitude;
  }

  [[nodiscard]] std::uint32_t low_bits(std::uint32_t value) const {
    const std::uint32_t all = (std::uint32_t{1} << format_.bits) - 1;
    const bool is_negative = format_.is_signed && ((value >> (format_.bits - 1)) & 1) != 0;
    // Fewer than 8 bits take up a byte, which the sign fills.
    return (value & all) | (is_negative && format_.bits < 8 ? 0xff & ~all : 0);
  }

  IntegerFormat format_;
};

// significand * 2^exponent, exactly.
struct Number {
  bool negative;
  int exponent;
  std::uint64_t significand;
};

// Finite numbers only. The significand has its hidden bit, unless the exponent is the lowest, -149.
Number decode(std::uint32_t bits) {
  const std::uint32_t field = (bits & kInfinity) >> 23;
  const std::uint32_t fraction = bits & 0x007fffff;
  return {(bits & kSign) != 0, static_cast<int>(field == 0 ? 1 : field) - 150,
          field == 0 ? fraction : fraction | 0x00800000};
}

// To nearest, ties to even.
std::uint32_t encode(const Number& number) {
  const std::uint32_t sign = number.negative ? kSign : 0;
  if (number.significand == 0) return sign;
  const int excess = std::max(static_cast<int>(std::bit_width(number.significand)) - 24, -149 - number.exponent);
  const int exponent = number.exponent + excess;
  std::uint64_t kept = 0;
  if (excess <= 0) {
    kept = number.significand << -excess;
  } else if (excess < 64) {
    kept = number.significand >> excess;
    const std::uint64_t rest = number.significand - (kept << excess);
    const std::uint64_t half = std::uint64_t{1} << (excess - 1);
    if (rest > half || (rest == half && kept % 2 == 1)) ++kept;
  }
  // The hidden bit of kept adds 1 to the exponent's field; that of a number rounded up to a power of two adds 2.
  const std::uint64_t magnitude = (static_cast<std::uint64_t>(exponent + 149) << 23) + kept;
  return sign | static_cast<std::uint32_t>(std::min<std::uint64_t>(magnitude, kInfinity));
}

Number product(const Number& a, const Number& b) {
  return {a.negative != b.negative, a.exponent + b.exponent, a.significand * b.significand};
}

// Of significands of 24 bits. Where the smaller number lies below all that decides the rounding, any small number will
// do in its place.
Number sum(Number a, Number b) {
  if (a.exponent < b.exponent) std::swap(a, b);
  constexpr int kMost = 36;
  if (b.significand != 0 && a.exponent - b.exponent > kMost) b = {b.negative, a.exponent - kMost, 1};
  const int shift = b.significand == 0 ? 0 : a.exponent - b.exponent;
  const auto signed_value = [](const Number& n, int places) {
    const auto magnitude = static_cast<std::int64_t>(n.significand << places);
    return n.negative ? -magnitude : magnitude;
  };
  const std::int64_t total = signed_value(a, shift) + signed_value(b, 0);
  return {total < 0, a.exponent - shift, static_cast<std::uint64_t>(total < 0 ? -total : total)};
}

class HardSigmoid : public Oracle {
 public:
  HardSigmoid(float alpha, float beta)
      : alpha_(decode(std::bit_cast<std::uint32_t>(alpha))), beta_(decode(std::bit_cast<std::uint32_t>(beta))) {}

  void expect(std::uint32_t first_bits, std::span<std::uint32_t, kChunk> expected) const override {
    for (std::uint32_t i = 0; i < kChunk; ++i) expected[i] = result(first_bits + i);
  }

  [[nodiscard]] bool accepts(std::uint32_t expected, std::uint32_t actual) const override {
    return expected == kNan ? (actual & ~kSign) > kInfinity : expected == 0 && actual == kSign;
  }

 private:
  static constexpr std::uint32_t kNan = 0x7fc00000;

  [[nodiscard]] std::uint32_t result(std::uint32_t bits) const {
    if ((bits & ~kSign) > kInfinity) return kNan;
    const bool is_infinite = (bits & ~kSign) == kInfinity;
    std::uint32_t value = is_infinite ? bits ^ (alpha_.negative ? kSign : 0) : encode(product(decode(bits), alpha_));
    if ((value & ~kSign) != kInfinity) value = encode(sum(decode(value), beta_));
    return (value & kSign) != 0 ? 0 : std::min(value, kOne);
  }

  Number alpha_;
  Number beta_;
};

}  // namespace

std::vector<FloatCast> float_casts() {
  using enum DataType;
  std::vector<FloatCast> casts;
  for (const DataType to :
       {kFloat16, kBfloat16, kInt16, kUint16, kInt8, kUint8, kBool, kInt4, kUint4, kInt2, kUint2, kFloat4e2m1}) {
    casts.push_back({to, {.version = 25}});
  }
  for (const DataType to : {kInt4, kUint4}) casts.push_back({to, {.version = 23}});
  for (const bool saturate : {true, false}) {
    for (const DataType to : {kFloat8e4m3fn, kFloat8e5m2, kFloat8e4m3fnuz, kFloat8e5m2fnuz}) {
      casts.push_back({to, {.version = 25, .saturate = saturate}});
    }
    for (const DataType to : {kFloat8e4m3fnuz, kFloat8e5m2fnuz}) {
      casts.push_back({to, {.version = 23, .saturate = saturate}});
    }
    for (const std::string_view mode : {"up", "down", "nearest"}) {
      casts.push_back({kFloat8e8m0, {.version = 25, .saturate = saturate, .round_mode = mode}});
    }
  }
  return casts;
}

OraclePtr cast_oracle(const FloatCast& float_cast) {
  const std::optional<IntegerFormat> format = integer_format(float_cast.to);
  const bool clips = format && format->bits == 4 && float_cast.rules.version < 24;
  if (!format || float_cast.to == DataType::kBool || clips) return std::make_unique<Steps>(float_cast);
  return std::make_unique<Truncation>(*format);
}

OraclePtr hard_sigmoid_oracle(float alpha, float beta) { return std::make_unique<HardSigmoid>(alpha, beta); }

}  // namespace hardref::test
