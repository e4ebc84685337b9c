// One output that is not what was expected, as data. Each number was computed apart from the project.
#include "judge/mismatch.h"

#include "support/files.h"

namespace hardref::test {
namespace {

const Tolerance kOnnx{.rtol = 1e-3, .atol = 1e-7};
const Tolerance kExact{.exact = true};

Mismatch compare(std::string_view actual, std::string_view expected, const Tolerance& tolerance = kOnnx) {
  const auto mismatch = compare_output("y", model::parse_tensor(actual), model::parse_tensor(expected), tolerance);
  REQUIRE(mismatch.has_value());
  return *mismatch;
}

TEST_CASE("mismatch: nothing where the tolerance covers all") {
  const Tensor one = Tensor::of<float>({1}, {1});
  CHECK_FALSE(compare_output("y", one, Tensor::of<float>({1}, {1.0009F}), kOnnx));
  CHECK(compare_output("y", one, Tensor::of<float>({1}, {1.0011F}), kOnnx));
}

TEST_CASE("mismatch: bits of every kind of type") {
  const auto bits = [](std::string_view actual, std::string_view expected) {
    const Mismatch mismatch = compare(actual, expected, kExact);
    return mismatch.first->actual_bits + " " + mismatch.first->expected_bits;
  };
  CHECK(bits("float16{1.0}", "float16{-2.0}") == "0x3c00 0xc000");
  CHECK(bits("bfloat16{1.0}", "bfloat16{-2.0}") == "0x3f80 0xc000");
  CHECK(bits("double{1}", "double{-2}") == "0x3ff0000000000000 0xc000000000000000");
  CHECK(bits("float8e4m3fn{1.0}", "float8e4m3fn{2.0}") == "0x38 0x40");
  CHECK(bits("float4e2m1{1.0}", "float4e2m1{-1.0}") == "0x2 0xa");
  CHECK(bits("int8{-1}", "int8{1}") == "0xff 0x01");
  CHECK(bits("int64{-1}", "int64{1}") == "0xffffffffffffffff 0x0000000000000001");
  CHECK(bits("bool{1}", "bool{0}") == "0x01 0x00");
  CHECK(bits("int4{-1}", "int4{1}") == "0xf 0x1");
  CHECK(bits("uint2{3}", "uint2{1}") == "0x3 0x1");
  CHECK(bits("string{\"a\"}", "string{\"b\"}") == " ");
  const auto complex = compare_output("y", Tensor::of<std::complex<float>>({}, {{1, -2}}),
                                      Tensor::of<std::complex<float>>({}, {{1, 2}}), kOnnx);
  CHECK(complex->first->actual_bits == "0x3f800000 0xc0000000");
}

TEST_CASE("mismatch: the tolerance that is said to pass passes, and nothing much smaller does") {
  const Tensor actual = model::parse_tensor("float[4]{1.0015, -3.02, 0.0001, 1e30}");
  const Tensor expected = model::parse_tensor("float[4]{1, -3, 0.00012, 1.1e30}");
  const PassingTolerance passing = compare_output("y", actual, expected, kOnnx)->passing;
  const auto passes = [&](const Tolerance& tolerance) { return !find_mismatch(actual, expected, tolerance); };
  REQUIRE(passing.rtol);
  CHECK(passes({.rtol = *passing.rtol, .atol = kOnnx.atol}));
  CHECK_FALSE(passes({.rtol = std::nextafter(*passing.rtol, 0.0), .atol = kOnnx.atol}));
  REQUIRE(passing.atol);
  CHECK(passes({.rtol = kOnnx.rtol, .atol = *passing.atol}));
  CHECK_FALSE(passes({.rtol = kOnnx.rtol, .atol = std::nextafter(*passing.atol, 0.0)}));
  REQUIRE(passing.ulp);
  CHECK(passes({.rtol = kOnnx.rtol, .atol = kOnnx.atol, .ulp = *passing.ulp}));
  CHECK_FALSE(passes({.rtol = kOnnx.rtol, .atol = kOnnx.atol, .ulp = *passing.ulp - 1}));
}

TEST_CASE("mismatch: no relative tolerance helps where zero is expected") {
  const PassingTolerance passing = compare("float[2]{0.5, 1.5}", "float[2]{0, 1}").passing;
  CHECK_FALSE(passing.rtol);
  CHECK(*passing.atol == 0.5);
  CHECK(*passing.ulp == 0x3f000000);
}

TEST_CASE("mismatch: the sample is bounded, spread evenly, and holds the first and the worst") {
  Tensor expected(DataType::kFloat, {100'000});
  Tensor actual(DataType::kFloat, {100'000});
  actual.values<float>()[12'345] = 1;
  actual.values<float>()[77'777] = -2;
  const Mismatch mismatch = *compare_output("y", actual, expected, kOnnx);
  CHECK(mismatch.sample.size() == kMaxSamplePoints);
  std::size_t last = 0;
  std::size_t widest = 0;
  for (const SamplePoint& point : mismatch.sample) {
    widest = std::max(widest, point.element - last);
    last = point.element;
  }
  CHECK(widest <= 25);
  CHECK(last >= 99'975);
  const auto at = [&](std::size_t element) {
    return *std::ranges::find(mismatch.sample, element, &SamplePoint::element);
  };
  CHECK(at(12'345).actual == 1);
  CHECK(at(12'345).expected == 0);
  CHECK(at(12'345).ulp_error == 0x3f800000);
  CHECK(at(77'777).ulp_error == -0x40000000);
}

TEST_CASE("mismatch: small outputs are sampled whole, NaN without a distance, text not at all") {
  const Mismatch mismatch = compare("float16[3]{nan, 1.0, 3.0}", "float16[3]{0.0, 1.0, 2.0}");
  REQUIRE(mismatch.sample.size() == 3);
  CHECK(std::isnan(mismatch.sample[0].actual));
  CHECK_FALSE(mismatch.sample[0].ulp_error);
  CHECK(mismatch.sample[1].ulp_error == 0);
  CHECK(mismatch.sample[2].ulp_error == 512);
  CHECK(compare("string{\"a\"}", "string{\"b\"}").sample.empty());
  CHECK(compare("double{-1e300}", "double{1e300}").sample.at(0).ulp_error ==
        std::numeric_limits<std::int64_t>::min() + 1);
}

}  // namespace
}  // namespace hardref::test
