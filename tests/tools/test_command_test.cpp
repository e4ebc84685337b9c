// hardref test: what it prints about a tree of test directories, and its exit code. What passes is tested in
// backend_test_test.cpp.
#include <nlohmann/json.hpp>

#include "tools/support.h"

namespace hardref::test {
namespace {

using Words = std::vector<std::string>;

constexpr auto kInt32 = R"(<ir_version: 8, opset_import: ["" : 13]> g (int32[N] x) => (int32[N] y) { y = Max (x) })";
constexpr auto kFloat = R"(<ir_version: 8, opset_import: ["" : 13]> g (float[N] x) => (float[N] y) { y = Max (x) })";
constexpr auto kErf = R"(<ir_version: 8, opset_import: ["" : 13]> g (float[N] x) => (float[N] y) { y = Erf (x) })";

// One test for each verdict, in this order by name.
const std::string kPassed = "passed tests/a_good\n";
const std::string kFailed =
    "failed tests/b_bad: test_data_set_0: output \"y\": 1 of 1 elements differs; first at [0]: 2001, expected 2000 "
    "(absolute 1)\n";
const std::string kSkipped =
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

  [[nodiscard]] ProgramResult test(const Words& options) const {
    Words words{"test", "tests"};
    words.insert(words.end(), options.begin(), options.end());
    return hardref(words);
  }
};

TEST_CASE("test: failures are printed, and the totals come last") {
  const Tree tree;
  CHECK(tree.test({}) == ProgramResult{1, kFailed + "1 passed, 1 failed, 1 skipped\n", ""});
}

TEST_CASE("test: -v prints every test with its reason") {
  const Tree tree;
  const ProgramResult expected{1, kPassed + kFailed + kSkipped + "1 passed, 1 failed, 1 skipped\n", ""};
  CHECK(tree.test({"-v"}) == expected);
  CHECK(tree.test({"--verbose"}) == expected);
}

TEST_CASE("test: -k and --exclude select by name") {
  const Tree tree;
  CHECK(tree.test({"-k", "good|erf", "-v"}) ==
        ProgramResult{0, kPassed + kSkipped + "1 passed, 0 failed, 1 skipped\n", ""});
  CHECK(tree.test({"--exclude", "^tests/b_"}) == ProgramResult{0, "1 passed, 0 failed, 1 skipped\n", ""});
  CHECK(tree.test({"-k", "_", "--exclude", "bad|erf", "-v"}) ==
        ProgramResult{0, kPassed + "1 passed, 0 failed, 0 skipped\n", ""});
  CHECK(tree.test({"-k", "("}) == ProgramResult{2, "", "hardref: -k (: not a regular expression\n"});
  CHECK(tree.test({"--exclude", "*"}) == ProgramResult{2, "", "hardref: --exclude *: not a regular expression\n"});
}

TEST_CASE("test: --list prints names and runs nothing") {
  const Tree tree;
  CHECK(tree.test({"--list"}) == ProgramResult{0, "tests/a_good\ntests/b_bad\ntests/c_erf\n", ""});
  CHECK(tree.test({"--list", "-k", "bad"}) == ProgramResult{0, "tests/b_bad\n", ""});
}

TEST_CASE("test: several paths, each under its own name") {
  const Tree tree;
  CHECK(tree.hardref({"test", "tests/c_erf", "tests/a_good", "-v"}) ==
        ProgramResult{0,
                      "skipped c_erf" + kSkipped.substr(kSkipped.find(':')) +
                          "passed a_good\n1 passed, 0 failed, 1 "
                          "skipped\n",
                      ""});
}

TEST_CASE("test: --fail-fast stops at the first failure") {
  const Tree tree;
  CHECK(tree.test({"--fail-fast", "-v"}) ==
        ProgramResult{1, kPassed + kFailed + "1 passed, 1 failed, 0 skipped\n", ""});
}

TEST_CASE("test: a run that passes nothing fails") {
  const Tree tree;
  CHECK(tree.test({"-k", "erf"}) == ProgramResult{1, "0 passed, 0 failed, 1 skipped\n", ""});
  CHECK(tree.test({"-k", "nothing"}) == ProgramResult{1, "0 passed, 0 failed, 0 skipped\n", ""});
}

TEST_CASE("test: a root that is missing or holds no test is an error") {
  const Tree tree;
  CHECK(tree.hardref({"test", "tests", "missing"}) == ProgramResult{6, "", "hardref: missing: not a directory\n"});
  std::filesystem::create_directories(tree / "empty");
  CHECK(tree.hardref({"test", "empty"}) == ProgramResult{3, "", "hardref: empty: no test directory in it\n"});
}

TEST_CASE("test: --json prints one document") {
  const Tree tree;
  const ProgramResult result = tree.test({"--json", "-v"});
  CHECK(result == ProgramResult{1, result.out, ""});
  const auto reason = [](const std::string& line) {
    return line.substr(line.find(": ") + 2, line.size() - line.find(": ") - 3);
  };
  CHECK(nlohmann::json::parse(result.out) ==
        nlohmann::json{
            {"passed", 1},
            {"failed", 1},
            {"skipped", 1},
            {"tests",
             {{{"name", "tests/a_good"}, {"verdict", "passed"}, {"reason", ""}, {"ops", {"Max-13"}}},
              {{"name", "tests/b_bad"}, {"verdict", "failed"}, {"reason", reason(kFailed)}, {"ops", {"Max-13"}}},
              {{"name", "tests/c_erf"},
               {"verdict", "skipped"},
               {"reason", reason(kSkipped)},
               {"ops", nlohmann::json::array()}}}}});
  const ProgramResult none = tree.test({"--json", "-k", "nothing"});
  CHECK(none == ProgramResult{1, none.out, ""});
  CHECK(nlohmann::json::parse(none.out) ==
        nlohmann::json{{"passed", 0}, {"failed", 0}, {"skipped", 0}, {"tests", nlohmann::json::array()}});
}

TEST_CASE("test: --json names the operators by version, those in functions too, each once") {
  const Tree tree;
  constexpr auto kFunctions = R"(
<ir_version: 8, opset_import: ["" : 9, "f" : 1, "g" : 1]>
g (float[N] x) => (float[N] y) { a = HardSigmoid (x) b = g.Outer (a) c = f.Inner (b) y = Max (c) }
<domain: "f", opset_import: ["" : 13]>
Inner (x) => (y) { y = Max (x) }
<domain: "g", opset_import: ["" : 6, "f" : 1]>
Outer (x) => (y) { a = Hardmax (x) b = Hardmax (a) y = f.Inner (b) }
<domain: "g", opset_import: ["" : 14]>
Unused (x) => (y) { y = Mul (x, x) }
)";
  // Version 1 of Hardmax has axis 1 by default, which a list does not have: the test is expected to fail.
  tree.add("d_functions", kFunctions, "float[1]{0}", "float[1]{1}");
  write_text(tree / "known.txt", "d_functions no axis 1\n");
  const ProgramResult result = tree.test({"--json", "-k", "d_", "--xfail", "known.txt"});
  CHECK(result == ProgramResult{1, result.out, ""});
  const auto test = nlohmann::json::parse(result.out).at("tests").at(0);
  CHECK(test.at("reason") == "expected to fail: no axis 1");
  CHECK(test.at("ops") == nlohmann::json{"HardSigmoid-6", "Hardmax-1", "Max-13", "Max-8"});
}

TEST_CASE("test: --json stays JSON where a name is not UTF-8") {
  const Tree tree;
  tree.add("d_\xff", kInt32, "int32[1]{1}", "int32[1]{1}");
  const ProgramResult result = tree.test({"--json", "-k", "d_"});
  CHECK(result == ProgramResult{0, result.out, ""});
  CHECK(nlohmann::json::parse(result.out).at("tests").at(0).at("name") == "tests/d_\uFFFD");
}

TEST_CASE("test: tolerances and judges") {
  const Tree tree;
  tree.add("d_close", kFloat, "float[1]{1}", "float[1]{1.0009}");
  tree.add("e_next", kFloat, "float[1]{1}", "float[1]{1.0000001}");
  const auto passed = [&](const Words& options) {
    Words words{"-k", "_close|_next", "-v"};
    words.insert(words.end(), options.begin(), options.end());
    const ProgramResult result = tree.test(words);
    CHECK(result.exit_code == (result.out.find("failed tests/") == std::string::npos ? 0 : 1));
    CHECK(result.err.empty());
    return std::string(result.out.find("passed tests/d_close") != std::string::npos ? "close " : "") +
           (result.out.find("passed tests/e_next") != std::string::npos ? "next" : "");
  };
  CHECK(passed({}) == "close next");
  CHECK(passed({"--judge", "onnx"}) == "close next");
  CHECK(passed({"--judge", "strict"}).empty());
  CHECK(passed({"--judge", "strict", "--rtol", "1"}).empty());
  CHECK(passed({"--rtol", "1e-6"}) == "next");
  CHECK(passed({"--rtol", "0", "--atol", "0"}).empty());
  CHECK(passed({"--rtol", "0", "--atol", "1e-3"}) == "close next");
  CHECK(passed({"--rtol", "0", "--atol", "0", "--ulp", "1"}) == "next");
  write_text(tree / "tests/d_close/data.json", R"({"rtol": 0.0001})");
  CHECK(passed({}) == "next");
  CHECK(passed({"--rtol", "1e-3"}) == "close next");
}

// ---- Expected failures ----

TEST_CASE("test: an expected failure is skipped with its reason") {
  const Tree tree;
  write_text(tree / "known.txt", "# why\ntests/b_bad  published with an error\nc_erf not needed, but no harm\n");
  CHECK(tree.test({"--xfail", "known.txt", "-v"}) ==
        ProgramResult{0,
                      kPassed + "skipped tests/b_bad: expected to fail: published with an error\n" + kSkipped +
                          "1 passed, 0 failed, 2 skipped\n",
                      ""});
}

TEST_CASE("test: an expected failure that passes is stale, and one that was never run is told") {
  const Tree tree;
  write_text(tree / "known.txt", "a_good it was wrong once\nno_such_test a slip of the pen\n");
  CHECK(tree.test({"--xfail", "known.txt", "-k", "good"}) ==
        ProgramResult{1,
                      "failed tests/a_good: stale: passes, but is expected to fail: it was wrong once\n0 passed, 1 "
                      "failed, 0 skipped\n",
                      "warning: known.txt: no test no_such_test was run\n"});
}

TEST_CASE("test: a list of expected failures that cannot be read") {
  const Tree tree;
  write_text(tree / "known.txt", "tests/b_bad\n");
  CHECK(tree.test({"--xfail", "known.txt"}) ==
        ProgramResult{3, "", "hardref: known.txt:1: expected a reason after the test's name\n"});
  CHECK(tree.test({"--xfail", "missing.txt"}) ==
        ProgramResult{6, "", "hardref: missing.txt: cannot open: No such file or directory\n"});
}

}  // namespace
}  // namespace hardref::test
