// What a report says about one output that is not what was expected, as text and as JSON. Each number was computed
// apart from the project.
#include "judge/mismatch.h"

#include <nlohmann/json.hpp>

#include "judge/origin.h"
#include "report/json.h"
#include "report/text.h"
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

std::string text(std::string_view actual, std::string_view expected, const Tolerance& tolerance = kOnnx) {
  return tools::to_text(compare(actual, expected, tolerance));
}

TEST_CASE("mismatch: types and shapes come before values") {
  CHECK(text("float[1]{1}", "double[1]{1}") == "  output \"y\": float[1]: element type is float, expected double\n");
  CHECK(text("float[1]{1}", "float[1,1]{1}") == "  output \"y\": float[1]: shape is [1], expected [1,1]\n");
}

TEST_CASE("mismatch: both values in decimal and bits, first and worst, with all measures") {
  CHECK(text("float[2,2]{1, 2, 3, 4.5}", "float[2,2]{1, 2.25, 3, 4}") ==
        "  output \"y\": float[2,2]: 2 of 4 differ\n"
        "    first [0,1]: 2 (0x40000000), expected 2.25 (0x40100000); absolute 0.25, relative 0.111111, 1048576 ulp\n"
        "    worst [1,1]: 4.5 (0x40900000), expected 4 (0x40800000); absolute 0.5, relative 0.125, 1048576 ulp\n"
        "    --rtol 0.125 or --atol 0.497 or --ulp 1048576 would pass\n");
}

TEST_CASE("mismatch: the worst by each measure, where they are not one element") {
  constexpr Tolerance kNone{.rtol = 0, .atol = 0};
  CHECK(text("float[3]{8388609, 0.2, 5}", "float[3]{8388608, 0.1, 0}", kNone) ==
        "  output \"y\": float[3]: 3 of 3 differ\n"
        "    first [0]: 8388609 (0x4b000001), expected 8388608 (0x4b000000); absolute 1, relative 1.19209e-07, 1 ulp\n"
        "    worst absolute and ulp [2]: 5 (0x40a00000), expected 0 (0x00000000); absolute 5, relative inf, 1084227584 "
        "ulp\n"
        "    worst relative [1]: 0.2 (0x3e4ccccd), expected 0.1 (0x3dcccccd); absolute 0.1, relative 1, 8388608 ulp\n"
        "    --atol 5 or --ulp 1084227584 would pass\n");
  CHECK(
      text("float[2]{8388610, 0.2}", "float[2]{8388608, 0.1}", kNone) ==
      "  output \"y\": float[2]: 2 of 2 differ\n"
      "    first, worst absolute [0]: 8388610 (0x4b000002), expected 8388608 (0x4b000000); absolute 2, relative "
      "2.38419e-07, 2 ulp\n"
      "    worst relative and ulp [1]: 0.2 (0x3e4ccccd), expected 0.1 (0x3dcccccd); absolute 0.1, relative 1, 8388608 "
      "ulp\n"
      "    --rtol 1 or --atol 2 or --ulp 8388608 would pass\n");
}

TEST_CASE("mismatch: types without tolerance say nothing of it") {
  CHECK(text("int64{-9223372036854775808}", "int64{9223372036854775807}") ==
        "  output \"y\": int64[]: 1 of 1 differ\n"
        "    first []: -9223372036854775808 (0x8000000000000000), expected 9223372036854775807 (0x7fffffffffffffff); "
        "absolute 1.84467e+19\n    --atol 1.85e+19 would pass\n");
  CHECK(text("bool{1}", "bool{0}") ==
        "  output \"y\": bool[]: 1 of 1 differ\n    first []: 1 (0x01), expected 0 (0x00)\n");
  CHECK(text("string{\"a\"}", "string{\"b\"}") ==
        "  output \"y\": string[]: 1 of 1 differ\n    first []: \"a\", expected \"b\"\n");
}

TEST_CASE("mismatch: NaN, infinities and signs are counted apart") {
  CHECK(text("float[7]{nan, 1, inf, -inf, -1, 2, 0}", "float[7]{1, nan, 1, inf, 1, 2, 0}") ==
        "  output \"y\": float[7]: 5 of 7 differ\n"
        "    first [0]: nan (0x7fc00000), expected 1 (0x3f800000)\n"
        "    worst [4]: -1 (0xbf800000), expected 1 (0x3f800000); absolute 2, relative 2, 2130706432 ulp\n"
        "    of these, 2 with NaN on one side, 2 with an infinity on one side, 1 with opposite signs\n"
        "    no tolerance would pass; but for these, --rtol 2 or --atol 2 or --ulp 2130706432 would\n");
  CHECK(text("float[2]{nan, 1}", "float[2]{1, 1}")
            .ends_with("    of these, 1 with NaN on one side\n    no tolerance would pass\n"));
  CHECK(text("float[2]{-0.0, 0}", "float[2]{0, 0}", kExact) ==
        "  output \"y\": float[2]: 1 of 2 differ\n"
        "    first [0]: -0 (0x80000000), expected 0 (0x00000000); absolute 0, relative 0, 0 ulp\n"
        "    of these, 1 with zeros of opposite signs\n"
        "    --rtol 0 or --atol 0 or --ulp 0 would pass\n");
}

// ---- Where the values come from ----

// The report on y for x, if all zeros had been expected and these attributes were given.
std::string origin(const std::string& node, int opset, const std::string& type, std::string_view x,
                   std::string_view expected) {
  const Model model = Model::from_text("<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) + "]> g (" +
                                       type + " x) => (" + type + " y) { " + node + " }");
  const std::vector<NamedTensor> inputs{{"x", model::parse_tensor(x)}};
  const auto outputs = Session(model).run(inputs);
  const Tensor expected_y = model::parse_tensor(expected);
  Mismatch mismatch = *compare_output("y", outputs[0].tensor, expected_y, kExact);
  explain_origin(model, inputs, outputs[0].tensor, expected_y, mismatch);
  const std::string all = tools::to_text(mismatch);
  std::string lines = mismatch.producer + "\n";
  for (std::size_t at = 0; (at = all.find("      ", at)) != std::string::npos; at = all.find('\n', at)) {
    lines += all.substr(at + 6, all.find('\n', at) - at - 5);
  }
  return lines;
}

TEST_CASE("mismatch: HardSigmoid says on which side of which knee an element lies") {
  const auto knee = [](const std::string& x, const std::string& attributes = "") {
    const std::string lines =
        origin("y = HardSigmoid" + attributes + " (x)", 22, "float[1]", "float[1]{" + x + "}", "float[1]{7}");
    REQUIRE(lines.starts_with("node 7 (Max-"));
    return lines.substr(lines.find('\n') + 1);
  };
  // In float32, 0.2 is 0.20000000298, which moves the knees.
  CHECK(knee("-3") == "x is -3, on the flat side of the lower knee at -2.49999996\n");
  CHECK(knee("-1") == "x is -1, on the slope side of the lower knee at -2.49999996\n");
  CHECK(knee("1") == "x is 1, on the slope side of the upper knee at 2.49999996\n");
  CHECK(knee("inf") == "x is inf, on the flat side of the upper knee at 2.49999996\n");
  CHECK(knee("-2", "<alpha = 0.25>") == "x is -2, the lower knee at -2 itself\n");
  CHECK(knee("3", "<alpha = -0.25>") == "x is 3, on the flat side of the lower knee at 2\n");
  CHECK(knee("1", "<alpha = -0.25>") == "x is 1, on the slope side of the lower knee at 2\n");
  CHECK(knee("-3", "<alpha = -0.25>") == "x is -3, on the flat side of the upper knee at -2\n");
  CHECK(knee("nan").empty());
  CHECK(knee("1", "<alpha = 0.0>").empty());
}

TEST_CASE("mismatch: the knees are those of the element type") {
  // 0.2 in float16 is 0.19995.
  CHECK(origin("y = HardSigmoid (x)", 6, "float16[1]", "float16[1]{-3.0}", "float16[1]{7.0}") ==
        "node 7 (Max-6)\nx is -3.0, on the flat side of the lower knee at -2.5006105\n");
}

TEST_CASE("mismatch: Hardmax says what the row looks like") {
  const auto row = [](const std::string& x, const std::string& expected, const std::string& node = "Hardmax (x)",
                      int opset = 13) {
    const std::string type = x.substr(0, x.find('{'));
    return origin("y = " + node, opset, type, x, type + expected);
  };
  CHECK(row("float[1,3]{1,5,2}", "{0,0,0}") == "node 0 (Hardmax-13)\nits row has the maximum 5 at 1, then 2 at 2\n");
  CHECK(row("float[1,3]{5,5,2}", "{0,0,0}") ==
        "node 0 (Hardmax-13)\nits row has the maximum 5 at 0, then 5 at 1: a tie, in which the first one counts\n");
  CHECK(row("float[1,3]{5,nan,2}", "{0,0,0}") ==
        "node 0 (Hardmax-13)\nits row has the maximum nan at 1, then 5 at 0: NaN at 1, which counts as the maximum\n");
  CHECK(row("float[2,1]{5,7}", "{1,0}") == "node 0 (Hardmax-13)\nits row has the maximum 7 at 0\n");
  // The second column, whose elements are 2 and 9.
  CHECK(row("float[2,2]{1,2,0,9}", "{1,0,0,0}", "Hardmax <axis = 0> (x)") ==
        "node 0 (Hardmax-13)\nits row has the maximum 9 at 1, then 2 at 0\n");
  // Before version 13 the whole matrix is one row.
  CHECK(row("float[2,2]{1,2,0,9}", "{0,0,0,0}", "Hardmax <axis = 0> (x)", 11) ==
        "node 0 (Hardmax-11)\nits row has the maximum 9 at 3, then 2 at 1\n");
}

TEST_CASE("mismatch: what was computed on the way is looked up too") {
  CHECK(origin("a = Add (x, x)  y = Hardmax (a)", 13, "float[2]", "float[2]{1,2}", "float[2]{0,0}") ==
        "node 1 (Hardmax-13)\nits row has the maximum 4 at 1, then 2 at 0\n");
}

// ---- As JSON ----

nlohmann::json json_of(const std::string& node, int opset, std::string_view x, std::string_view expected) {
  const std::string type(x.substr(0, x.find('{')));
  const Model model = Model::from_text("<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) + "]> g (" +
                                       type + " x) => (" + type + " y) { y = " + node + " (x) }");
  const std::vector<NamedTensor> inputs{{"x", model::parse_tensor(x)}};
  const Tensor y = Session(model).run(inputs)[0].tensor;
  const Tensor expected_y = model::parse_tensor(expected);
  Mismatch mismatch = *compare_output("y", y, expected_y, kOnnx);
  explain_origin(model, inputs, y, expected_y, mismatch);
  return nlohmann::json::parse(tools::to_json(mismatch).dump());
}

TEST_CASE("mismatch: JSON holds every field") {
  CHECK(json_of("HardSigmoid", 22, "float[2]{-3,1}", "float[2]{0,0.5}") == nlohmann::json::parse(R"json({
    "data_set": "", "output": "y",
    "summary": "1 of 2 elements differs; first at [1]: 0.7, expected 0.5 (absolute 0.2, relative 0.4, 3355443 ulp)",
    "type": "float", "shape": [2], "producer": "node 7 (Max-13)", "differing": 1, "count": 2,
    "first": {"index": [1], "actual": "0.7", "expected": "0.5", "actual_bits": "0x3f333333",
              "expected_bits": "0x3f000000", "absolute": 0.19999998807907104, "relative": 0.3999999761581421,
              "ulp": 3355443, "knee": {"x": "1", "knee": "upper", "knee_x": 2.4999999627470976, "side": "slope"}},
    "worst": {"index": [1], "actual": "0.7", "expected": "0.5", "actual_bits": "0x3f333333",
              "expected_bits": "0x3f000000", "absolute": 0.19999998807907104, "relative": 0.3999999761581421,
              "ulp": 3355443, "knee": {"x": "1", "knee": "upper", "knee_x": 2.4999999627470976, "side": "slope"}},
    "worst_relative": {"index": [1], "actual": "0.7", "expected": "0.5", "actual_bits": "0x3f333333",
              "expected_bits": "0x3f000000", "absolute": 0.19999998807907104, "relative": 0.3999999761581421,
              "ulp": 3355443, "knee": {"x": "1", "knee": "upper", "knee_x": 2.4999999627470976, "side": "slope"}},
    "worst_ulp": {"index": [1], "actual": "0.7", "expected": "0.5", "actual_bits": "0x3f333333",
              "expected_bits": "0x3f000000", "absolute": 0.19999998807907104, "relative": 0.3999999761581421,
              "ulp": 3355443, "knee": {"x": "1", "knee": "upper", "knee_x": 2.4999999627470976, "side": "slope"}},
    "classes": {"nan": 0, "infinity": 0, "sign": 0, "zero_sign": 0},
    "passing": {"rtol": 0.39999977615814214, "atol": 0.19949998807907107, "ulp": 3355443},
    "passing_finite": {"rtol": 0.39999977615814214, "atol": 0.19949998807907107, "ulp": 3355443},
    "sample": [{"element": 1, "expected": 0.5, "actual": 0.699999988079071, "ulp_error": 3355443, "x": 1.0},
               {"element": 0, "expected": 0.0, "actual": 0.0, "ulp_error": 0, "x": -3.0}]
  })json"));
  CHECK(json_of("Hardmax", 13, "float[3]{2,nan,2}", "float[3]{nan,0,0}").at("rows") ==
        nlohmann::json::parse(R"json([{"index": [0], "length": 3, "left_out": 0,
                                   "marks": [{"place": 0, "expected": "nan", "actual": "0", "x": "2"},
                                             {"place": 1, "expected": "0", "actual": "1", "x": "nan"}]}])json"));
  CHECK(json_of("Hardmax", 13, "float[3]{2,nan,2}", "float[3]{nan,0,0}").at("first").at("row") ==
        nlohmann::json::parse(R"json({"winner": 1, "winner_value": "nan", "runner_up": 0, "runner_up_value": "2",
                                  "tie": false, "first_nan": 1})json"));
  CHECK(json_of("Hardmax", 13, "float[3]{2,nan,2}", "float[3]{nan,0,0}").at("sample").at(0) ==
        nlohmann::json::parse(R"json({"element": 0, "expected": "nan", "actual": 0.0})json"));
  CHECK(json_of("Hardmax", 13, "float[1]{2}", "float[1]{0}").at("first").at("row") ==
        nlohmann::json::parse(R"json({"winner": 0, "winner_value": "2", "tie": false})json"));
  CHECK(json_of("Hardmax", 13, "float[1]{2}", "float[1]{0}").at("first").at("relative") == "inf");
  CHECK(json_of("HardSigmoid <alpha = 0.25>", 22, "float[1]{-2}", "float[1]{1}").at("first").at("knee") ==
        nlohmann::json::parse(R"json({"x": "-2", "knee": "lower", "knee_x": -2.0, "side": "exact"})json"));
  CHECK(json_of("HardSigmoid", 22, "float[1]{9}", "float[1]{0}").at("first").at("knee").at("side") == "flat");
}

}  // namespace
}  // namespace hardref::test
