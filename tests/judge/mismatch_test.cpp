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

TEST_CASE("mismatch: the sample is bounded, what fails comes first, and the rest is spread evenly") {
  Tensor expected(DataType::kFloat, {100'000});
  Tensor actual(DataType::kFloat, {100'000});
  actual.values<float>()[12'345] = 1;
  actual.values<float>()[77'777] = -2;
  const Mismatch mismatch = *compare_output("y", actual, expected, kOnnx);
  CHECK(mismatch.sample.size() == kMaxSamplePoints);
  CHECK(mismatch.sample[0].element == 12'345);
  CHECK(mismatch.sample[1].element == 77'777);
  std::size_t last = 0;
  std::size_t widest = 0;
  for (const SamplePoint& point : std::span(mismatch.sample).subspan(2)) {
    CHECK(point.passes);
    widest = std::max(widest, point.element - last);
    last = point.element;
  }
  CHECK(widest <= 26);
  CHECK(last >= 99'975);
  const auto at = [&](std::size_t element) {
    return *std::ranges::find(mismatch.sample, element, &SamplePoint::element);
  };
  CHECK(at(12'345).actual == 1);
  CHECK(at(12'345).expected == 0);
  CHECK(at(12'345).ulp_error == 0x3f800000);
  CHECK(at(77'777).ulp_error == -0x40000000);
}

TEST_CASE("mismatch: of many elements that fail some are in the sample, the worst ones always") {
  const Tensor expected(DataType::kFloat, {100'000});
  Tensor actual(DataType::kFloat, {100'000});
  for (std::size_t i = 0; i < actual.size(); i += 2) actual.values<float>()[i] = 1;
  actual.values<float>()[77'770] = 2;
  const Mismatch mismatch = *compare_output("y", actual, expected, kOnnx);
  CHECK(mismatch.sample.size() <= kMaxSamplePoints);
  const auto passing = std::ranges::find(mismatch.sample, true, &SamplePoint::passes);
  const auto failing = passing - mismatch.sample.begin();
  CHECK(failing > 2000);
  CHECK(mismatch.sample.end() - passing == 2048);
  CHECK(std::ranges::count(mismatch.sample, true, &SamplePoint::passes) == 2048);
  CHECK(std::ranges::find(mismatch.sample, 77'770, &SamplePoint::element) < passing);
  CHECK(mismatch.sample[static_cast<std::size_t>(failing - 1)].element > 99'900);
}

TEST_CASE("mismatch: the worst by each measure, and what would pass agrees with them") {
  // Apart by 0.5 and 1 ulp; 100 % and 0.1; 1000 ulp near zero.
  const Mismatch mismatch =
      compare("float[4]{8388609, 0.2, 1.401298464e-42, nan}", "float[4]{8388608, 0.1, 0, 1}", {.rtol = 0, .atol = 0});
  CHECK(mismatch.first->index == Shape{0});
  CHECK_FALSE(mismatch.worst);  // the first: absolute 1
  CHECK(mismatch.worst_relative->index == Shape{1});
  CHECK(mismatch.worst_ulp->index == Shape{1});
  CHECK(mismatch.classes.nan == 1);
  CHECK(
      mismatch.summary ==
      "4 of 4 elements differ; first at [0]: 8388609, expected 8388608 (absolute 1, relative 1 at [1], 8388608 ulp at "
      "[1])");
  const Mismatch finite = compare("float[3]{8388609, 1.5, 1.401298464e-42}", "float[3]{8388608, 1, 2.80259693e-42}",
                                  {.rtol = 0, .atol = 0});
  CHECK(finite.passing.ulp == finite.worst_ulp->difference.ulp);
  CHECK(*finite.passing.ulp == 4194304);
}

TEST_CASE("mismatch: an output that passes without being the same says how close it is") {
  std::vector<CloseOutput> close;
  const Tensor expected = Tensor::of<float>({3}, {1, 2, 0});
  CHECK_FALSE(compare_output("y", expected, expected, kOnnx, &close));
  CHECK_FALSE(compare_output("y", Tensor::of<float>({1}, {NAN}), Tensor::of<float>({1}, {-NAN}), kOnnx, &close));
  CHECK(close.empty());
  CHECK_FALSE(compare_output("y", Tensor::of<float>({3}, {1, 2.0000002F, 1e-8F}), expected, kOnnx, &close));
  REQUIRE(close.size() == 1);
  CHECK(close[0].unequal == 2);
  CHECK(close[0].count == 3);
  CHECK(close[0].measures == "absolute 2.38419e-07, relative 1.19209e-07, 841731191 ulp at [2]");
  CHECK_FALSE(compare_output("y", Tensor::of<int>({1}, {7}), Tensor::of<int>({1}, {9}), {.integer_atol = 2}, &close));
  CHECK(close.back().measures == "absolute 2");
}

TEST_CASE("mismatch: integers within the atol that is said to pass pass") {
  const Tensor actual = Tensor::of<std::int64_t>({2}, {9007199254740993, 5});
  const Tensor expected = Tensor::of<std::int64_t>({2}, {0, 5});
  const Mismatch mismatch = *compare_output("y", actual, expected, kOnnx);
  CHECK_FALSE(mismatch.passing.rtol);
  CHECK_FALSE(mismatch.passing.ulp);
  const auto steps = static_cast<std::uint64_t>(*mismatch.passing.atol);
  CHECK(steps >= 9007199254740993);
  CHECK_FALSE(find_mismatch(actual, expected, {.integer_atol = steps}));
  CHECK(find_mismatch(actual, expected, {.integer_atol = steps, .exact = true}));
  CHECK(find_mismatch(Tensor::of<bool>({1}, {true}), Tensor::of<bool>({1}, {false}), {.integer_atol = steps}));
}

TEST_CASE("mismatch: small outputs are sampled whole, NaN without a distance, text not at all") {
  const Mismatch mismatch = compare("float16[3]{nan, 1.0, 3.0}", "float16[3]{0.0, 1.0, 2.0}");
  REQUIRE(mismatch.sample.size() == 3);
  CHECK(std::isnan(mismatch.sample[0].actual));
  CHECK_FALSE(mismatch.sample[0].ulp_error);
  CHECK(mismatch.sample[1].ulp_error == 512);
  CHECK(mismatch.sample[2].ulp_error == 0);
  CHECK(compare("string{\"a\"}", "string{\"b\"}").sample.empty());
  CHECK(compare("double{-1e300}", "double{1e300}").sample.at(0).ulp_error ==
        std::numeric_limits<std::int64_t>::min() + 1);
}

}  // namespace
}  // namespace hardref::test
