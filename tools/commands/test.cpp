// hardref test: judges test directories and prints what failed and why.
#include <fmt/chrono.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "commands/command.h"
#include "commands/expected_failures.h"
#include "commands/judge_options.h"
#include "commands/ordered_run.h"
#include "commands/progress.h"
#include "commands/report_files.h"
#include "commands/shell_word.h"
#include "files/json_text.h"
#include "hardref.h"
#include "judge/test_directory.h"
#include "load/save.h"
#include "report/graph.h"
#include "report/json.h"
#include "report/text.h"
#include "tensor/file.h"

namespace hardref::tools {
namespace {

constexpr auto kExamples = R"(Examples:
  hardref test onnx/backend/test/data/node -k 'hardmax|hardsigmoid'
  hardref test my_tests --judge strict -v
  hardref test my_tests --judge all --legal
  hardref test my_tests --actual results_of_my_runtime
  hardref test my_tests --xfail known.txt --json
  hardref test my_tests --junit report.xml --html report.html
)";

constexpr std::int64_t kMostThreads = 1024;

// What decides the result of a single test.
constexpr std::array<std::string_view, 5> kRepeated = {"--judge", "--rtol", "--atol", "--ulp", "--legal"};

struct TestOptions {
  std::optional<Command> command;
  std::vector<std::string> paths;
  std::string only;
  std::string exclude;
  std::string xfail;
  bool update_xfail = false;
  JudgeChoice judge_choice;
  bool legal = false;
  JudgeOptions judge;
  std::string results;
  std::optional<std::int64_t> threads;
  std::string shard;
  std::string json_file;
  ReportFiles files;
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

struct SelectedTest {
  TestDirectory directory;
  std::string path;  // as it was given
};

std::string path_in(const std::filesystem::path& folder, const TestDirectory& test) {
  const std::string relative = relative_to_root(test);
  return (relative.empty() ? folder : folder / relative).string();
}

std::vector<SelectedTest> select_tests(const TestOptions& options) {
  const std::regex only = to_regex(options.only, "-k");
  const std::regex exclude = to_regex(options.exclude, "--exclude");
  std::vector<SelectedTest> selected;
  for (const std::string& path : options.paths) {
    for (TestDirectory& test : find_tests(path)) {
      if (!std::regex_search(test.name, only)) continue;
      if (!options.exclude.empty() && std::regex_search(test.name, exclude)) continue;
      std::string typed = path_in(path, test);
      selected.push_back({std::move(test), std::move(typed)});
    }
  }
  return selected;
}

// Every Nth test from the Ith on.
std::vector<SelectedTest> take_shard(std::vector<SelectedTest> tests, const std::string& shard) {
  if (shard.empty()) return tests;
  const std::string_view text = shard;
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto index = parse_count(text.substr(0, slash));
  const auto count = parse_count(text.substr(std::min(slash + 1, text.size())));
  if (!index || !count || *index < 1 || *index > *count) {
    fail(ErrorKind::kUsage, "--shard {}: expected I/N with I from 1 to N", shard);
  }
  std::vector<SelectedTest> taken;
  for (auto i = static_cast<std::size_t>(*index - 1); i < tests.size(); i += static_cast<std::size_t>(*count)) {
    taken.push_back(std::move(tests[i]));
  }
  return taken;
}

void list_tests(const std::vector<SelectedTest>& tests) {
  std::string text;
  for (const SelectedTest& test : tests) text += test.directory.name + "\n";
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

// One run: what is told while it goes on, and what is kept for its end.
class Run {
 public:
  explicit Run(TestOptions& options) : options_(options) {
    const bool is_new = options.update_xfail && !std::filesystem::exists(options.xfail);
    if (!options.xfail.empty() && !is_new) expected_ = read_expected_failures(options.xfail);
  }

  int run() {
    // Tests of other shards are not run, but they are no slip of the pen in the list of expected failures.
    std::vector<SelectedTest> tests = select_tests(options_);
    for (const SelectedTest& test : tests) find_expected_failure(expected_, test.directory.name);
    tests = take_shard(std::move(tests), options_.shard);
    if (options_.list) {
      list_tests(tests);
      return kSuccess;
    }
    options_.files.begin(info_of(options_));
    judge(tests);
    finish();
    const Totals& totals = report_.totals;
    return totals.failed == 0 && totals.passed != 0 ? kSuccess : kDifferent;
  }

 private:
  void judge(const std::vector<SelectedTest>& tests) {
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

  [[nodiscard]] ReportedTest run_one(const SelectedTest& test) const {
    const std::string results = options_.results.empty() ? "" : path_in(options_.results, test.directory);
    ReportedTest reported{.result = run_test(test.directory, options_.judge, results)};
    reported.command = "hardref test " + shell_word(test.path) + options_.command->given_arguments(kRepeated);
    if (!results.empty()) reported.command += " --actual " + shell_word(results);
    if (options_.files.show_graphs() && !reported.result.mismatches.empty()) {
      reported.graph = describe_graph(Model::from_file(std::filesystem::path(test.directory.path) / "model.onnx"));
    }
    return reported;
  }

  // Turns an expected failure into a skip, and an unexpected pass into a failure.
  void adjust(TestResult& test) {
    if (test.verdict == Verdict::kSkipped) return;
    const bool failed = test.verdict == Verdict::kFailed;
    ExpectedFailure* expected = find_expected_failure(expected_, test.name);
    if (expected == nullptr) {
      if (failed && options_.update_xfail) new_failures_.push_back({test.name, test.reason});
      return;
    }
    expected->run = true;
    expected->failed = expected->failed || failed;
    test.verdict = failed ? Verdict::kSkipped : Verdict::kFailed;
    test.mismatches.clear();
    test.reason = (failed ? "expected to fail: " : "stale: passes, but is expected to fail: ") + expected->reason;
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
    if (options_.json || !options_.json_file.empty()) report_.tests.push_back(std::move(result));
  }

  void finish() {
    if (options_.json) {
      print_out(print_json(to_json(report_)));
    } else {
      print_out(to_text(report_.totals));
    }
    if (!options_.json_file.empty()) write_file(options_.json_file, print_json(to_json(report_)));
    options_.files.write();
    for (const ExpectedFailure& entry : expected_) {
      if (!entry.used) print_warning(fmt::format("{}: no test {} was run", options_.xfail, entry.test));
    }
    if (options_.update_xfail) update_expected_failures(options_.xfail, expected_, new_failures_);
  }

  TestOptions& options_;
  std::vector<ExpectedFailure> expected_;
  std::vector<ExpectedFailure> new_failures_;
  RunReport report_;
};

void check(TestOptions& options) {
  if (options.update_xfail && options.xfail.empty()) fail(ErrorKind::kUsage, "--update-xfail needs --xfail FILE");
  if (!options.results.empty() && options.paths.size() != 1) {
    fail(ErrorKind::kUsage, "--actual needs a single PATH, but there are {}", options.paths.size());
  }
  if (options.threads && (*options.threads < 1 || *options.threads > kMostThreads)) {
    fail(ErrorKind::kUsage, "-j {}: expected a number from 1 to {}", *options.threads, kMostThreads);
  }
  options.judge = options.judge_choice.options();
  options.judge.legal = options.legal;
}

}  // namespace

void add_test_command(CommandLine& line) {
  Command command = line.add_command("test", "judge test directories");
  const auto options = std::make_shared<TestOptions>();
  options->command = command;
  command.add_option("PATH", options->paths, "a test directory, or a tree of them").required();
  command.add_option("-k", options->only, "only tests whose name matches").type_name("REGEX");
  command.add_option("--exclude", options->exclude, "no tests whose name matches").type_name("REGEX");
  command.add_option("--xfail", options->xfail, "tests that are expected to fail: one a line, name and reason")
      .type_name("FILE");
  command.add_flag("--update-xfail", options->update_xfail, "write what failed to that file, and drop what passed");
  options->judge_choice.add_options(command);
  command.add_flag("--legal", options->legal, "accept what the standard leaves open, and say which of it");
  command.add_option("--actual", options->results, "judge the outputs in this folder, and run nothing")
      .type_name("DIR");
  command.add_option("-j", options->threads, "tests at a time [all cores]").type_name("N");
  command.add_option("--shard", options->shard, "I/N: every Nth test, from the Ith on").type_name("I/N");
  command.add_flag("--fail-fast", options->fail_fast, "stop at the first failure");
  command.add_flag("--list", options->list, "print the names of the tests and run none");
  command.add_flag("-v,--verbose", options->verbose, "print every test, with the reason of each skip");
  command.add_flag("--json", options->json, "print one JSON document");
  command.add_option("--report-json", options->json_file, "write that document to a file").type_name("FILE");
  options->files.add_options(command);
  command.footer(kExamples);
  command.action([options] {
    check(*options);
    return Run(*options).run();
  });
}

}  // namespace hardref::tools
