#include "support/cast_inputs.h"

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "support/decimal_text.h"
#include "support/elements.h"

namespace hardref::test {
namespace {

using Patterns = std::vector<std::uint64_t>;
using Rationals = std::vector<mpq_class>;

constexpr FloatFormat kFormats[] = {kFloat4e2m1, kFloat8e4m3fn, kFloat8e4m3fnuz, kFloat8e5m2, kFloat8e5m2fnuz,
                                    kBinary16,   kBfloat16,     kBinary32,       kBinary64};

// At the borders of a power of two, and at random between them; each once.
std::set<std::uint64_t> some_fractions(const FloatFormat& format, std::mt19937_64& random) {
  const std::uint64_t most = format.hidden_bit() - 1;
  return {0, 1 & most, most / 2, (most + 1) / 2, most, random() & most};
}

// Of every exponent, without signs.
Patterns some_magnitudes(const FloatFormat& format, std::mt19937_64& random) {
  Patterns magnitudes;
  for (std::uint64_t field = 0; field < std::uint64_t{1} << format.exponent_bits; ++field) {
    for (const std::uint64_t fraction : some_fractions(format, random)) {
      const std::uint64_t magnitude = (field << (format.precision - 1)) | fraction;
      if (magnitude < format.sign_bit()) magnitudes.push_back(magnitude);
    }
  }
  return magnitudes;
}

// The middles between neighbours of each format, and the borders of integers and of powers of two.
Rationals find_middles() {
  std::mt19937_64 random(4);
  Rationals middles;
  for (const FloatFormat& format : kFormats) {
    for (const std::uint64_t magnitude : some_magnitudes(format, random)) {
      const Exact below = decode(format, magnitude);
      const Exact above = decode(format, magnitude + 1);
      if (below.float_class != FloatClass::kFinite) continue;
      // Behind the largest number lies the one that would follow, as far away as the one before it.
      const mpq_class next = above.float_class == FloatClass::kFinite && !above.negative
                                 ? above.value
                                 : mpq_class(2 * below.value - decode(format, magnitude - 1).value);
      middles.emplace_back((below.value + next) / 2);
    }
  }
  for (unsigned bits = 1; bits <= 64; ++bits) {
    const mpq_class power(mpz_class(1) << bits);
    for (int halves = -2; halves <= 2; ++halves) {
      middles.push_back(power + mpq_class(halves, 2));
      middles.push_back(power * mpq_class(3, 2) + mpq_class(halves, 2));  // in the middle for float8e8m0
    }
  }
  for (mpq_class& middle : middles) middle.canonicalize();
  return middles;
}

const Rationals& middles() {
  static const Rationals kMiddles = find_middles();
  return kMiddles;
}

Patterns float_sweep(const FloatFormat& format) {
  std::mt19937_64 random(5);
  Patterns magnitudes = some_magnitudes(format, random);
  for (const mpq_class& middle : middles()) {
    const std::uint64_t bits = round_to_nearest(format, {FloatClass::kFinite, false, middle});
    for (const std::uint64_t beside : {bits - 1, bits, bits + 1}) {
      if (beside < format.infinity()) magnitudes.push_back(beside);
    }
  }
  Patterns patterns;
  for (const std::uint64_t magnitude : magnitudes) {
    patterns.push_back(magnitude);
    patterns.push_back(magnitude | format.sign_bit());
  }
  const std::uint64_t mask = format.sign_bit() | (format.sign_bit() - 1);
  for (int i = 0; i < 4000; ++i) patterns.push_back(random() & mask);
  // Random bits are mostly far out of the range of the other formats.
  for (int i = 0; i < 4000; ++i) {
    const double near_one = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 80) - 93);
    const std::uint64_t sign = random() % 2 == 0 ? 0 : format.sign_bit();
    patterns.push_back(sign | round_to_nearest(format, from_double(near_one)));
  }
  return patterns;
}

Patterns integer_sweep(DataType type) {
  const IntegerFormat format = integer_format(type).value();
  std::mt19937_64 random(6);
  Patterns patterns;
  const auto add = [&](const mpz_class& value) {
    if (value >= format.least() && value <= format.most()) patterns.push_back(low_bits(type, value));
  };
  add(format.least());
  add(format.most());
  for (const mpq_class& middle : middles()) {
    const mpz_class whole = middle.get_num() / middle.get_den();
    if (whole > format.most() + 1) continue;
    for (int step = -1; step <= 1; ++step) {
      add(whole + step);
      add(-whole + step);
    }
  }
  for (int i = 0; i < 4000; ++i) {
    const std::uint64_t bits = random() >> (random() % 64);
    patterns.push_back(low_bits(type, mpz_class(bits)));
  }
  return patterns;
}

Patterns choose_few(DataType type) {
  constexpr std::size_t kMany = 300;
  Patterns patterns = bytes_of(type) <= 2 ? all_patterns(type) : sweep(type);
  if (patterns.size() <= kMany) return patterns;
  Patterns few;
  if (const auto format = float_format(type)) {
    const std::uint64_t infinity = format->infinity();
    for (const std::uint64_t magnitude : {std::uint64_t{0}, std::uint64_t{1}, infinity - 1, infinity, format->nan()}) {
      few.push_back(magnitude);
      few.push_back(magnitude | format->sign_bit());
    }
  } else {
    const IntegerFormat integer = integer_format(type).value();
    for (const mpz_class& value : {integer.least(), integer.most(), mpz_class(0), mpz_class(-1), mpz_class(1)}) {
      few.push_back(low_bits(type, value));
    }
  }
  // Co-prime to the lengths of the lists that the patterns were made from.
  const std::size_t step = patterns.size() / 100 | 1;
  for (std::size_t i = 0; i < patterns.size(); i += step) few.push_back(patterns[i]);
  return few;
}

}  // namespace

std::vector<std::uint64_t> all_patterns(DataType type) {
  int bits = static_cast<int>(bytes_of(type)) * 8;
  if (type == DataType::kFloat4e2m1) bits = 4;
  Patterns patterns;
  for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << bits; ++pattern) {
    // Below 8 bits some bytes are no element's.
    const bool exists = !integer_format(type) || low_bits(type, mpz_class(pattern)) == pattern;
    if (exists) patterns.push_back(pattern);
  }
  return patterns;
}

std::vector<std::uint64_t> sweep(DataType type) {
  const auto format = float_format(type);
  return format ? float_sweep(*format) : integer_sweep(type);
}

std::vector<std::uint64_t> few_patterns(DataType type) {
  static std::map<DataType, Patterns> known;
  Patterns& few = known[type];
  if (few.empty()) few = choose_few(type);
  return few;
}

std::vector<std::string> numerals() {
  std::vector<std::string> texts = {"0",
                                    "-0",
                                    "+0",
                                    "0.0",
                                    "-0.0",
                                    "1",
                                    "-1",
                                    "+1",
                                    "007",
                                    ".5",
                                    "5.",
                                    "-.5e1",
                                    "3.14",
                                    "1e-5",
                                    "1E8",
                                    "1e+2",
                                    "100.5",
                                    "inf",
                                    "-inf",
                                    "+INF",
                                    "Infinity",
                                    "nan",
                                    "NaN",
                                    "-nan",
                                    "+NAN",
                                    "127",
                                    "128",
                                    "-129",
                                    "255",
                                    "256",
                                    "-256.5",
                                    "2047.5",
                                    "2147483647",
                                    "2147483648",
                                    "-2147483649",
                                    "4294967295.5",
                                    "4294967301",
                                    "4294967301.0",
                                    "9007199254740993",
                                    "9223372036854775807",
                                    "9223372036854775808",
                                    "-9223372036854775808",
                                    "-9223372036854775809",
                                    "18446744073709551615",
                                    "18446744073709551616",
                                    "18446744073709551617",
                                    "1e19",
                                    "1e400",
                                    "-1e400",
                                    "1e-400",
                                    "-1e-400",
                                    "0e400",
                                    "1000001.99999999999999999999999",
                                    "9007199254740993.0",
                                    "9007199254740993.5",
                                    "9223372036854775807.5",
                                    "18446744073709551614.5",
                                    "-0.99999999999999999999999",
                                    "2147483647.99999999999999999",
                                    "1e0000000000000000000001",
                                    "0.000000000000000000000000000000000000000000000000000000001e60"};
  const mpq_class little(1, mpz_class(1) << 1200U);
  for (std::size_t i = 0; i < middles().size(); i += 29) {
    const mpq_class& middle = middles()[i];
    for (const mpq_class& value : {middle, mpq_class(middle + little), mpq_class(middle - little)}) {
      texts.push_back(exact_text(i % 2 == 0 ? value : mpq_class(-value)));
    }
  }
  return texts;
}

}  // namespace hardref::test
