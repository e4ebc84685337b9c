#include "tensor/compare.h"

#include <bit>
#include <cmath>
#include <limits>

#include "support/catch.h"
#include "support/errors.h"

namespace hardref {
namespace {

constexpr Tolerance kNone{.rtol = 0, .atol = 0};
constexpr Tolerance kExact{.exact = true};
constexpr float kInf = INFINITY;

// "same" or the mismatch.
std::string compare(const TensorView& actual, const TensorView& expected, const Tolerance& tolerance = {}) {
  return find_mismatch(actual, expected, tolerance).value_or("same");
}

template <class T>
std::string compare_values(T actual, T expected, const Tolerance& tolerance = {}) {
  return compare(Tensor::of<T>({}, {actual}), Tensor::of<T>({}, {expected}), tolerance);
}

float next(float value, int steps) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) + static_cast<std::uint32_t>(steps));
}

TEST_CASE("element types and shapes must be equal, however few elements there are") {
  CHECK(compare(Tensor(DataType::kFloat16, {2}), Tensor(DataType::kFloat, {2})) ==
        "element type is float16, expected float");
  CHECK(compare(Tensor(DataType::kFloat16, {2}), Tensor(DataType::kFloat, {3})) ==
        "element type is float16, expected float");
  CHECK(compare(Tensor(DataType::kFloat, {2, 3}), Tensor(DataType::kFloat, {3, 2})) ==
        "shape is [2,3], expected [3,2]");
  CHECK(compare(Tensor(DataType::kFloat, {}), Tensor(DataType::kFloat, {1})) == "shape is [], expected [1]");
  CHECK(compare(Tensor(DataType::kFloat, {20, 0, 5}), Tensor(DataType::kFloat, {5, 0, 20})) ==
        "shape is [20,0,5], expected [5,0,20]");
  CHECK(compare(Tensor(DataType::kFloat, {2, 0}), Tensor(DataType::kFloat, {2, 0})) == "same");
}

TEST_CASE("the message names the number, the first and the worst") {
  Tensor actual(DataType::kFloat, {3, 20});
  const Tensor expected(DataType::kFloat, {3, 20});
  CHECK(compare(actual, expected) == "same");
  actual.values<float>()[1] = 0.25F;
  CHECK(compare(actual, expected) ==
        "1 of 60 elements differs; first at [0,1]: 0.25, expected 0 (absolute 0.25, relative inf, 1048576000 ulp)");
  actual.values<float>()[2] = 0.25F;
  actual.values<float>()[44] = -2;
  actual.values<float>()[59] = 1;
  CHECK(
      compare(actual, expected) ==
      "4 of 60 elements differ; first at [0,1]: 0.25, expected 0; worst at [2,4]: -2, expected 0 (absolute 2, relative "
      "inf, 1073741824 ulp)");
  CHECK(compare_values(0.5F, 0.25F) ==
        "1 of 1 elements differs; first at []: 0.5, expected 0.25 (absolute 0.25, relative 1, 8388608 ulp)");
  CHECK(compare_values(0.3, 0.1) ==
        "1 of 1 elements differs; first at []: 0.3, expected 0.1 (absolute 0.2, relative 2, 7205759403792793 ulp)");
}

TEST_CASE("the tolerance is absolute plus relative to what was expected") {
  const Tolerance tolerance{.rtol = 0.25, .atol = 0.5};
  CHECK(compare_values(5.5F, 4.0F, tolerance) == "same");
  CHECK(compare_values(2.5F, 4.0F, tolerance) == "same");
  CHECK(compare_values(next(5.5F, 1), 4.0F, tolerance) != "same");
  CHECK(compare_values(next(2.5F, -1), 4.0F, tolerance) != "same");
  CHECK(compare_values(-5.5F, -4.0F, tolerance) == "same");
  CHECK(compare_values(4.0F, 5.5F, tolerance) == "same");  // 0.5 + 0.25 * 5.5 = 1.875
  CHECK(compare_values(4.0F, 2.75F, tolerance) != "same");
  CHECK(compare_values(0.5F, 0.0F, tolerance) == "same");
  CHECK(compare_values(next(0.5F, 1), 0.0F, tolerance) != "same");
}

TEST_CASE("the default tolerance is that of ONNX's backend tests") {
  CHECK(compare_values(1.000999, 1.0) == "same");
  CHECK(compare_values(1.001001, 1.0) != "same");
  CHECK(compare_values(0.99e-7, 0.0) == "same");
  CHECK(compare_values(1.01e-7, 0.0) != "same");
}

TEST_CASE("NaN equals NaN and nothing else, in every mode") {
  for (const Tolerance& tolerance :
       {Tolerance{}, kNone, kExact, Tolerance{.ulp = UINT64_MAX}, Tolerance{.rtol = HUGE_VAL}}) {
    CHECK(compare_values(NAN, NAN, tolerance) == "same");
    CHECK(compare_values(std::bit_cast<float>(0xff800001U), NAN, tolerance) == "same");
    CHECK(compare_values<Float16>({0x7c01}, {0xfe00}, tolerance) == "same");
    CHECK(compare_values<BFloat16>({0x7f81}, {0xffc0}, tolerance) == "same");
    CHECK(compare_values(NAN, 1.0F, tolerance) == "1 of 1 elements differs; first at []: nan, expected 1");
    CHECK(compare_values(1.0F, NAN, tolerance) == "1 of 1 elements differs; first at []: 1, expected nan");
    CHECK(compare_values(kInf, NAN, tolerance) == "1 of 1 elements differs; first at []: inf, expected nan");
  }
}

TEST_CASE("an infinity equals the one of its sign and no finite value, in every mode") {
  for (const Tolerance& tolerance :
       {Tolerance{}, kNone, kExact, Tolerance{.ulp = UINT64_MAX}, Tolerance{.rtol = HUGE_VAL}}) {
    CHECK(compare_values(kInf, kInf, tolerance) == "same");
    CHECK(compare_values(-kInf, -kInf, tolerance) == "same");
    CHECK(compare_values(kInf, -kInf, tolerance) == "1 of 1 elements differs; first at []: inf, expected -inf");
    CHECK(compare_values(1.0F, kInf, tolerance) == "1 of 1 elements differs; first at []: 1, expected inf");
    CHECK(compare_values(std::numeric_limits<float>::max(), kInf, tolerance) ==
          "1 of 1 elements differs; first at []: 3.4028235e+38, expected inf");
    CHECK(compare_values(-kInf, -1.0F, tolerance) == "1 of 1 elements differs; first at []: -inf, expected -1");
  }
}

TEST_CASE("a NaN or an infinity hides no finite difference") {
  CHECK(compare(Tensor::of<float>({3}, {1e30F, NAN, kInf}), Tensor::of<float>({3}, {0, 0, 0})) ==
        "3 of 3 elements differ; first at [0]: 1e+30, expected 0 (absolute 1e+30, relative inf, 1900671690 ulp)");
  CHECK(compare(Tensor::of<float>({3}, {NAN, 3, kInf}), Tensor::of<float>({3}, {0, 2, 0})) ==
        "3 of 3 elements differ; first at [0]: nan, expected 0; worst at [1]: 3, expected 2 (absolute 1, relative 0.5, "
        "4194304 ulp)");
}

TEST_CASE("exact means the same bits") {
  CHECK(compare_values(1.0F, 1.0F, kExact) == "same");
  CHECK(compare_values(0.0F, -0.0F) == "same");
  CHECK(compare_values(0.0F, -0.0F, kNone) == "same");
  CHECK(compare_values(0.0F, -0.0F, kExact) ==
        "1 of 1 elements differs; first at []: 0, expected -0 (absolute 0, relative 0, 0 ulp)");
  CHECK(compare_values<Float16>({0x8000}, {0x0000}, kExact) ==
        "1 of 1 elements differs; first at []: -0.0, expected 0.0 (absolute 0, relative 0, 0 ulp)");
  CHECK(compare_values(next(1.0F, 1), 1.0F, Tolerance{.rtol = 1, .ulp = 5, .exact = true}) ==
        "1 of 1 elements differs; first at []: 1.0000001, expected 1 (absolute 1.19209e-07, relative 1.19209e-07, 1 "
        "ulp)");
}

TEST_CASE("units in the last place are those of the element type") {
  const auto ulp = [](std::uint64_t units) { return Tolerance{.rtol = 0, .atol = 0, .ulp = units}; };
  CHECK(compare_values(next(1.0F, 4), 1.0F, ulp(4)) == "same");
  CHECK(compare_values(next(1.0F, -4), 1.0F, ulp(4)) == "same");
  CHECK(compare_values(next(1.0F, 5), 1.0F, ulp(4)) ==
        "1 of 1 elements differs; first at []: 1.0000006, expected 1 (absolute 5.96046e-07, relative 5.96046e-07, 5 "
        "ulp)");
  CHECK(compare_values(1.0F, next(1.0F, 1), ulp(0)) != "same");
  CHECK(compare_values(0.0F, -0.0F, ulp(0)) == "same");
  // Across zero: one step to +0, which is -0, and one step on.
  CHECK(compare_values(std::bit_cast<float>(1U), std::bit_cast<float>(0x80000001U), ulp(2)) == "same");
  CHECK(compare_values(std::bit_cast<float>(1U), std::bit_cast<float>(0x80000001U), ulp(1)) != "same");
  CHECK(compare_values<Float16>({0x3c02}, {0x3c00}, ulp(2)) == "same");
  CHECK(compare_values<Float16>({0x3c02}, {0x3c00}, ulp(1)) ==
        "1 of 1 elements differs; first at []: 1.002, expected 1.0 (absolute 0.00195312, relative 0.00195312, 2 ulp)");
  CHECK(compare_values<BFloat16>({0x3f81}, {0x3f80}, ulp(1)) == "same");
  CHECK(compare_values<BFloat16>({0x3f81}, {0x3f80}, ulp(0)) ==
        "1 of 1 elements differs; first at []: 1.01, expected 1.0 (absolute 0.0078125, relative 0.0078125, 1 ulp)");
  CHECK(compare_values(std::nextafter(1.0, 2.0), 1.0, ulp(1)) == "same");
  CHECK(compare_values(std::nextafter(1.0, 2.0), 1.0, ulp(0)) ==
        "1 of 1 elements differs; first at []: 1.0000000000000002, expected 1 (absolute 2.22045e-16, relative "
        "2.22045e-16, 1 ulp)");
}

TEST_CASE("the distance of the largest doubles of both signs does not overflow") {
  constexpr double kMax = std::numeric_limits<double>::max();
  CHECK(compare_values(kMax, -kMax) ==
        "1 of 1 elements differs; first at []: 1.7976931348623157e+308, expected -1.7976931348623157e+308 (absolute "
        "3.59539e+308, relative 2, 18437736874454810622 ulp)");
  CHECK(compare_values(kMax, -kMax, Tolerance{.rtol = 0, .ulp = 18437736874454810622U}) == "same");
  CHECK(compare_values(kMax, -kMax, Tolerance{.rtol = 0, .ulp = 18437736874454810621U}) != "same");
}

TEST_CASE("integers compare exactly unless they are given a tolerance of their own") {
  const Tolerance two{.integer_atol = 2};
  CHECK(compare_values<std::int32_t>(7, 9, two) == "same");
  CHECK(compare_values<std::int32_t>(7, 10, two) != "same");
  CHECK(compare_values<std::uint8_t>(0, 255, two) != "same");
  CHECK(compare_values<Int4>({-8}, {-6}, two) == "same");
  CHECK(compare_values<Int4>({-8}, {-5}, two) != "same");
  CHECK(compare_values<std::int64_t>(INT64_MIN, INT64_MAX, Tolerance{.integer_atol = UINT64_MAX}) == "same");
  CHECK(compare_values(true, false, two) != "same");
  CHECK(compare_values(1.0F, 2.0F, two) != "same");
}

TEST_CASE("integers and bools compare exactly, whatever the tolerance") {
  const Tolerance loose{.rtol = 1, .atol = 100, .ulp = 100};
  CHECK(compare_values<std::int32_t>(7, 7, loose) == "same");
  CHECK(compare_values<std::int32_t>(7, 8, loose) ==
        "1 of 1 elements differs; first at []: 7, expected 8 (absolute 1)");
  CHECK(compare_values<std::int8_t>(-128, 127) ==
        "1 of 1 elements differs; first at []: -128, expected 127 (absolute 255)");
  CHECK(compare_values<std::uint8_t>(0, 255) == "1 of 1 elements differs; first at []: 0, expected 255 (absolute 255)");
  CHECK(compare_values<std::int64_t>(9007199254740993, 9007199254740992) ==
        "1 of 1 elements differs; first at []: 9007199254740993, expected 9007199254740992 (absolute 1)");
  CHECK(compare_values<std::int64_t>(INT64_MIN, INT64_MAX) ==
        "1 of 1 elements differs; first at []: -9223372036854775808, expected 9223372036854775807 (absolute "
        "18446744073709551615)");
  CHECK(compare_values<std::uint64_t>(UINT64_MAX, 0) ==
        "1 of 1 elements differs; first at []: 18446744073709551615, expected 0 (absolute 18446744073709551615)");
  CHECK(compare_values(true, true) == "same");
  CHECK(compare_values(true, false, loose) == "1 of 1 elements differs; first at []: 1, expected 0");
}

TEST_CASE("the worst integer is found where double would see none") {
  CHECK(compare(Tensor::of<std::uint64_t>({2}, {UINT64_MAX - 1, UINT64_MAX}), Tensor::of<std::uint64_t>({2}, {0, 0})) ==
        "2 of 2 elements differ; first at [0]: 18446744073709551614, expected 0; worst at [1]: 18446744073709551615, "
        "expected 0 (absolute 18446744073709551615)");
}

TEST_CASE("types below 16 bits, complex numbers and strings") {
  CHECK(compare(Tensor::of<Float8e4m3fn>({2}, {{0x38}, {0x39}}), Tensor::of<Float8e4m3fn>({2}, {{0x38}, {0x3a}})) ==
        "1 of 2 elements differs; first at [1]: 1.125, expected 1.25 (absolute 0.125, relative 0.1, 1 ulp)");
  // All NaN patterns are one; -0 and +0 are no two numbers.
  CHECK(compare(Tensor::of<Float8e5m2>({2}, {{0x7d}, {0x80}}), Tensor::of<Float8e5m2>({2}, {{0xff}, {0x00}})) ==
        "same");
  CHECK(compare(Tensor::of<Float8e8m0>({1}, {{0x80}}), Tensor::of<Float8e8m0>({1}, {{0x7f}})) ==
        "1 of 1 elements differs; first at [0]: 2.0, expected 1.0 (absolute 1, relative 1, 1 ulp)");
  CHECK(compare(Tensor::of<Int4>({1}, {{-8}}), Tensor::of<Int4>({1}, {{7}})) ==
        "1 of 1 elements differs; first at [0]: -8, expected 7 (absolute 15)");
  CHECK(compare(Tensor::of<std::complex<float>>({1}, {{1, 2}}), Tensor::of<std::complex<float>>({1}, {{1, 3}})) ==
        "1 of 1 elements differs; first at [0]: 1, 2, expected 1, 3 (absolute 1)");
  CHECK(compare(Tensor::of<std::string>({1}, {"a"}), Tensor::of<std::string>({1}, {"b"})) ==
        "1 of 1 elements differs; first at [0]: \"a\", expected \"b\"");
}

}  // namespace
}  // namespace hardref
