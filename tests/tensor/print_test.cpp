#include "tensor/print.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/decimal_text.h"
#include "support/elements.h"
#include "support/errors.h"
#include "tensor/small_floats.h"

namespace hardref {
namespace {

using test::Exact;
using test::FloatClass;
using test::kFormat;
using Strings = std::vector<std::string>;

std::uint16_t read_back(const std::string& text, Float16 /*type*/) {
  return to_float16(std::strtod(text.c_str(), nullptr)).bits;
}
std::uint16_t read_back(const std::string& text, BFloat16 /*type*/) {
  return to_bfloat16(std::strtod(text.c_str(), nullptr)).bits;
}

mpq_class scaled(const mpz_class& digits, int exponent) { return digits * test::power_of_ten(exponent); }

// A decimal without its sign, exactly, and how many digits it takes between its first and its last that is not 0.
struct Parsed {
  mpq_class value;
  int digits = 0;
  int first_exponent = 0;  // the power of ten of the first digit
};

Parsed parse(std::string text) {
  int exponent = 0;
  if (const std::size_t e = text.find('e'); e != std::string::npos) {
    exponent = std::stoi(text.substr(e + 1));
    text.resize(e);
  }
  if (const std::size_t point = text.find('.'); point != std::string::npos) {
    exponent -= static_cast<int>(text.size() - point - 1);
    text.erase(point, 1);
  }
  while (text.size() > 1 && text.back() == '0') {
    text.pop_back();
    ++exponent;
  }
  const std::size_t first = std::min(text.find_first_not_of('0'), text.size() - 1);
  const auto digits = static_cast<int>(text.size() - first);
  return {scaled(mpz_class(text.substr(first)), exponent), digits, exponent + digits - 1};
}

template <class T>
bool is_read_as(const mpq_class& value, T expected) {
  return test::round_to_nearest(kFormat<T>, Exact{FloatClass::kFinite, false, value}) == expected.bits;
}

// Of all decimals with fewer digits, only the two around the value can come near enough.
template <class T>
bool has_shorter(const Parsed& printed, T value) {
  if (printed.digits == 1) return false;
  const int exponent = printed.first_exponent - printed.digits + 2;
  const mpq_class steps = test::decode(kFormat<T>, value.bits).value / scaled(1, exponent);
  const mpz_class below = steps.get_num() / steps.get_den();
  return is_read_as(scaled(below, exponent), value) || is_read_as(scaled(below + 1, exponent), value);
}

TEMPLATE_TEST_CASE("every 16-bit value prints as the shortest text that reads back", "", Float16, BFloat16) {
  Strings wrong;
  for (std::uint32_t bits = 0; bits < kFormat<TestType>.infinity(); ++bits) {
    const TestType value{static_cast<std::uint16_t>(bits)};
    const std::string text = shortest(value);
    const Parsed printed = parse(text);
    if (read_back(text, value) != bits || !is_read_as(printed.value, value) || has_shorter(printed, value) ||
        text.find_first_of(".e") == std::string::npos ||
        shortest(TestType{static_cast<std::uint16_t>(bits | 0x8000U)}) != "-" + text) {
      wrong.push_back(fmt::format("{:#06x}: {}", bits, text));
    }
  }
  CHECK(wrong == Strings{});
}

TEMPLATE_TEST_CASE("16-bit infinities and NaNs print as words", "", Float16, BFloat16) {
  const auto infinity = static_cast<std::uint32_t>(kFormat<TestType>.infinity());
  CHECK(shortest(TestType{static_cast<std::uint16_t>(infinity)}) == "inf");
  CHECK(shortest(TestType{static_cast<std::uint16_t>(infinity | 0x8000U)}) == "-inf");
  Strings wrong;
  for (std::uint32_t bits = infinity + 1; bits < 0x8000U; ++bits) {
    for (const std::uint32_t sign : {0U, 0x8000U}) {
      const std::string text = shortest(TestType{static_cast<std::uint16_t>(bits | sign)});
      if (text != "nan") wrong.push_back(text);
    }
  }
  CHECK(wrong == Strings{});
}

TEST_CASE("float and double print as the shortest text that reads back") {
  std::mt19937_64 random(5);
  Strings wrong;
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = random();
    const auto wide = std::bit_cast<double>(bits);
    if (std::isfinite(wide) && std::bit_cast<std::uint64_t>(std::strtod(shortest(wide).c_str(), nullptr)) != bits) {
      wrong.push_back(shortest(wide));
    }
    const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (std::isfinite(narrow) && std::strtof(shortest(narrow).c_str(), nullptr) != narrow) {
      wrong.push_back(shortest(narrow));
    }
  }
  CHECK(wrong == Strings{});
}

TEST_CASE("the layout of a floating-point value") {
  CHECK(shortest(1.0F) == "1.0");
  CHECK(shortest(0.1F) == "0.1");
  CHECK(shortest(1e10F) == "10000000000.0");
  CHECK(shortest(1e-5F) == "1e-05");
  CHECK(shortest(1.5e-5F) == "1.5e-05");
  CHECK(shortest(0.0001F) == "0.0001");
  CHECK(shortest(0.00012F) == "0.00012");
  CHECK(shortest(1e15) == "1000000000000000.0");
  CHECK(shortest(9999999999999998.0) == "9999999999999998.0");
  CHECK(shortest(1e16) == "1e+16");
  CHECK(shortest(1.25e100) == "1.25e+100");
  CHECK(shortest(123456.789) == "123456.789");
  CHECK(shortest(120.0) == "120.0");
  CHECK(shortest(0.1 + 0.2) == "0.30000000000000004");
  CHECK(shortest(5e-324) == "5e-324");
  CHECK(shortest(0.0) == "0.0");
  CHECK(shortest(-0.0F) == "-0.0");
  CHECK(shortest(-2.5F) == "-2.5");
  CHECK(shortest(std::numeric_limits<float>::max()) == "3.4028235e+38");
  CHECK(shortest(INFINITY) == "inf");
  CHECK(shortest(-double{INFINITY}) == "-inf");
  CHECK(shortest(NAN) == "nan");
  CHECK(shortest(std::copysign(double{NAN}, -1.0)) == "nan");
  CHECK(shortest(to_float16(0.1)) == "0.1");
  CHECK(shortest(to_float16(65504)) == "65500.0");
  CHECK(shortest(Float16{1}) == "6e-08");
  // Four digits, although the nearest decimal of four digits, 0.01562, belongs to another value.
  CHECK(shortest(to_float16(0x1p-6)) == "0.01563");
  CHECK(shortest(to_bfloat16(0x1p64)) == "1.85e+19");
}

TEST_CASE("a tensor as text") {
  CHECK(to_text(Tensor::of<float>({2}, {0.5F, 1.0F})) == "float[2]{0.5, 1}");
  CHECK(to_text(Tensor::of<float>({}, {0.5F})) == "float{0.5}");
  CHECK(to_text(Tensor(DataType::kFloat, {0})) == "float[0]{}");
  CHECK(to_text(Tensor(DataType::kInt8, {2, 0, 3})) == "int8[2,0,3]{}");
  CHECK(to_text(Tensor::of<double>({2, 2}, {-0.0, 1e10, INFINITY, NAN})) == "double[2,2]{-0, 10000000000, inf, nan}");
  CHECK(to_text(Tensor::of<Float16>({4}, {{0x3c00}, {0x0001}, {0x7c00}, {0xfe00}})) ==
        "float16[4]{1.0, 6e-08, inf, nan}");
  CHECK(to_text(Tensor::of<BFloat16>({2}, {{0x3f80}, {0x8000}})) == "bfloat16[2]{1.0, -0.0}");
  CHECK(to_text(Tensor::of<bool>({2}, {true, false})) == "bool[2]{1, 0}");
  CHECK(to_text(Tensor::of<std::int8_t>({2}, {-128, 65})) == "int8[2]{-128, 65}");
  CHECK(to_text(Tensor::of<std::uint8_t>({1}, {255})) == "uint8[1]{255}");
  CHECK(to_text(Tensor::of<std::int64_t>({1}, {INT64_MIN})) == "int64[1]{-9223372036854775808}");
  CHECK(to_text(Tensor::of<std::uint64_t>({1}, {UINT64_MAX})) == "uint64[1]{18446744073709551615}");
}

TEST_CASE("a long tensor is cut to its first values") {
  const Tensor tensor = Tensor::of<std::int16_t>({2, 2}, {1, 2, 3, 4});
  CHECK(to_text(tensor, 4) == "int16[2,2]{1, 2, 3, 4}");
  CHECK(to_text(tensor, 3) == "int16[2,2]{1, 2, 3, ... 4 values}");
  CHECK(to_text(tensor, 1) == "int16[2,2]{1, ... 4 values}");
  CHECK(to_text(tensor, 0) == "int16[2,2]{... 4 values}");
  CHECK(to_text(Tensor(), 0) == "float[0]{}");
}

TEST_CASE("one element as text") {
  const Tensor tensor = Tensor::of<float>({2, 2}, {1, 2, 0.25F, 100});
  CHECK(element_text(tensor, 0) == "1");
  CHECK(element_text(tensor, 2) == "0.25");
  CHECK(element_text(tensor, 3) == "100");
  CHECK(element_text(Tensor::of<Float16>({}, {{0x5640}}), 0) == "100.0");
}

TEST_CASE("types below 16 bits, complex numbers and strings as text") {
  CHECK(to_text(Tensor::of<Float8e4m3fn>({3}, {{0x7e}, {0x7f}, {0x80}})) == "float8e4m3fn[3]{448.0, nan, -0.0}");
  CHECK(to_text(Tensor::of<Float8e4m3fnuz>({2}, {{0x7f}, {0x80}})) == "float8e4m3fnuz[2]{240.0, nan}");
  CHECK(to_text(Tensor::of<Float8e5m2>({2}, {{0x7b}, {0xfc}})) == "float8e5m2[2]{57344.0, -inf}");
  CHECK(to_text(Tensor::of<Float8e8m0>({3}, {{0x00}, {0x7f}, {0xff}})) == "float8e8m0[3]{5.877472e-39, 1.0, nan}");
  CHECK(to_text(Tensor::of<Float4e2m1>({3}, {{0x01}, {0x07}, {0x0f}})) == "float4e2m1[3]{0.5, 6.0, -6.0}");
  CHECK(to_text(Tensor::of<Int4>({2}, {{-8}, {7}})) == "int4[2]{-8, 7}");
  CHECK(to_text(Tensor::of<Uint2>({2}, {{0}, {3}})) == "uint2[2]{0, 3}");
  CHECK(to_text(Tensor::of<std::complex<double>>({1}, {{1, -0.5}})) == "complex128[1]{1, -0.5}");
  CHECK(to_text(Tensor::of<std::string>({2}, {"a\"b\\", ""})) == R"(string[2]{"a\"b\\", ""})");
}

}  // namespace
}  // namespace hardref
