#include "support/exact.h"

#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/catch.h"

namespace hardref::test {
namespace {

using Strings = std::vector<std::string>;

std::string describe(double value) {
  return std::to_string(value) + " " + std::to_string(std::bit_cast<std::uint64_t>(value));
}

// Any bits of a double, or those of a double in the range of float, which random bits rarely hit.
std::vector<double> doubles() {
  std::mt19937_64 random(1);
  std::vector<double> result = {0.0,
                                -0.0,
                                0x1p-1074,
                                -0x1p-1074,
                                0x1p-1022,
                                0x1p-149,
                                0x1p-150,
                                0x1.8p-149,
                                0x1p-126,
                                0x1.fffffffp-127,
                                0x1.fffffep127,
                                0x1.ffffffp127,
                                0x1.fffffefffffffp127,
                                INFINITY};
  for (int i = 0; i < 20'000; ++i) {
    result.push_back(std::bit_cast<double>(random()));
    const int exponent = static_cast<int>(random() % 290) - 155;
    result.push_back(std::ldexp(1.0 + static_cast<double>(random() >> 12) * 0x1p-52, exponent));
  }
  return result;
}

TEST_CASE("the oracle reads doubles as GMP does") {
  Strings wrong;
  for (const double value : doubles()) {
    const Exact exact = from_double(value);
    const bool same = std::isnan(value)   ? exact.float_class == FloatClass::kNan
                      : std::isinf(value) ? exact.float_class == FloatClass::kInfinite
                                          : exact.float_class == FloatClass::kFinite && exact.value == mpq_class(value);
    if (!same || (!std::isnan(value) && exact.negative != std::signbit(value))) wrong.push_back(describe(value));
  }
  CHECK(wrong == Strings{});
}

TEST_CASE("the oracle rounds as the processor does") {
  Strings wrong;
  for (const double value : doubles()) {
    const std::uint64_t rounded = round_to_nearest(kBinary32, from_double(value));
    const auto narrow = static_cast<float>(value);
    if (rounded != (std::isnan(narrow) ? kBinary32.nan() : std::bit_cast<std::uint32_t>(narrow))) {
      wrong.push_back(describe(value));
    }
    const std::uint64_t same = round_to_nearest(kBinary64, from_double(value));
    if (!std::isnan(value) && same != std::bit_cast<std::uint64_t>(value)) wrong.push_back(describe(value));
  }
  CHECK(wrong == Strings{});
}

TEST_CASE("the oracle's formats have the widths of IEEE 754") {
  CHECK(kBinary16.infinity() == 0x7c00U);
  CHECK(kBinary16.nan() == 0x7e00U);
  CHECK(kBinary16.sign_bit() == 0x8000U);
  CHECK(kBfloat16.infinity() == 0x7f80U);
  CHECK(kBfloat16.nan() == 0x7fc0U);
  CHECK(kBfloat16.sign_bit() == 0x8000U);
  CHECK(kBinary32.infinity() == 0x7f800000U);
  CHECK(kBinary64.infinity() == 0x7ff0000000000000U);
}

TEST_CASE("the oracle's HardSigmoid is the processor's in float and double") {
  std::mt19937_64 random(2);
  Strings wrong;
  const auto body = [](auto x, auto alpha, auto beta) {
    const auto product = x * alpha;
    const auto sum = product + beta;
    return sum < 0 ? decltype(x){0} : sum > 1 ? decltype(x){1} : sum;
  };
  for (int i = 0; i < 20'000; ++i) {
    const float x = std::ldexp(static_cast<float>(random() >> 40) - 0x1p23F, -20);
    const float alpha = static_cast<float>(random() >> 40) * 0x1p-24F;
    const float beta = static_cast<float>(random() >> 40) * 0x1p-24F - 0.5F;
    const double wide_x = double{x} / 3;
    if (exact_hard_sigmoid_body(kBinary32, std::bit_cast<std::uint32_t>(x), alpha, beta) !=
        std::bit_cast<std::uint32_t>(body(x, alpha, beta))) {
      wrong.push_back(describe(double{x}));
    }
    if (exact_hard_sigmoid_body(kBinary64, std::bit_cast<std::uint64_t>(wide_x), alpha, beta) !=
        std::bit_cast<std::uint64_t>(body(wide_x, double{alpha}, double{beta}))) {
      wrong.push_back(describe(wide_x));
    }
  }
  CHECK(wrong == Strings{});
}

TEST_CASE("the oracle's HardSigmoid gives the known bits") {
  // Where each of these rounds once per node; computing in float and rounding once gives another last bit.
  CHECK(exact_hard_sigmoid_body(kBinary16, 0x3ec4, 0.2F, 0.5F) == 0x3ab4U);
  CHECK(exact_hard_sigmoid_body(kBinary16, 0xc0ff, 0.2F, 0.5F) == 0x1000U);
  CHECK(exact_hard_sigmoid_body(kBfloat16, 0x401a, 0.2F, 0.5F) == 0x3f7cU);
  CHECK(exact_hard_sigmoid_body(kBfloat16, 0xc01f, 0.2F, 0.5F) == 0x3b00U);
  CHECK(exact_hard_sigmoid_body(kBinary32, 0x40066666, 0.2F, 0.5F) == 0x3f6b851eU);
  CHECK(exact_hard_sigmoid_body(kBinary32, 0xc01ffe5d, 0.2F, 0.5F) == 0x37a78000U);
  CHECK(exact_hard_sigmoid_body(kBinary64, std::bit_cast<std::uint64_t>(1.0), 0.2F, 0.5F) ==
        std::bit_cast<std::uint64_t>(0.7000000029802322));
}

TEST_CASE("the oracle's HardSigmoid treats NaN and infinity operator by operator") {
  const auto body = [](float x, float alpha, float beta) {
    return std::bit_cast<float>(
        static_cast<std::uint32_t>(exact_hard_sigmoid_body(kBinary32, std::bit_cast<std::uint32_t>(x), alpha, beta)));
  };
  CHECK(std::isnan(body(NAN, 0.2F, 0.5F)));
  CHECK(std::isnan(body(1, NAN, 0.5F)));
  CHECK(std::isnan(body(1, 0.2F, NAN)));
  CHECK(body(INFINITY, 0.2F, 0.5F) == 1);
  CHECK(body(-INFINITY, 0.2F, 0.5F) == 0);
  CHECK(body(-INFINITY, -0.5F, 0.25F) == 1);
  CHECK(std::isnan(body(INFINITY, 0, 0.5F)));
  CHECK(std::isnan(body(INFINITY, 1, -INFINITY)));
  CHECK(body(1, 0, 0.5F) == 0.5F);
  // In float16 an alpha of 1e6 is infinite, and 0 times it no number.
  CHECK(exact_hard_sigmoid_body(kBinary16, 0, 1e6F, 0.5F) == kBinary16.nan());
}

}  // namespace
}  // namespace hardref::test
