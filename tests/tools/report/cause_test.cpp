// Why tests failed, in words that failures of one kind share.
#include "report/cause.h"

#include "tools/report/samples.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

using tools::cause_of;

std::string cause_of_reason(std::string reason) {
  return cause_of({.name = "t", .path = "", .verdict = Verdict::kFailed, .reason = std::move(reason)});
}

// Of a failed test with one operator, once its mismatch is changed.
template <class Change>
std::string cause_with(const std::string& op, const Change& change) {
  TestResult test = failed_test("t");
  test.ops = {op};
  change(test.mismatches.front());
  return cause_of(test);
}

TEST_CASE("cause: the reason without what is the test's own") {
  CHECK(cause_of_reason("no data set") == "no data set");
  CHECK(cause_of_reason("test_data_set_0: no results: /tmp/a/b: No such file or directory") == "without results");
  CHECK(cause_of_reason("no results: neither data sets nor unsupported.txt in a/b") == "without results");
  CHECK(cause_of_reason("test_data_set_3: number of output files is 12, but the model has 2 outputs") ==
        "number of output files is …, but the model has … outputs");
  CHECK(cause_of_reason(R"(model.onnx: node "a b" (Hardmax-13): axis is 7)") ==
        "model.onnx: node … (Hardmax-…): axis is …");
  CHECK(cause_of_reason("cannot open dir/file.pb: no") == "cannot open …: no");
  CHECK(cause_of_reason("stale: passes, but is expected to fail: why") == "passed, but expected to fail");
  CHECK(cause_of_reason(std::string(500, 'r')) == std::string(89, 'r') + "…");
  CHECK(cause_of_reason("\xff") == "\\xff");
}

TEST_CASE("cause: the operator, and what its numbers have in common") {
  const auto nothing = [](Mismatch&) {};
  CHECK(cause_with("HardSigmoid-22", nothing) == "HardSigmoid in float");
  CHECK(cause_with("Max-13", [](Mismatch& m) { m.type = DataType::kFloat16; }) == "Max in float16");
  CHECK(cause_with("Max-13", [](Mismatch& m) { m.classes.nan = 1; }) == "Max with NaN");
  CHECK(cause_with("Max-13", [](Mismatch& m) { m.classes.infinity = 1; }) == "Max with infinity");
  CHECK(cause_with("Max-13", [](Mismatch& m) { m.classes.zero_sign = 1; }) == "Max with zeros of opposite signs");
  const auto row = [](const RowMaximum& maximum) { return [&](Mismatch& m) { m.first->maximum = maximum; }; };
  CHECK(cause_with("Hardmax-13", row({.winner = 0, .winner_value = "nan", .first_nan = 2})) == "Hardmax with NaN");
  CHECK(cause_with("Hardmax-13", row({.winner = 0, .winner_value = "1", .tie = true})) == "Hardmax with a tie");
  CHECK(cause_with("Hardmax-13", row({.winner = 0, .winner_value = "1"})) == "Hardmax in float");
}

TEST_CASE("cause: another type or shape") {
  const auto told = [](std::string summary) {
    return [summary = std::move(summary)](Mismatch& m) {
      m.first.reset();
      m.summary = summary;
    };
  };
  CHECK(cause_with("Max-13", told("element type is float16, expected float")) == "Max of another type");
  CHECK(cause_with("Max-13", told("shape is [2], expected [3]")) == "Max of another shape");
}

TEST_CASE("cause: of several operators the one that made the output") {
  TestResult test = failed_test("t");
  test.ops = {"Add-14", "Max-13"};
  CHECK(cause_of(test) == "Max in float");
  test.mismatches.front().producer.clear();
  CHECK(cause_of(test) == "output in float");
}

}  // namespace
}  // namespace hardref::test
