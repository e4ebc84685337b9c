// hardref test: judges test directories and prints what failed and why.
#include <fmt/chrono.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "commands/command.h"
#include "commands/expected_failures.h"
#include "commands/judge_options.h"
#include "commands/ordered_run.h"
#include "commands/progress.h"
#include "commands/report_files.h"
#include "commands/shell_word.h"
#include "commands/test_selection.h"
#include "files/json_text.h"
#include "hardref.h"
#include "judge/results.h"
#include "judge/test_directory.h"
#include "load/save.h"
#include "report/graph.h"
#include "report/json.h"
#include "report/text.h"
#include "tensor/file.h"

namespace hardref::tools {
namespace {

constexpr auto kTestExamples = R"(Examples:
  hardref test onnx/backend/test/data/node -k 'hardmax|hardsigmoid'
  hardref test my_tests --judge strict -v
  hardref test my_tests --judge all --legal
  hardref test my_tests --actual results_of_my_runtime
  hardref test my_tests --xfail known.txt --json
  hardref test my_tests --junit report.xml --html report.html
)";

constexpr std::int64_t kMostThreads = 1024;

// What decides the result of a single test.
constexpr std::array<std::string_view, 6> kRepeated = {"--judge", "--rtol", "--atol", "--ulp", "--legal", "--no-known"};

struct TestOptions {
  std::optional<Command> command;
  std::vector<std::string> paths;
  TestSelection selection;
  std::string xfail;
  bool update_xfail = false;
  bool no_known = false;
  JudgeChoice judge_choice;
  bool legal = false;
  JudgeOptions judge;
  std::string results;
  std::optional<std::int64_t> threads;
  std::string json_file;
  ReportFiles files;
  bool fail_fast = false;
  bool list = false;
  bool verbose = false;
  bool json = false;
  bool sample = false;
};

// Below the folder, where the test's root is it.
std::string path_in(const std::filesystem::path& folder, const TestDirectory& test) {
  return (test.relative.empty() ? folder : folder / test.relative).string();
}

std::string count_text(std::size_t tests) { return fmt::format("{} test{}", tests, tests == 1 ? "" : "s"); }

// Where the results of a test are: under its name, or of a single root without the root's name.
std::string results_of(const TestDirectory& test, const TestOptions& options) {
  std::filesystem::path by_name = std::filesystem::path(options.results) / test.name;
  std::error_code error;
  if (options.paths.size() > 1 || std::filesystem::is_directory(by_name, error)) return by_name.string();
  return path_in(options.results, test);
}

// A folder that is not the one that was meant would fail every test.
void require_results(const std::vector<TestDirectory>& tests, const TestOptions& options) {
  std::error_code error;
  if (!std::filesystem::is_directory(options.results, error)) {
    fail(ErrorKind::kIo, "--actual {}: not a directory", options.results);
  }
  const auto is_there = [&](const TestDirectory& test) { return has_results(results_of(test, options)); };
  if (std::ranges::any_of(tests, is_there)) return;
  const std::string first = results_of(tests.front(), options);
  fail(ErrorKind::kIo, "--actual {}: no results in it; looked for {}, the first at {}/test_data_set_0", options.results,
       count_text(tests.size()), first);
}

void list_tests(const std::vector<TestDirectory>& tests) {
  std::string text;
  for (const TestDirectory& test : tests) text += escaped(test.name) + "\n";
  print_out(text);
}

RunInfo info_of(const TestOptions& options) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return {.version = hardref_version(),
          .date = fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(now)),
          .command = "hardref test" + options.command->given_arguments(),
          .judge = std::string(to_string(options.judge.judge)),
          .results = options.results};
}

GivenOptions described(const TestOptions& options) {
  GivenOptions run{.paths = options.paths,
                   .only = {},
                   .exclude = {},
                   .shard = {},
                   .fail_fast = options.fail_fast,
                   .xfail = options.xfail,
                   .judge = options.judge,
                   .results = options.results};
  options.selection.describe(run);
  return run;
}

// One run: what is told while it goes on, and what is kept for its end.
class Run {
 public:
  explicit Run(TestOptions& options) : options_(options) {
    const bool is_new = options.update_xfail && !std::filesystem::exists(options.xfail);
    if (!options.xfail.empty() && !is_new) expected_ = read_expected_failures(options.xfail);
    report_.version = hardref_version();
    report_.options = described(options);
  }

  int run() {
    const std::vector<TestDirectory> all = find_tests({options_.paths.begin(), options_.paths.end()});
    bind_expected(all);
    std::vector<TestDirectory> tests = options_.selection.by_name(all);
    const bool is_selected = !tests.empty();
    tests = options_.selection.shard_of(std::move(tests));
    if (options_.list) {
      list_tests(tests);
      return kSuccess;
    }
    if (!options_.results.empty()) require_results(all, options_);
    options_.files.begin(info_of(options_));
    judge(tests);
    finish();
    const Totals& totals = report_.totals;
    if (totals.failed != 0) return kDifferent;
    if (totals.passed != 0 || (is_selected && tests.empty())) return kSuccess;  // a shard may be empty
    print_out_of_passes(all.size());
    return kDifferent;
  }

 private:
  // Tests that are not selected are no slip of the pen in the list of expected failures.
  void bind_expected(const std::vector<TestDirectory>& tests) {
    std::vector<std::string> names;
    names.reserve(tests.size());
    for (const TestDirectory& test : tests) names.push_back(test.name);
    bind_expected_failures(options_.xfail, expected_, names);
    for (const ExpectedFailure& entry : expected_) {
      if (entry.bound) continue;
      print_warning(fmt::format("{}:{}: no test is called {}", options_.xfail, entry.line, entry.test));
    }
  }

  // Why a run in which nothing failed is none that passed.
  void print_out_of_passes(std::size_t tests) const {
    const Totals& totals = report_.totals;
    std::string why;
    if (totals.all() == 0) {
      why = fmt::format("{} selects none of {}", options_.selection.names(), count_text(tests));
    } else {
      const std::string rare = rare_text(totals);
      why = totals.skipped == 0 ? rare : fmt::format("{} skipped{}{}", totals.skipped, rare.empty() ? "" : ", ", rare);
      if (!options_.verbose) why += "; -v prints the reason of each";
    }
    fmt::print(stderr, "hardref: no test passed: {}\n", why);
  }

  void judge(const std::vector<TestDirectory>& tests) {
    ProgressLine progress(isatty(STDERR_FILENO) != 0, tests.size());
    const auto threads = options_.threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
    std::size_t done = 0;
    run_in_order<ReportedTest>(
        tests.size(), static_cast<std::size_t>(threads), [&](std::size_t i) { return run_one(tests[i]); },
        [&](ReportedTest test) {
          add(std::move(test), progress);
          progress.update(++done, report_.totals.failed);
          return !options_.fail_fast || report_.totals.failed == 0;
        });
  }

  [[nodiscard]] ReportedTest run_one(const TestDirectory& test) const {
    const std::string results = options_.results.empty() ? "" : results_of(test, options_);
    ReportedTest reported{.result = run_test(test, options_.judge, results)};
    reported.command = "hardref test " + shell_word(path_in(options_.paths[test.root], test)) +
                       options_.command->given_arguments(kRepeated);
    if (!results.empty()) reported.command += " --actual " + shell_word(results);
    if (options_.files.show_graphs() && !reported.result.mismatches.empty()) {
      reported.graph = describe_graph(Model::from_file(find_model(test.path)));
    }
    return reported;
  }

  // An expected failure is known, and an unexpected pass a failure.
  void adjust(TestResult& test) {
    const bool failed = test.verdict == Verdict::kFailed;
    ExpectedFailure* expected = find_expected_failure(expected_, test.name);
    if (expected == nullptr) {
      if (failed && options_.update_xfail) new_failures_.push_back({test.name, test.reason});
      return;
    }
    expected->passed = test.verdict == Verdict::kPassed;
    if (!failed && !expected->passed) return;
    test.verdict = failed ? Verdict::kKnown : Verdict::kFailed;
    test.mismatches.clear();
    test.close.clear();
    test.reason = (failed ? "" : "stale: passes, but is expected to fail: ") + expected->reason;
  }

  void add(ReportedTest test, ProgressLine& progress) {
    TestResult& result = test.result;
    adjust(result);
    report_.totals.add(result.verdict);
    if (!options_.json && (options_.verbose || is_remarkable(result))) {
      progress.clear();
      print_out(to_text(result));
    }
    options_.files.add(test);
    if (!options_.json && options_.json_file.empty()) return;
    if (!options_.sample) drop_passing_elements(result);
    report_.tests.push_back(std::move(result));
  }

  void finish() {
    if (options_.json) {
      print_out(print_json(to_json(report_)));
    } else {
      print_out(to_text(report_.totals));
    }
    if (!options_.json_file.empty()) write_file(options_.json_file, print_json(to_json(report_)));
    options_.files.write();
    if (options_.update_xfail) update_expected_failures(options_.xfail, expected_, new_failures_);
  }

  TestOptions& options_;
  std::vector<ExpectedFailure> expected_;
  std::vector<ExpectedFailure> new_failures_;
  RunReport report_;
};

void check(TestOptions& options) {
  if (options.update_xfail && options.xfail.empty()) fail(ErrorKind::kUsage, "--update-xfail needs --xfail FILE");
  if (options.threads && (*options.threads < 1 || *options.threads > kMostThreads)) {
    fail(ErrorKind::kUsage, "-j {}: expected a number from 1 to {}", *options.threads, kMostThreads);
  }
  if (options.sample && !options.json && options.json_file.empty()) {
    fail(ErrorKind::kUsage, "--sample needs --json or --report-json FILE");
  }
  options.judge = options.judge_choice.options();
  options.judge.legal = options.legal;
  options.judge.known = !options.no_known;
}

}  // namespace

void add_test_command(CommandLine& line) {
  Command command = line.add_command("test", "judge test directories");
  const auto options = std::make_shared<TestOptions>();
  options->command = command;
  command.add_option("PATH", options->paths, "a test directory, or a tree of them").required();
  options->selection.add_options(command);
  command
      .add_option("--xfail", options->xfail,
                  "tests that are expected to fail: one a line, name or end of it, and reason")
      .type_name("FILE");
  command.add_flag("--update-xfail", options->update_xfail, "write what failed to that file, and drop what passed");
  command.add_flag("--no-known", options->no_known, "published tests that are at fault themselves fail");
  options->judge_choice.add_options(command);
  command.add_flag("--legal", options->legal, "accept what the standard leaves open, and say which of it");
  command
      .add_option("--actual", options->results, "judge DIR/TEST/test_data_set_N/output_N.pb or .npy, and run nothing")
      .type_name("DIR");
  command.add_option("-j", options->threads, "tests at a time [all cores]").type_name("N");
  command.add_flag("--fail-fast", options->fail_fast, "stop at the first failure");
  command.add_flag("--list", options->list, "print the names of the tests and run none");
  command.add_flag("-v,--verbose", options->verbose, "print every test: why it was skipped, how close it was");
  command.add_flag("--json", options->json, "print one JSON document");
  command.add_option("--report-json", options->json_file, "write that document to a file").type_name("FILE");
  command.add_flag("--sample", options->sample,
                   "in JSON, elements that pass too, evenly spaced, after those that do not");
  options->files.add_options(command);
  command.footer(kTestExamples);
  command.action([options] {
    check(*options);
    return Run(*options).run();
  });
}

}  // namespace hardref::tools
