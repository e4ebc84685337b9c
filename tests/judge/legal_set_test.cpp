// The legal set: what is in it, and that nothing else is.
#include "judge/legal_set.h"

#include <cmath>

#include "support/exact.h"
#include "support/files.h"
#include "tensor/small_floats.h"

namespace hardref::test {
namespace {

std::string member(const std::string& node, int opset, std::string_view x, const Tensor& values,
                   std::string_view output_type = {}) {
  const std::string type(x.substr(0, x.find('{')));
  const std::string result_type(output_type.empty() ? type : output_type);
  const Model model = Model::from_text("<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) + "]> g (" +
                                       type + " x) => (" + result_type + " y) { y = " + node + " (x) }");
  const std::vector<NamedTensor> inputs{{"x", model::parse_tensor(x)}};
  return find_legal_member(model, inputs, "y", values).value_or("illegal");
}
std::string member(const std::string& node, int opset, std::string_view x, std::string_view values) {
  return member(node, opset, x, model::parse_tensor(values), values.substr(0, values.find('{')));
}

// ---- HardSigmoid ----

const Model& hard_sigmoid_of_float16() {
  static const Model kModel = Model::from_text(
      R"(<ir_version: 8, opset_import: ["" : 22]> g (float16[N] x) => (float16[N] y) { y = HardSigmoid (x) })");
  return kModel;
}

// Every finite float16, and what float32 makes of it with one rounding at the end.
struct Sweep {
  Tensor x{DataType::kFloat16, {63'488}};
  Tensor once{DataType::kFloat16, {63'488}};

  Sweep() {
    std::size_t i = 0;
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
      if ((bits & 0x7c00U) == 0x7c00U) continue;
      const Float16 value{static_cast<std::uint16_t>(bits)};
      x.values<Float16>()[i] = value;
      const volatile float product = 0.2F * widen(value);
      const float sum = product + 0.5F;
      once.values<Float16>()[i++] = narrow_to_float16(sum < 0 ? 0 : sum > 1 ? 1 : sum);
    }
  }
};

TEST_CASE("legal: HardSigmoid of every float16, computed in float32 and rounded once") {
  const Sweep sweep;
  const std::vector<NamedTensor> inputs{{"x", sweep.x}};
  const Tensor own = Session(hard_sigmoid_of_float16()).run(inputs)[0].tensor;
  std::size_t differing = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto bits = [&](const Tensor& tensor) { return tensor.values<Float16>()[i].bits & 0x7fffU; };
    if (bits(own) != bits(sweep.once)) ++differing;
  }
  CHECK(differing == 1356);  // what ONNX Runtime was measured to do
  CHECK(find_legal_member(hard_sigmoid_of_float16(), inputs, "y", sweep.once) ==
        "computed in float32 and rounded once");
  CHECK(find_legal_member(hard_sigmoid_of_float16(), inputs, "y", own) == "what the standard says");
}

TEST_CASE("legal: results that take turns are told, and one bit beside them is refused") {
  const Sweep sweep;
  const std::vector<NamedTensor> inputs{{"x", sweep.x}};
  Tensor mixed = Session(hard_sigmoid_of_float16()).run(inputs)[0].tensor;
  std::ranges::copy(sweep.once.values<Float16>().subspan(0, 30'000), mixed.values<Float16>().begin());
  CHECK(find_legal_member(hard_sigmoid_of_float16(), inputs, "y", mixed) ==
        "element by element one of: what the standard says; computed in float32 and rounded once");
  mixed.values<Float16>()[100].bits ^= 1U;
  CHECK(find_legal_member(hard_sigmoid_of_float16(), inputs, "y", mixed) == std::nullopt);
}

TEST_CASE("legal: HardSigmoid with a fused multiply-add, in exact arithmetic rounded once") {
  // 0.2f * x + 0.5 for an x where two roundings and one differ; the double holds the product exactly.
  const float x = 1.1000001F;
  const float fused = std::fma(0.2F, x, 0.5F);
  const volatile float product = 0.2F * x;
  float other = product + 0.5F;
  float tried = x;
  float single = fused;
  while (single == other) {
    tried = std::nextafter(tried, 2.0F);
    const volatile float p = 0.2F * tried;
    other = p + 0.5F;
    single = static_cast<float>(static_cast<long double>(0.2F) * static_cast<long double>(tried) + 0.5L);
  }
  const std::string x_text = to_text(Tensor::of<float>({1}, {tried}));
  CHECK(member("HardSigmoid", 22, x_text, Tensor::of<float>({1}, {other}), "float[1]") == "what the standard says");
  CHECK(member("HardSigmoid", 22, x_text, Tensor::of<float>({1}, {single}), "float[1]") ==
        "computed with a fused multiply-add");
  const float beyond = std::nextafter(single, single > other ? 2.0F : 0.0F);
  CHECK(member("HardSigmoid", 22, x_text, Tensor::of<float>({1}, {beyond}), "float[1]") == "illegal");
}

TEST_CASE("legal: the sign of a zero is open, NaN is not") {
  CHECK(member("HardSigmoid", 22, "float[1]{-3}", "float[1]{-0.0}") == "what the standard says");
  CHECK(member("HardSigmoid", 22, "float[1]{nan}", "float[1]{0}") == "illegal");
  CHECK(member("HardSigmoid", 22, "float[1]{nan}", "float[1]{nan}") == "what the standard says");
}

TEST_CASE("legal: what ONNX Runtime was seen to give") {
  const auto half = [](std::uint16_t bits) { return Tensor::of<Float16>({1}, {Float16{bits}}); };
  const auto judged = [&](std::uint16_t x, std::uint16_t y) {
    return find_legal_member(hard_sigmoid_of_float16(), std::vector<NamedTensor>{{"x", half(x)}}, "y", half(y));
  };
  CHECK(judged(0x3ec4, 0x3ab5) == "computed in float32 and rounded once");
  CHECK(judged(0x3ec4, 0x3ab4) == "what the standard says");
  CHECK(judged(0xc0ff, 0x0e66) == "computed in float32 and rounded once");
  CHECK(judged(0xc0ff, 0x1000) == "what the standard says");
  CHECK(judged(0xc0ff, 0x0e67) == std::nullopt);
}

// ---- Hardmax ----

TEST_CASE("legal: Hardmax may ignore NaN") {
  CHECK(member("Hardmax", 13, "float[4]{nan,1,3,nan}", "float[4]{0,0,1,0}") == "NaN ignored");
  CHECK(member("Hardmax", 13, "float[4]{nan,1,3,nan}", "float[4]{1,0,0,0}") == "what the standard says");
  CHECK(member("Hardmax", 13, "float[4]{nan,1,3,nan}", "float[4]{0,1,0,0}") == "illegal");
  CHECK(member("Hardmax", 13, "float[4]{nan,1,3,nan}", "float[4]{0,0,0,0}") == "illegal");
  CHECK(member("Hardmax", 13, "float[2]{nan,-inf}", "float[2]{0,1}") == "NaN ignored");
  CHECK(member("Hardmax", 13, "float[2]{nan,nan}", "float[2]{0,1}") == "illegal");
  CHECK(member("Hardmax", 13, "float[2]{1,1}", "float[2]{0,1}") == "illegal");
  // Rows along the first axis.
  CHECK(member("Hardmax <axis = 0>", 13, "float[2,2]{nan,1,2,0}", "float[2,2]{0,1,1,0}") == "NaN ignored");
  // Before version 13 the row is everything.
  CHECK(member("Hardmax <axis = 0>", 11, "float[2,2]{nan,1,2,0}", "float[2,2]{0,0,1,0}") == "NaN ignored");
}

// ---- Cast ----

TEST_CASE("legal: Cast to an integer that does not hold the number may give anything, and nothing else may") {
  const std::string x = "float[6]{1.9,-1.9,300,-200,nan,inf}";
  const std::string undefined = "a conversion that the standard leaves undefined";
  CHECK(member("Cast <to = 3>", 13, x, "int8[6]{1,-1,7,8,9,10}") == undefined);
  CHECK(member("Cast <to = 3>", 13, x, "int8[6]{1,-1,127,-128,0,127}") == undefined);
  CHECK(member("Cast <to = 3>", 13, x, "int8[6]{2,-1,7,8,9,10}") == "illegal");
  CHECK(member("Cast <to = 3>", 13, x, "int8[6]{1,-2,7,8,9,10}") == "illegal");
  // The edges: 127.9 and -128.9 fit, since the fraction is cut off.
  CHECK(member("Cast <to = 3>", 13, "float[2]{127.9,-128.9}", "int8[2]{127,-127}") == "illegal");
  CHECK(member("Cast <to = 3>", 13, "float[2]{128,-129}", "int8[2]{127,-127}") == undefined);
  CHECK(member("Cast <to = 7>", 13, "double[1]{9223372036854775807}", "int64[1]{5}") == undefined);
  CHECK(member("Cast <to = 7>", 13, "double[1]{9223372036854774784}", "int64[1]{5}") == "illegal");
  CHECK(member("Cast <to = 13>", 13, "double[1]{-0.9}", "uint64[1]{5}") == "illegal");
  // Conversions that are defined have no legal set.
  CHECK(member("Cast <to = 10>", 13, "float[1]{1e9}", "float16[1]{1.0}") == "illegal");
  CHECK(member("Cast <to = 9>", 13, "float[1]{nan}", "bool[1]{0}") == "illegal");
}

// ---- What is not covered ----

TEST_CASE("legal: other operators, other shapes, and operators behind others have no legal set") {
  CHECK(member("Max", 13, "float[1]{1}", "float[1]{1}") == "illegal");
  CHECK(member("Hardmax", 13, "float[2]{nan,1}", "float[1,2]{0,1}") == "illegal");
  const Model model = Model::from_text(
      R"(<ir_version: 8, opset_import: ["" : 13]> g (float[2] x) => (float[2] y) { a = Max (x)  y = Hardmax (a) })");
  const std::vector<NamedTensor> inputs{{"x", model::parse_tensor("float[2]{nan,1}")}};
  CHECK(find_legal_member(model, inputs, "y", model::parse_tensor("float[2]{0,1}")) == std::nullopt);
}

}  // namespace
}  // namespace hardref::test
