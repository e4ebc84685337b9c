#include <fmt/format.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/elements.h"
#include "tensor/narrow.h"

namespace hardref {
namespace {

using test::Exact;
using test::FloatClass;
using test::kFormat;
using Strings = std::vector<std::string>;

template <class T>
bool is_nan(T value) {
  return test::decode(kFormat<T>, value.bits).float_class == FloatClass::kNan;
}

// Fewer than everything, so that a broken function does not fill the screen.
void add(Strings& wrong, std::string text) {
  if (wrong.size() < 20) wrong.push_back(std::move(text));
}

template <class T>
void check_bits(T found, const Exact& exact, double input, Strings& wrong) {
  const std::uint64_t expected = test::round_to_nearest(kFormat<T>, exact);
  const bool right = exact.float_class == FloatClass::kNan ? is_nan(found) : found.bits == expected;
  if (!right) add(wrong, fmt::format("{:a}: {:#06x}, expected {:#06x}", input, found.bits, expected));
}

template <class T>
void check_float(float input, Strings& wrong) {
  const Exact exact = test::decode(test::kBinary32, std::bit_cast<std::uint32_t>(input));
  check_bits(narrow<T>(input), exact, double{input}, wrong);
}

Float16 round_double(double value, Float16 /*type*/) { return to_float16(value); }
BFloat16 round_double(double value, BFloat16 /*type*/) { return to_bfloat16(value); }

template <class T>
void check_double(double input, Strings& wrong) {
  check_bits(round_double(input, T{}), test::from_double(input), input, wrong);
}

TEMPLATE_TEST_CASE("every 16-bit pattern widens to its exact value", "", Float16, BFloat16) {
  Strings wrong;
  for (std::uint32_t bits = 0; bits <= 0xffffU; ++bits) {
    const TestType value{static_cast<std::uint16_t>(bits)};
    const Exact expected = test::decode(kFormat<TestType>, bits);
    const float wide = to_float(value);
    const Exact found = test::decode(test::kBinary32, std::bit_cast<std::uint32_t>(wide));
    if (found.float_class != expected.float_class || found.negative != expected.negative ||
        found.value != expected.value ||
        std::bit_cast<std::uint32_t>(widen(value)) != std::bit_cast<std::uint32_t>(wide)) {
      add(wrong, fmt::format("{:#06x}: {}", bits, wide));
    }
  }
  CHECK(wrong == Strings{});
}

TEMPLATE_TEST_CASE("every 16-bit pattern survives float and double", "", Float16, BFloat16) {
  Strings wrong;
  for (std::uint32_t bits = 0; bits <= 0xffffU; ++bits) {
    const TestType value{static_cast<std::uint16_t>(bits)};
    const TestType from_float = narrow<TestType>(to_float(value));
    const TestType from_double = round_double(double{to_float(value)}, TestType{});
    const bool right =
        is_nan(value) ? is_nan(from_float) && is_nan(from_double) : from_float.bits == bits && from_double.bits == bits;
    if (!right) add(wrong, fmt::format("{:#06x}: {:#06x} {:#06x}", bits, from_float.bits, from_double.bits));
  }
  CHECK(wrong == Strings{});
}

// One and three times every power of two lie halfway between two results wherever the cut falls, once with the even one
// below and once above.
TEMPLATE_TEST_CASE("floats around every halfway point round to nearest even", "", Float16, BFloat16) {
  Strings wrong;
  for (std::uint32_t upper = 0; upper < 512; ++upper) {  // sign and exponent
    for (int bit = 0; bit <= 22; ++bit) {
      for (const std::uint32_t factor : {1U, 3U}) {
        for (const std::uint32_t offset : {0xffffffffU, 0U, 1U}) {
          const std::uint32_t mantissa = ((factor << bit) + offset) & 0x7fffffU;
          check_float<TestType>(std::bit_cast<float>(upper << 23 | mantissa), wrong);
          check_float<TestType>(std::bit_cast<float>(upper << 23 | (mantissa ^ 0x7fffffU)), wrong);
        }
      }
    }
  }
  CHECK(wrong == Strings{});
}

TEMPLATE_TEST_CASE("random floats round to nearest even", "", Float16, BFloat16) {
  std::mt19937 random(3);
  Strings wrong;
  for (int i = 0; i < 1'000'000; ++i) {
    check_float<TestType>(std::bit_cast<float>(static_cast<std::uint32_t>(random())), wrong);
  }
  CHECK(wrong == Strings{});
}

// The neighbours of a halfway point in double are halfway points in float: rounding twice shows here.
TEMPLATE_TEST_CASE("doubles around every halfway point round once", "", Float16, BFloat16) {
  Strings wrong;
  const auto infinity = static_cast<std::uint32_t>(kFormat<TestType>.infinity());
  for (std::uint32_t bits = 0; bits < infinity; ++bits) {
    const double below = to_float(TestType{static_cast<std::uint16_t>(bits)});
    // What would follow the largest finite number, were there a larger exponent.
    const double above = bits + 1 == infinity ? std::ldexp(1.0, kFormat<TestType>.max_exponent + 1)
                                              : to_float(TestType{static_cast<std::uint16_t>(bits + 1)});
    const double halfway = (below + above) / 2;
    for (const double value : {std::nextafter(halfway, below), halfway, std::nextafter(halfway, above)}) {
      check_double<TestType>(value, wrong);
      check_double<TestType>(-value, wrong);
    }
  }
  CHECK(wrong == Strings{});
}

TEMPLATE_TEST_CASE("random doubles round once", "", Float16, BFloat16) {
  std::mt19937_64 random(4);
  Strings wrong;
  for (int i = 0; i < 100'000; ++i) {
    check_double<TestType>(std::bit_cast<double>(random()), wrong);
    // Exponents near those of the type, and bits that are mostly far from the cut: 1.b * 2^e * (1 + tiny).
    const double near =
        std::ldexp(1 + static_cast<double>(random() % 8192) / 8192, static_cast<int>(random() % 300) - 160);
    check_double<TestType>(near * (1 + std::ldexp(static_cast<double>(random() % 3) - 1, -45)), wrong);
  }
  CHECK(wrong == Strings{});
}

TEST_CASE("float16 from double: known values") {
  CHECK(to_float16(1 + 0x1p-11 + 0x1p-40).bits == 0x3c01);
  CHECK(to_float16(1 + 0x1p-11).bits == 0x3c00);
  CHECK(to_float16(65519).bits == 0x7bff);
  CHECK(to_float16(65520).bits == 0x7c00);
  CHECK(to_float16(-65520).bits == 0xfc00);
  CHECK(to_float16(0x1p-25).bits == 0x0000);
  CHECK(to_float16(2.9802325e-08).bits == 0x0001);
  CHECK(to_float16(-0.0).bits == 0x8000);
  CHECK(to_float16(1e-12).bits == 0x0000);
  CHECK(to_float16(123456.7).bits == 0x7c00);
  CHECK(to_float16(5e-324).bits == 0x0000);
  CHECK(to_float16(-5e-324).bits == 0x8000);
  CHECK(to_float16(1.7976931348623157e308).bits == 0x7c00);
}

TEST_CASE("bfloat16 from double: known values") {
  CHECK(to_bfloat16(1 + 0x1p-8 + 0x1p-40).bits == 0x3f81);
  CHECK(to_bfloat16(1 + 0x1p-8).bits == 0x3f80);
  CHECK(to_bfloat16(3.14).bits == 0x4049);
  CHECK(to_bfloat16(1.01171875).bits == 0x3f82);
  CHECK(to_bfloat16(0.48033667).bits == 0x3ef6);
  CHECK(to_bfloat16(3.4e38).bits == 0x7f80);
  CHECK(to_bfloat16(-0.0).bits == 0x8000);
  CHECK(to_bfloat16(0x1p-134).bits == 0x0000);
  CHECK(to_bfloat16(0x1.00001p-134).bits == 0x0001);
  CHECK(to_bfloat16(1.7976931348623157e308).bits == 0x7f80);
}

TEST_CASE("a NaN whose payload lies in the dropped bits stays a NaN") {
  for (const std::uint32_t bits : {0x7f800001U, 0xff800001U, 0x7fffffffU, 0xffffffffU, 0x7f801fffU, 0x7fc00000U}) {
    const auto value = std::bit_cast<float>(bits);
    CHECK(is_nan(narrow_to_float16(value)));
    CHECK(is_nan(narrow_to_bfloat16(value)));
    CHECK(is_nan(to_float16(double{value})));
    CHECK(is_nan(to_bfloat16(double{value})));
  }
  CHECK(is_nan(to_float16(std::bit_cast<double>(0x7ff0000000000001U))));
  CHECK(is_nan(to_bfloat16(std::bit_cast<double>(0x7ff0000000000001U))));
}

}  // namespace
}  // namespace hardref
