// What the text cases of Cast cannot say: declared output types, and bits that a comparison of values does not see.
#include "ops/single_node.h"
#include "support/catch.h"
#include "support/elements.h"
#include "support/errors.h"

namespace hardref::test {
namespace {

using Patterns = std::vector<std::uint64_t>;

Tensor cast(DataType from, const Patterns& patterns, DataType to, std::int64_t opset) {
  const Tensor x = tensor_of_bits(from, {static_cast<std::int64_t>(patterns.size())}, patterns);
  return run_node({"Cast", opset, {{"to", static_cast<std::int64_t>(to)}}}, {x});
}

Patterns patterns_of(const Tensor& tensor) {
  Patterns patterns;
  for (std::size_t i = 0; i < tensor.size(); ++i) patterns.push_back(bits_at(tensor, i));
  return patterns;
}

TEST_CASE("a declared output type that differs from to") {
  const auto message = [](std::string_view declared) {
    return message_of([&] {
      const auto text = R"(<ir_version: 8, opset_import: ["": 13]> g (float[1] x) => ()" + std::string(declared) +
                        R"([1] y) { y = Cast <to = 7> (x) })";
      return Session(Model::from_text(text, "m")).run({{"x", Tensor::of<float>({1}, {1.5F})}});
    });
  };
  CHECK(message("int32") ==
        "invalid_model: m:1:60: output \"y\" is declared as int32, but is int64\n"
        "<ir_version: 8, opset_import: [\"\": 13]> g (float[1] x) => (int32[1] y) { y = Cast <to = 7> (x) }\n" +
            std::string(59, ' ') + "^");
  CHECK(message("int64") == "no error");
}

TEST_CASE("the sign of zero survives where a format has one") {
  const Patterns zeros = {0x80000000U, 0, 0xb089705fU, 0x3089705fU};  // -0, 0, -1e-9, 1e-9
  for (const std::int64_t opset : {23, 25}) {
    const auto bits_as = [&](DataType to) { return patterns_of(cast(DataType::kFloat, zeros, to, opset)); };
    CHECK(bits_as(DataType::kFloat8e4m3fn) == Patterns{0x80, 0, 0x80, 0});
    CHECK(bits_as(DataType::kFloat8e5m2) == Patterns{0x80, 0, 0x80, 0});
    CHECK(bits_as(DataType::kFloat8e4m3fnuz) == Patterns{0, 0, 0, 0});
    CHECK(bits_as(DataType::kFloat8e5m2fnuz) == Patterns{0, 0, 0, 0});
    CHECK(bits_as(DataType::kFloat4e2m1) == Patterns{8, 0, 8, 0});
    CHECK(bits_as(DataType::kFloat16) == Patterns{0x8000, 0, 0x8000, 0});
    CHECK(bits_as(DataType::kDouble)[0] == std::uint64_t{1} << 63);
  }
}

TEST_CASE("text keeps the sign of zero") {
  const Tensor x = Tensor::of<std::string>({4}, {"-0", "0", "-0.0", "-1e-400"});
  const auto bits_as = [&](DataType to) {
    return patterns_of(run_node({"Cast", 25, {{"to", static_cast<std::int64_t>(to)}}}, {x}));
  };
  CHECK(bits_as(DataType::kFloat) == Patterns{0x80000000U, 0, 0x80000000U, 0x80000000U});
  CHECK(bits_as(DataType::kFloat16) == Patterns{0x8000, 0, 0x8000, 0x8000});
  CHECK(bits_as(DataType::kBfloat16) == Patterns{0x8000, 0, 0x8000, 0x8000});
  CHECK(bits_as(DataType::kFloat8e5m2) == Patterns{0x80, 0, 0x80, 0x80});
}

TEST_CASE("a cast to the same type changes no bit") {
  const auto same = [](DataType type, const Patterns& patterns) {
    return patterns_of(cast(type, patterns, type, 25)) == patterns;
  };
  CHECK(same(DataType::kFloat, {0x7f800001U, 0xffc12345U, 0x80000000U, 0x7f800000U}));
  CHECK(same(DataType::kFloat16, {0x7c01, 0xfe55, 0x8000}));
  CHECK(same(DataType::kFloat8e5m2, {0x7c, 0xfc, 0x7d, 0xff}));
  CHECK(same(DataType::kFloat8e4m3fn, {0x7f, 0xff, 0x80}));
  CHECK(same(DataType::kFloat8e8m0, {0, 0xff}));
}

}  // namespace
}  // namespace hardref::test
