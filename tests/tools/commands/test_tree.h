// A tree of test directories for hardref test, with a test for each of its main verdicts.
#pragma once

#include <string>

#include "tools/support.h"

namespace hardref::test {

inline constexpr auto kInt32 =
    R"(<ir_version: 8, opset_import: ["" : 13]> g (int32[N] x) => (int32[N] y) { y = Max (x) })";
inline constexpr auto kFloat =
    R"(<ir_version: 8, opset_import: ["" : 13]> g (float[N] x) => (float[N] y) { y = Max (x) })";
inline constexpr auto kErf =
    R"(<ir_version: 8, opset_import: ["" : 13]> g (float[N] x) => (float[N] y) { y = Erf (x) })";

// One test for each verdict, in this order by name.
inline const std::string kPassed = "passed tests/a_good\n";
inline const std::string kFailedLine =
    "failed tests/b_bad: test_data_set_0: output \"y\": 1 of 1 elements differs; first at [0]: 2001, expected 2000 "
    "(absolute 1)\n";
inline const std::string kFailed = kFailedLine +
                                   "  test_data_set_0: output \"y\": int32[1] of node 0 (Max-13): 1 of 1 differ\n"
                                   "    first [0]: 2001 (0x000007d1), expected 2000 (0x000007d0); absolute 1\n"
                                   "    --atol 1 would pass\n";
inline const std::string kSkipped =
    "skipped tests/c_erf: node 0 (Erf): no such operator here; known are Add, Cast, CastLike, Constant, Hardmax, "
    "HardSigmoid, Max, Min, Mul\n";

class Tree : public WorkFolder {
 public:
  Tree() {
    add("a_good", kInt32, "int32[1]{2000}", "int32[1]{2000}");
    add("b_bad", kInt32, "int32[1]{2001}", "int32[1]{2000}");
    add("c_erf", kErf, "float[1]{1}", "float[1]{1}");
  }

  void add(const std::string& name, std::string_view model, std::string_view input, std::string_view output) const {
    write_model(*this / ("tests/" + name + "/model.onnx"), model);
    write_values(*this / ("tests/" + name + "/test_data_set_0"), {input}, {output});
  }

  [[nodiscard]] ProgramResult test(const Words& options) const { return hardref(joined({"test", "tests"}, options)); }
};

}  // namespace hardref::test
