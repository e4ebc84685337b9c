// hardref test: what it prints about a tree of test directories, and its exit code. What passes is tested in
// test_directory_test.cpp.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "hardref.h"
#include "tools/commands/test_tree.h"

namespace hardref::test {
namespace {

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
  const auto why = [&](const Words& options) {
    const ProgramResult result = tree.test(options);
    CHECK(result.exit_code == 1);
    return result.err;
  };
  CHECK(tree.test({"-k", "erf"}) ==
        ProgramResult{1, "0 passed, 0 failed, 1 skipped\n",
                      "hardref: no test passed: 1 skipped; -v prints the reason of each\n"});
  CHECK(why({"-k", "erf", "-v"}) == "hardref: no test passed: 1 skipped\n");
  CHECK(tree.test({"-k", "nothing"}) == ProgramResult{1, "0 passed, 0 failed, 0 skipped\n",
                                                      "hardref: no test passed: -k nothing selects none of 3 tests\n"});
  CHECK(why({"--exclude", "."}) == "hardref: no test passed: --exclude . selects none of 3 tests\n");
  CHECK(why({"-k", "a b", "--exclude", "c"}) ==
        "hardref: no test passed: -k 'a b' and --exclude c selects none of 3 tests\n");
  write_text(tree / "known.txt", "b_bad known\n");
  CHECK(why({"--xfail", "known.txt", "--exclude", "good"}) ==
        "hardref: no test passed: 1 skipped, 1 known; -v prints the reason of each\n");
  CHECK(why({"--xfail", "known.txt", "-k", "bad"}) ==
        "hardref: no test passed: 1 known; -v prints the reason of each\n");
  // A failure says enough, and a shard may be empty.
  CHECK(why({"-k", "bad"}).empty());
  CHECK(tree.test({"--shard", "5/5"}) == ProgramResult{0, "0 passed, 0 failed, 0 skipped\n", ""});
}

TEST_CASE("test: a root that is missing or holds no test is an error") {
  const Tree tree;
  CHECK(tree.hardref({"test", "tests", "missing"}) == ProgramResult{6, "", "hardref: missing: not a directory\n"});
  std::filesystem::create_directories(tree / "empty");
  CHECK(tree.hardref({"test", "empty"}) == ProgramResult{3, "", "hardref: empty: no test directory in it\n"});
}

TEST_CASE("test: a model without data sets fails, however it is given") {
  const Tree tree;
  write_model(tree / "lone/any.onnx", kInt32);
  CHECK(tree.hardref({"test", "lone"}) ==
        ProgramResult{1, "failed lone: no data set\n0 passed, 1 failed, 0 skipped\n", ""});
  CHECK(tree.hardref({"test", "lone/any.onnx"}) ==
        ProgramResult{6, "",
                      "hardref: lone/any.onnx: not a directory; expected a folder with a model.onnx and "
                      "test_data_set_0\n"});
  // Beside tests that pass too.
  write_model(tree / "tests/lone/any.onnx", kInt32);
  CHECK(tree.test({"-k", "good|lone"}) ==
        ProgramResult{1, "failed tests/lone: no data set\n1 passed, 1 failed, 0 skipped\n", ""});
}

// Of tree.test({"--json"}).
const nlohmann::json kOptions = {{"paths", {"tests"}}, {"k", nullptr},     {"exclude", nullptr}, {"shard", nullptr},
                                 {"fail_fast", false}, {"xfail", nullptr}, {"no_known", false},  {"judge", "onnx"},
                                 {"rtol", nullptr},    {"atol", nullptr},  {"ulp", nullptr},     {"legal", false},
                                 {"actual", nullptr}};

nlohmann::json options_with(const nlohmann::json& given) {
  nlohmann::json options = kOptions;
  options.update(given);
  return options;
}

TEST_CASE("test: the JSON document says by which options tests were chosen and judged") {
  const Tree tree;
  write_text(tree / "known.txt", "b_bad known\n");
  const auto options = [&](const Words& given) {
    return nlohmann::json::parse(tree.test(joined({"--json"}, given)).out).at("options");
  };
  CHECK(options({"-j", "2", "-v", "--junit", "junit.xml"}) == kOptions);
  CHECK(options({"-k", "a", "--exclude", "b", "--shard", "1/2", "--fail-fast", "--xfail", "known.txt", "--no-known",
                 "--judge", "ort", "--rtol", "0.5", "--atol", "0", "--ulp", "3", "--legal"}) ==
        options_with({{"k", "a"},
                      {"exclude", "b"},
                      {"shard", "1/2"},
                      {"fail_fast", true},
                      {"xfail", "known.txt"},
                      {"no_known", true},
                      {"judge", "ort"},
                      {"rtol", 0.5},
                      {"atol", 0.0},
                      {"ulp", 3},
                      {"legal", true}}));
  write_values(tree / "theirs/a_good/test_data_set_0", {}, {"int32[1]{2000}"});
  CHECK(options({"--judge", "all", "--actual", "theirs"}) == options_with({{"judge", "all"}, {"actual", "theirs"}}));
}

TEST_CASE("test: --json prints one document") {
  const Tree tree;
  const ProgramResult result = tree.test({"--json", "-v"});
  CHECK(result == ProgramResult{1, result.out, ""});
  const auto reason = [](const std::string& line) {
    return line.substr(line.find(": ") + 2, line.size() - line.find(": ") - 3);
  };
  const nlohmann::json element{{"index", {0}},
                               {"actual", "2001"},
                               {"expected", "2000"},
                               {"actual_bits", "0x000007d1"},
                               {"expected_bits", "0x000007d0"},
                               {"absolute", 1.0}};
  const nlohmann::json mismatch{{"data_set", "test_data_set_0"},
                                {"output", "y"},
                                {"summary", "1 of 1 elements differs; first at [0]: 2001, expected 2000 (absolute 1)"},
                                {"type", "int32"},
                                {"shape", {1}},
                                {"producer", "node 0 (Max-13)"},
                                {"differing", 1},
                                {"count", 1},
                                {"first", element},
                                {"worst", element},
                                {"worst_relative", element},
                                {"worst_ulp", element},
                                {"classes", {{"nan", 0}, {"infinity", 0}, {"sign", 0}, {"zero_sign", 0}}},
                                {"passing", {{"atol", 1.0}}},
                                {"passing_finite", {{"atol", 1.0}}},
                                {"sample", {{{"element", 0}, {"expected", 2000.0}, {"actual", 2001.0}}}}};
  CHECK(nlohmann::json::parse(result.out) == nlohmann::json{{"passed", 1},
                                                            {"failed", 1},
                                                            {"skipped", 1},
                                                            {"known", 0},
                                                            {"unsupported", 0},
                                                            {"version", hardref_version()},
                                                            {"options", kOptions},
                                                            {"tests",
                                                             {{{"name", "tests/a_good"},
                                                               {"verdict", "passed"},
                                                               {"reason", ""},
                                                               {"ops", {"Max-13"}},
                                                               {"types", {"int32"}}},
                                                              {{"name", "tests/b_bad"},
                                                               {"verdict", "failed"},
                                                               {"reason", reason(kFailedLine)},
                                                               {"ops", {"Max-13"}},
                                                               {"types", {"int32"}},
                                                               {"mismatches", {mismatch}}},
                                                              {{"name", "tests/c_erf"},
                                                               {"verdict", "skipped"},
                                                               {"reason", reason(kSkipped)},
                                                               {"ops", nlohmann::json::array()},
                                                               {"types", nlohmann::json::array()}}}}});
  const ProgramResult none = tree.test({"--json", "-k", "nothing"});
  CHECK(none == ProgramResult{1, none.out, "hardref: no test passed: -k nothing selects none of 3 tests\n"});
  CHECK(nlohmann::json::parse(none.out) == nlohmann::json{{"passed", 0},
                                                          {"failed", 0},
                                                          {"skipped", 0},
                                                          {"known", 0},
                                                          {"unsupported", 0},
                                                          {"version", hardref_version()},
                                                          {"options", options_with({{"k", "nothing"}})},
                                                          {"tests", nlohmann::json::array()}});
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
  CHECK(result == ProgramResult{1, result.out, "hardref: no test passed: 1 known; -v prints the reason of each\n"});
  const auto test = nlohmann::json::parse(result.out).at("tests").at(0);
  CHECK(test.at("verdict") == "known");
  CHECK(test.at("reason") == "no axis 1");
  CHECK(test.at("ops") == nlohmann::json{"HardSigmoid-6", "Hardmax-1", "Max-13", "Max-8"});
}

TEST_CASE("test: --json stays JSON where a name is not UTF-8") {
  const Tree tree;
  tree.add("d_\xff", kInt32, "int32[1]{1}", "int32[1]{1}");
  const ProgramResult result = tree.test({"--json", "-k", "d_"});
  CHECK(result == ProgramResult{0, result.out, ""});
  CHECK(nlohmann::json::parse(result.out).at("tests").at(0).at("name") == "tests/d_\\xff");
}

TEST_CASE("test: names with control characters, in every report") {
  const Tree tree;
  tree.add("d_\x01\n9 passed\x1b[1m\xff\uFFFE", kInt32, "int32[1]{1}", "int32[1]{2}");
  const std::string shown = R"(d_\x01\x0a9 passed\x1b[1m\xff\xef\xbf\xbe)";
  const ProgramResult result = tree.test({"-k", "d_", "--junit", "out.xml", "--html", "out.html"});
  CHECK(result == ProgramResult{1, result.out, ""});
  CHECK(result.out.starts_with("failed tests/" + shown + ": test_data_set_0: "));
  CHECK(tree.test({"-k", "d_", "--list"}) == prints("tests/" + shown + "\n"));
  CHECK(nlohmann::json::parse(tree.test({"-k", "d_", "--json"}).out).at("tests").at(0).at("name") == "tests/" + shown);
  const auto is_forbidden = [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; };
  for (const char* name : {"out.xml", "out.html"}) {
    const std::string text = read_text(tree / name);
    CAPTURE(name);
    CHECK(std::ranges::none_of(text, is_forbidden));
    CHECK(text.find('\xff') == std::string::npos);
  }
  CHECK(read_text(tree / "out.xml").find("name=\"" + shown + "\" classname=\"tests\"") != std::string::npos);
}

TEST_CASE("test: tolerances and judges") {
  const Tree tree;
  tree.add("d_close", kFloat, "float[1]{1}", "float[1]{1.0009}");
  tree.add("e_next", kFloat, "float[1]{1}", "float[1]{1.0000001}");
  const auto passed = [&](const Words& options) {
    const ProgramResult result = tree.test(joined({"-k", "_close|_next", "-v"}, options));
    CHECK(result.exit_code == (result.out.find("failed tests/") == std::string::npos ? 0 : 1));
    CHECK(result.err.empty());
    return std::string(result.out.find("passed tests/d_close") != std::string::npos ? "close " : "") +
           (result.out.find("passed tests/e_next") != std::string::npos ? "next" : "");
  };
  CHECK(passed({}) == "close next");
  CHECK(passed({"--judge", "onnx"}) == "close next");
  CHECK(passed({"--judge", "strict"}).empty());
  CHECK(passed({"--rtol", "1e-6"}) == "next");
  CHECK(passed({"--rtol", "0", "--atol", "0"}).empty());
  CHECK(passed({"--rtol", "0", "--atol", "1e-3"}) == "close next");
  CHECK(passed({"--rtol", "0", "--atol", "0", "--ulp", "1"}) == "next");
  write_text(tree / "tests/d_close/data.json", R"({"rtol": 0.0001})");
  CHECK(passed({}) == "next");
  CHECK(passed({"--rtol", "1e-3"}) == "close next");
}

TEST_CASE("test: the ort judge reads config.txt, and all says where the judges disagree") {
  const Tree tree;
  tree.add("d_tiny", kFloat, "float[1]{1e-6}", "float[1]{0}");
  const auto test = [&](const Words& more) { return tree.test(joined({"-k", "tiny"}, more)); };
  const std::string passed = "1 passed, 0 failed, 0 skipped\n";
  const std::string failed =
      "failed tests/d_tiny: test_data_set_0: output \"y\": 1 of 1 elements differs; first at [0]: 1e-06, expected 0 "
      "(absolute 1e-06, relative inf, 897988541 ulp)\n"
      "  test_data_set_0: output \"y\": float[1] of node 0 (Max-13): 1 of 1 differ\n"
      "    first [0]: 1e-06 (0x358637bd), expected 0 (0x00000000); absolute 1e-06, relative inf, 897988541 ulp\n"
      "    --atol 1e-06 or --ulp 897988541 would pass\n";
  const std::string none = "0 passed, 1 failed, 0 skipped\n";
  CHECK(test({}) == ProgramResult{1, failed + none, ""});
  CHECK(test({"--judge", "ort"}) == ProgramResult{0, passed, ""});
  CHECK(test({"--judge", "all"}) ==
        ProgramResult{1, failed + "  judges disagree: onnx failed, ort passed, strict failed\n" + none, ""});
  CHECK(
      test({"--judge", "all", "--atol", "1e-3"}) ==
      ProgramResult{0,
                    "passed tests/d_tiny\n  test_data_set_0: output \"y\": float[1]: 1 of 1 within tolerance; worst at "
                    "[0]: absolute 1e-06, relative inf, 897988541 ulp\n"
                    "  judges disagree: onnx passed, ort passed, strict failed\n" +
                        passed,
                    ""});
  write_text(tree / "tests/d_tiny/config.txt", "per_sample_tolerance: 1e-7\nrelative_per_sample_tolerance: 0\n");
  CHECK(test({"--judge", "ort"}) == ProgramResult{1, failed + none, ""});
  CHECK(test({"--judge", "best"}).exit_code == 2);
}

TEST_CASE("test: --judge all in JSON") {
  const Tree tree;
  const ProgramResult result = tree.test({"--judge", "all", "--json", "-k", "a_good"});
  CHECK(nlohmann::json::parse(result.out).at("tests").at(0).at("judges") ==
        nlohmann::json{{"onnx", "passed"}, {"ort", "passed"}, {"strict", "passed"}});
}

TEST_CASE("test: --legal says which member of the legal set an output is") {
  const Tree tree;
  tree.add("d_max", R"(<ir_version: 8, opset_import: ["" : 13]>
g (float[N] x) => (float[N] y) { y = Hardmax (x) })",
           "float[2]{nan,1}", "float[2]{0,1}");
  const ProgramResult refused = tree.test({"-k", "d_max"});
  CHECK(refused ==
        ProgramResult{
            1,
            "failed tests/d_max: test_data_set_0: output \"y\": 2 of 2 elements differ; first at [0]: 1, "
            "expected 0 (absolute 1, relative 1 at [1], 1065353216 ulp)\n"
            "  test_data_set_0: output \"y\": float[2] of node 0 (Hardmax-13): 2 of 2 differ\n"
            "    first, worst absolute and ulp [0]: 1 (0x3f800000), expected 0 (0x00000000); absolute 1, "
            "relative inf, 1065353216 ulp\n"
            "      its row has the maximum nan at 0, then 1 at 1: NaN at 0, which counts as the maximum\n"
            "    worst relative [1]: 0 (0x00000000), expected 1 (0x3f800000); absolute 1, relative 1, 1065353216 "
            "ulp\n"
            "      its row has the maximum nan at 0, then 1 at 1: NaN at 0, which counts as the maximum\n"
            "    --atol 1 or --ulp 1065353216 would pass\n"
            "0 passed, 1 failed, 0 skipped\n",
            ""});
  CHECK(tree.test({"-k", "d_max", "--legal"}) ==
        ProgramResult{0,
                      "passed tests/d_max\n  test_data_set_0: output \"y\" is legal: NaN ignored\n1 passed, 0 failed, "
                      "0 skipped\n",
                      ""});
  const ProgramResult json = tree.test({"-k", "d_max", "--legal", "--json"});
  CHECK(nlohmann::json::parse(json.out).at("tests").at(0).at("legal") ==
        nlohmann::json{"test_data_set_0: output \"y\" is legal: NaN ignored"});
}

TEST_CASE("test: the report in docs/judging.md is what is printed") {
  const Tree tree;
  write_model(tree / "my_tests/test_a/model.onnx",
              R"(<ir_version: 10, opset_import: ["" : 22]> g (float[N] x) => (float[N] y) { y = HardSigmoid (x) })");
  write_values(tree / "my_tests/test_a/test_data_set_0", {"float[2]{0,1}"}, {"float[2]{0.5,0.69921875}"});
  const ProgramResult result = tree.hardref({"test", "my_tests"});
  const std::string page = read_text(std::filesystem::path(HARDREF_SOURCE_DIR) / "docs/judging.md");
  CAPTURE(result.out);
  CHECK(page.find("\n```\n" + result.out + "```\n") != std::string::npos);
}

// ---- How the tests are run ----

TEST_CASE("test: the number of threads does not show in the output", "[threads]") {
  const Tree tree;
  for (int i = 0; i < 40; ++i) {
    tree.add("d_" + std::to_string(i), kInt32, i % 3 == 0 ? "int32[1]{1}" : "int32[1]{2}", "int32[1]{2}");
  }
  const ProgramResult one = tree.test({"-v", "-j", "1"});
  CHECK(one.exit_code == 1);
  for (const char* threads : {"2", "3", "64"}) CHECK(tree.test({"-v", "-j", threads}) == one);
  CHECK(tree.test({"-v"}) == one);
  CHECK(tree.test({"--fail-fast", "-j", "8", "-v"}) == tree.test({"--fail-fast", "-j", "1", "-v"}));
  for (const std::string bad : {"0", "-1", "1025"}) {
    CHECK(tree.test({"-j", bad}) ==
          ProgramResult{2, "", "hardref: -j " + bad + ": expected a number from 1 to 1024\n"});
  }
}

TEST_CASE("test: --shard takes every Nth test") {
  const Tree tree;
  CHECK(tree.test({"--list", "--shard", "1/2"}) == ProgramResult{0, "tests/a_good\ntests/c_erf\n", ""});
  CHECK(tree.test({"--list", "--shard", "2/2"}) == ProgramResult{0, "tests/b_bad\n", ""});
  CHECK(tree.test({"--list", "--shard", "4/4"}) == ProgramResult{0, "", ""});
  CHECK(tree.test({"--shard", "1/1"}) == tree.test({}));
  // What another shard runs is no slip of the pen.
  write_text(tree / "known.txt", "b_bad known\n");
  CHECK(tree.test({"--shard", "1/2", "--xfail", "known.txt"}) ==
        ProgramResult{0, "1 passed, 0 failed, 1 skipped\n", ""});
  for (const std::string bad : {"0/2", "3/2", "1", "1/", "/2", "1/0", "a/2", "1/2/3", "-1/2"}) {
    CHECK(tree.test({"--shard=" + bad}) ==
          ProgramResult{2, "", "hardref: --shard " + bad + ": expected I/N with I from 1 to N\n"});
  }
}

TEST_CASE("test: --sample adds elements that pass to the JSON") {
  const Tree tree;
  tree.add("d_two", kFloat, "float[3]{1,2,3}", "float[3]{1,9,3}");
  const auto elements = [&](const Words& more) {
    const nlohmann::json report = nlohmann::json::parse(tree.test(joined({"-k", "d_two"}, more)).out);
    std::vector<int> found;
    for (const auto& point : report["tests"][0]["mismatches"][0]["sample"]) {
      found.push_back(point["element"].get<int>());
    }
    return found;
  };
  CHECK(elements({"--json"}) == std::vector<int>{1});
  CHECK(elements({"--json", "--sample"}) == std::vector<int>{1, 0, 2});
  CHECK(tree.test({"--sample"}) == ProgramResult{2, "", "hardref: --sample needs --json or --report-json FILE\n"});
}

TEST_CASE("test: --report-json writes the document that --json prints") {
  const Tree tree;
  const ProgramResult result = tree.test({"--report-json", "report.json"});
  CHECK(result == tree.test({}));
  CHECK(read_text(tree / "report.json") == tree.test({"--json"}).out);
  CHECK(tree.test({"--report-json", "missing/report.json", "-k", "good"}) ==
        ProgramResult{6, "1 passed, 0 failed, 0 skipped\n",
                      "hardref: missing/report.json: cannot open for writing: No such file or directory\n"});
}

// The other end of a terminal.
class Terminal {
 public:
  Terminal() : descriptor_(posix_openpt(O_RDWR | O_NOCTTY)) {
    REQUIRE(grantpt(descriptor_) == 0);
    REQUIRE(unlockpt(descriptor_) == 0);
    name_ = ptsname(descriptor_);
    // While nobody has it open, what was written may be lost.
    kept_open_ = open(name_.c_str(), O_RDWR | O_NOCTTY);
    REQUIRE(kept_open_ >= 0);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    close(kept_open_);
    close(descriptor_);
  }
  [[nodiscard]] const char* name() const { return name_.c_str(); }
  [[nodiscard]] std::string read() const {
    std::string text(4096, '\0');
    const ssize_t count = ::read(descriptor_, text.data(), text.size());
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return text;
  }

 private:
  int descriptor_;
  int kept_open_ = -1;
  std::string name_;
};

TEST_CASE("test: on a terminal a line tells the progress, and is gone at the end") {
  if (!std::filesystem::exists("/dev/pts/ptmx")) {
    WARN("skipped: this machine has no pseudo-terminals");
    return;
  }
  const Tree tree;
  const Terminal terminal;
  const ProgramResult result = run_program({"test", "tests", "-k", "b_bad|c_erf", "-j", "1"},
                                           {.folder = tree.path(), .errors = terminal.name()});
  CHECK(result == ProgramResult{1, kFailed + "0 passed, 1 failed, 1 skipped\n", ""});
  const std::string shown = terminal.read();
  CHECK(shown.starts_with("1 of 2 tests, 1 failed"));
  CHECK(shown.ends_with("\r\x1b[K"));
}

}  // namespace
}  // namespace hardref::test
