// hardref test: judges backend test directories and prints what failed and why.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "backend_test.h"
#include "command.h"
#include "expected_failures.h"
#include "json_text.h"
#include "report_json.h"
#include "report_text.h"

namespace hardref::tools {
namespace {

constexpr auto kExamples = R"(Examples:
  hardref test onnx/backend/test/data/node -k 'hardmax|hardsigmoid'
  hardref test my_tests --judge strict -v
  hardref test my_tests --xfail known.txt --json
)";

struct TestOptions {
  std::vector<std::string> paths;
  std::string only;
  std::string exclude;
  std::string xfail;
  std::string judge_name = "onnx";
  JudgeOptions judge;
  bool fail_fast = false;
  bool list = false;
  bool verbose = false;
  bool json = false;
};

std::regex to_regex(const std::string& text, std::string_view option) {
  try {
    return std::regex(text);
  } catch (const std::regex_error&) {
    fail(ErrorKind::kUsage, "{} {}: not a regular expression", option, text);
  }
}

std::vector<TestDirectory> select_tests(const TestOptions& options) {
  const std::regex only = to_regex(options.only, "-k");
  const std::regex exclude = to_regex(options.exclude, "--exclude");
  std::vector<TestDirectory> selected;
  for (const std::string& path : options.paths) {
    for (TestDirectory& test : find_tests(path)) {
      if (!std::regex_search(test.name, only)) continue;
      if (!options.exclude.empty() && std::regex_search(test.name, exclude)) continue;
      selected.push_back(std::move(test));
    }
  }
  return selected;
}

// Turns an expected failure into a skip, and an unexpected pass into a failure.
TestReport adjust(TestReport result, const ExpectedFailure* expected) {
  if (expected == nullptr || result.verdict == Verdict::kSkipped) return result;
  const bool failed = result.verdict == Verdict::kFailed;
  result.verdict = failed ? Verdict::kSkipped : Verdict::kFailed;
  result.mismatches.clear();
  result.reason = (failed ? "expected to fail: " : "stale: passes, but is expected to fail: ") + expected->reason;
  return result;
}

class Report {
 public:
  explicit Report(const TestOptions& options) : options_(options) {}

  void add(const TestReport& test) {
    const bool failed = test.verdict == Verdict::kFailed;
    (failed ? totals_.failed : test.verdict == Verdict::kPassed ? totals_.passed : totals_.skipped)++;
    if (options_.json) {
      tests_.push_back(to_json(test));
    } else if (failed || options_.verbose) {
      print_out(to_text(test));
    }
  }

  [[nodiscard]] const Totals& totals() const { return totals_; }

  void finish() {
    if (options_.json) {
      const nlohmann::ordered_json report{{"passed", totals_.passed},
                                          {"failed", totals_.failed},
                                          {"skipped", totals_.skipped},
                                          {"tests", std::move(tests_)}};
      print_out(print_json(report));
    } else {
      print_out(to_text(totals_));
    }
  }

 private:
  const TestOptions& options_;
  Totals totals_;
  nlohmann::ordered_json tests_ = nlohmann::ordered_json::array();
};

void list_tests(const std::vector<TestDirectory>& tests) {
  std::string text;
  for (const TestDirectory& test : tests) text += test.name + "\n";
  print_out(text);
}

int test(const TestOptions& options) {
  const std::vector<TestDirectory> tests = select_tests(options);
  if (options.list) {
    list_tests(tests);
    return kSuccess;
  }
  std::vector<ExpectedFailure> expected;
  if (!options.xfail.empty()) expected = read_expected_failures(options.xfail);
  Report report(options);
  for (const TestDirectory& directory : tests) {
    const ExpectedFailure* entry = find_expected_failure(expected, directory.name);
    report.add(adjust(run_test(directory, options.judge), entry));
    if (options.fail_fast && report.totals().failed != 0) break;
  }
  report.finish();
  for (const ExpectedFailure& entry : expected) {
    if (!entry.used) print_warning(fmt::format("{}: no test {} was run", options.xfail, entry.test));
  }
  return report.totals().failed == 0 && report.totals().passed != 0 ? kSuccess : kDifferent;
}

}  // namespace

void add_test_command(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand("test", "judge backend test directories");
  const auto options = std::make_shared<TestOptions>();
  command.add_option("PATH", options->paths, "a test directory, or a tree of them")->required();
  command.add_option("-k", options->only, "only tests whose name matches")->type_name("REGEX");
  command.add_option("--exclude", options->exclude, "no tests whose name matches")->type_name("REGEX");
  command.add_option("--xfail", options->xfail, "tests that are expected to fail: one a line, name and reason")
      ->type_name("FILE");
  command
      .add_option("--judge", options->judge_name,
                  "onnx: rtol 1e-3, atol 1e-7; ort: rtol 1e-3, atol 1e-5; strict: bit for bit [onnx]")
      ->check(CLI::IsMember({"onnx", "ort", "strict"}));
  command.add_option("--rtol", options->judge.rtol, "relative tolerance, in place of the test's own")
      ->check(reject_negative);
  command.add_option("--atol", options->judge.atol, "absolute tolerance, in place of the test's own")
      ->check(reject_negative);
  command.add_option("--ulp", options->judge.ulp, "units in the last place that always pass")->check(reject_negative);
  command.add_flag("--fail-fast", options->fail_fast, "stop at the first failure");
  command.add_flag("--list", options->list, "print the names of the tests and run none");
  command.add_flag("-v,--verbose", options->verbose, "print every test, with the reason of each skip");
  command.add_flag("--json", options->json, "print one JSON document");
  command.footer(kExamples);
  command.callback([options, &exit_code] {
    options->judge.judge =
        *std::ranges::find(kJudges, options->judge_name, [](Judge judge) { return to_string(judge); });
    exit_code = test(*options);
  });
}

}  // namespace hardref::tools
