// What is told about the input of HardSigmoid and Hardmax where their outputs are not what was expected.
#include "judge/origin.h"

#include <fmt/format.h>

#include "judge/test_directory.h"
#include "tensor/shape.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

// The mismatch of a model with one node, of its x and the y that is expected of it.
Mismatch mismatch_of(const std::string& node, int opset, const std::string& x, const std::string& y) {
  const ScratchFolder folder;
  const std::string type = x.substr(0, x.find('['));
  write_model(folder / "model.onnx", fmt::format("<ir_version: 8, opset_import: [\"\" : {}]> g ({} x) => ({} y) {{ y = "
                                                 "{} (x) }}",
                                                 opset, type, type, node));
  write_values(folder / "test_data_set_0", {x}, {y});
  const TestResult result = run_test({folder.path(), "name"}, {.judge = Judge::kStrict});
  INFO(result.reason);
  REQUIRE(result.mismatches.size() == 1);
  return result.mismatches.front();
}

// "[0,0] of 3: 1 is 1, not 0 (x 7); ..."
std::vector<std::string> lines(const Mismatch& mismatch) {
  std::vector<std::string> all;
  for (const DifferingRow& row : mismatch.rows) {
    std::string text = fmt::format("{} of {}:", hardref::to_string(row.index), row.length);
    for (const DifferingRow::Mark& mark : row.marks) {
      text += fmt::format(" at {} {}, expected {}, x {};", mark.place, mark.actual, mark.expected, mark.x);
    }
    all.push_back(text + (row.left_out == 0 ? "" : fmt::format(" {} more", row.left_out)));
  }
  return all;
}

TEST_CASE("origin: the sample of a HardSigmoid knows x") {
  const Mismatch mismatch = mismatch_of("HardSigmoid", 6, "float[3]{-8, 0, inf}", "float[3]{0, 0.5, 2}");
  REQUIRE(mismatch.sample.size() == 3);
  CHECK(mismatch.sample[0].x == std::numeric_limits<double>::infinity());  // the one that does not pass
  CHECK(mismatch.sample[1].x == -8);
  CHECK(mismatch.sample[2].x == 0);
  CHECK(mismatch.rows.empty());
  CHECK_FALSE(mismatch_of("Max", 13, "float[1]{1}", "float[1]{2}").sample.front().x);
}

TEST_CASE("origin: the rows of a Hardmax that differ, with what is not 0 in them") {
  CHECK(lines(mismatch_of("Hardmax", 13, "float[3,3]{1, 7, 2, 5, 4, 3, nan, 1, 9}",
                          "float[3,3]{0, 0, 1, 1, 0, 0, 0, 0, nan}")) ==
        std::vector<std::string>{
            "[0,0] of 3: at 1 1, expected 0, x 7; at 2 0, expected 1, x 2;",
            "[2,0] of 3: at 0 1, expected 0, x nan; at 2 0, expected nan, x 9;",
        });
}

TEST_CASE("origin: rows along an inner axis, and before version 13 of all axes from it on") {
  const std::string x = "float[2,2,2]{1, 2, 3, 4, 8, 7, 6, 5}";
  const std::string y = "float[2,2,2]{0, 0, 0, 0, 1, 0, 0, 0}";
  CHECK(lines(mismatch_of("Hardmax <axis = 1>", 13, x, y)) == std::vector<std::string>{
                                                                  "[0,0,0] of 2: at 1 1, expected 0, x 3;",
                                                                  "[0,0,1] of 2: at 1 1, expected 0, x 4;",
                                                                  "[1,0,1] of 2: at 0 1, expected 0, x 7;",
                                                              });
  CHECK(lines(mismatch_of("Hardmax <axis = 1>", 11, x, y)) ==
        std::vector<std::string>{"[0,0,0] of 4: at 3 1, expected 0, x 4;"});
}

TEST_CASE("origin: no more rows and marks than can be looked at") {
  std::string x;
  std::string y;
  for (int i = 0; i < 200; ++i) {
    x += fmt::format("{}{}", i == 0 ? "" : ", ", i);
    y += i == 0 ? "2" : ", 2";
  }
  const Mismatch mismatch = mismatch_of("Hardmax", 13, "float[20,10]{" + x + "}", "float[20,10]{" + y + "}");
  CHECK(mismatch.rows.size() == kMaxDifferingRows);
  CHECK(mismatch.rows.back().marks.size() == kMaxRowMarks);
  CHECK(mismatch.rows.back().left_out == 10 - kMaxRowMarks);
}

TEST_CASE("origin: no rows where no numbers differ") {
  CHECK(mismatch_of("Hardmax", 13, "float[2]{1, 2}", "float[2]{-0, 1}").rows.empty());
  CHECK(mismatch_of("Hardmax", 13, "float[2]{1, 2}", "float[1,2]{0, 1}").rows.empty());
}

}  // namespace
}  // namespace hardref::test
