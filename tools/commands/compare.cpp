// hardref compare: judges tensors in files, or in two folders, the way that test directories are judged.
#include <nlohmann/json.hpp>
#include <set>

#include "commands/command.h"
#include "commands/judge_options.h"
#include "files/json_text.h"
#include "files/value_set.h"
#include "files/values.h"
#include "judge/data_set.h"
#include "judge/output_judge.h"
#include "report/json.h"
#include "report/text.h"

namespace hardref::tools {
namespace {

constexpr auto kCompareExamples = R"(Examples:
  hardref compare y.npy test_data_set_0/output_0.pb
  hardref compare mine.npz:y theirs.npz:y --ulp 1
  hardref compare y.npy 'float[1,3]{0,1,0}'
  hardref compare my_results their_results --exact --json
)";

struct CompareOptions {
  std::string actual;
  std::string expected;
  JudgeChoice judge;
  bool exact = false;
  bool verbose = false;
  bool json = false;
  bool sample = false;
};

// Raw bytes on one side are of the other side's type.
std::pair<Tensor, Tensor> read_pair(const ReadTensor& actual, const ReadTensor& expected) {
  Tensor a = actual(std::nullopt);
  Tensor e = expected(a.type());
  if (a.type() != e.type()) a = relabelled(std::move(a), e.type());
  return {std::move(a), std::move(e)};
}

TestResult compare(const std::string& name, const ReadTensor& actual, const ReadTensor& expected,
                   const JudgeOptions& options) {
  TestResult report{.name = name, .path = name};
  const auto [a, e] = read_pair(actual, expected);
  report.types.emplace(to_string(a.type()));
  OutputJudge judge(report, options);
  judge.read_tolerances();
  judge.judge("", "", a, e, {});
  judge.finish();
  return report;
}

TestResult failed(const std::string& name, std::string reason) {
  return {.name = name, .path = "", .verdict = Verdict::kFailed, .reason = std::move(reason)};
}

class Comparison {
 public:
  explicit Comparison(const CompareOptions& options) : options_(options) {}

  int run() {
    JudgeOptions judge = options_.judge.options();
    if (options_.exact) judge.judge = Judge::kStrict;
    require_tolerant(judge);
    if (options_.sample && !options_.json) fail(ErrorKind::kUsage, "--sample needs --json");
    const auto warn_of = [](std::string_view side) {
      return [side](std::string_view text) { print_warning(fmt::format("{}: {}", side, text)); };
    };
    ValueSet actual = value_set(options_.actual, warn_of("ACTUAL"));
    ValueSet expected = value_set(options_.expected, warn_of("EXPECTED"));
    drop_inputs(actual, expected);
    drop_inputs(expected, actual);
    match_names(actual, expected);
    if (actual.contains("") || expected.contains("")) {
      if (actual.size() != 1 || expected.size() != 1) {
        fail(ErrorKind::kUsage, "{} holds {} tensors, {} holds {}; name one of them as FILE.npz:KEY, or two folders",
             options_.actual, actual.size(), options_.expected, expected.size());
      }
      add(compare(options_.actual, actual.begin()->second, expected.begin()->second, judge));
    } else {
      compare_all(actual, expected, judge);
    }
    if (options_.json) {
      print_out(print_json(to_json(report_)));
    } else {
      print_out(to_text(report_.totals));
    }
    return report_.totals.failed == 0 ? kSuccess : kDifferent;
  }

 private:
  // output_0.pb of a folder is found by the name in it where the other side has arrays by name.
  void match_names(ValueSet& actual, ValueSet& expected) const {
    const bool is_common =
        std::ranges::any_of(actual, [&](const auto& value) { return expected.contains(value.first); });
    if (is_common || actual.contains("") || expected.contains("")) return;
    const auto rename = [](ValueSet& set, const std::string& path) {
      auto named = is_archive(path) ? std::nullopt : by_tensor_name(path);
      if (named) set = *std::move(named);
    };
    rename(actual, options_.actual);
    rename(expected, options_.expected);
  }

  void compare_all(const ValueSet& actual, const ValueSet& expected, const JudgeOptions& judge) {
    std::set<std::string> all;
    for (const auto& [name, path] : actual) all.insert(name);
    for (const auto& [name, path] : expected) all.insert(name);
    for (const std::string& name : all) {
      const auto a = actual.find(name);
      const auto e = expected.find(name);
      if (a == actual.end()) {
        add(failed(name, fmt::format("not in {}", options_.actual)));
      } else if (e == expected.end()) {
        add(failed(name, fmt::format("not in {}", options_.expected)));
      } else {
        add(compare(name, a->second, e->second, judge));
      }
    }
  }

  void add(TestResult report) {
    report_.totals.add(report.verdict);
    if (options_.json) {
      if (!options_.sample) drop_passing_elements(report);
      report_.tests.push_back(std::move(report));
    } else if (options_.verbose || is_remarkable(report)) {
      print_out(to_text(report));
    }
  }

  const CompareOptions& options_;
  RunReport report_;
};

}  // namespace

void add_compare_command(CommandLine& line) {
  Command command = line.add_command("compare", "judge one tensor by another, or a folder by another");
  const auto options = std::make_shared<CompareOptions>();
  command
      .add_option("ACTUAL", options->actual,
                  "a .pb, .npy, .npz or text file, FILE.npz:KEY, a literal, or a folder of files")
      .required();
  command.add_option("EXPECTED", options->expected, "the same; folders and archives are matched by name").required();
  options->judge.add_options(command);
  command.add_flag("--exact", options->exact, "bit for bit, as --judge strict");
  command.add_flag("-v,--verbose", options->verbose, "print what is the same as well");
  command.add_flag("--json", options->json, "print one JSON document");
  command.add_flag("--sample", options->sample,
                   "in JSON, elements that pass too, evenly spaced, after those that do not");
  command.footer(kCompareExamples);
  command.action([options] { return Comparison(*options).run(); });
}

}  // namespace hardref::tools
