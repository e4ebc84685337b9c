// hardref compare: judges tensors in files, or in two folders, the way that test directories are judged.
#include <nlohmann/json.hpp>
#include <set>

#include "commands/command.h"
#include "commands/judge_options.h"
#include "files/json_text.h"
#include "files/npz.h"
#include "files/values.h"
#include "judge/mismatch.h"
#include "report/json.h"
#include "report/text.h"

namespace hardref::tools {
namespace {

namespace fs = std::filesystem;

constexpr auto kExamples = R"(Examples:
  hardref compare y.npy test_data_set_0/output_0.pb
  hardref compare mine.npz:y theirs.npz:y --ulp 1
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

// What a path stands for: one tensor, or the arrays of an archive, or the files of a folder, by their names.
using Names = std::map<std::string, std::string>;  // to what read_tensor_file reads

void add_archive(const std::string& path, const std::string& prefix, Names& names) {
  for (const std::string& key : npz_keys(path)) names[prefix + key] = fmt::format("{}:{}", path, key);
}

void add_folder(const fs::path& folder, Names& names) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string extension = entry->path().extension().string();
    if (!entry->is_regular_file() || (extension != ".pb" && extension != ".npy" && extension != ".npz")) continue;
    const std::string name = entry->path().lexically_relative(folder).replace_extension().string();
    if (extension == ".npz") {
      add_archive(entry->path().string(), name + "/", names);
    } else if (!names.emplace(name, entry->path().string()).second) {
      fail(ErrorKind::kInvalidInput, "{}: holds {} in two formats, expected one", folder.string(), name);
    }
  }
  if (error) fail(ErrorKind::kIo, "{}: {}", folder.string(), error.message());
}

Names names_in(const std::string& path) {
  Names names;
  const auto archive = split_npz(path);
  if (fs::is_directory(path)) {
    add_folder(path, names);
  } else if (archive && archive->second.empty()) {
    add_archive(path, "", names);
  } else {
    names[""] = path;
  }
  if (names.empty()) fail(ErrorKind::kInvalidInput, "{}: no .pb, .npy or .npz file in it", path);
  return names;
}

Tensor read(const std::string& path) {
  if (auto tensor = read_tensor_file(path)) return *std::move(tensor);
  fail(ErrorKind::kUsage, "{}: expected a .pb, .npy or .npz file, FILE.npz:KEY, or a folder", path);
}

TestResult compare(const std::string& name, const std::string& actual, const std::string& expected,
                   const JudgeOptions& options) {
  TestResult report{.name = name, .path = actual};
  const Tensor a = read(actual);
  const Tensor e = read(expected);
  report.types.emplace(to_string(a.type()));
  if (options.all) {
    for (const Judge judge : kJudges) {
      const bool differs = find_mismatch(a, e, tolerance_of(judge, options)).has_value();
      report.judges.push_back({std::string(to_string(judge)), differs ? Verdict::kFailed : Verdict::kPassed});
    }
  }
  auto mismatch = compare_output("", a, e, tolerance_of(options.judge, options), &report.close);
  if (!mismatch) return report;
  report.verdict = Verdict::kFailed;
  report.reason = mismatch->summary;
  report.mismatches.push_back(*std::move(mismatch));
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
    const Names actual = names_in(options_.actual);
    const Names expected = names_in(options_.expected);
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
  void compare_all(const Names& actual, const Names& expected, const JudgeOptions& judge) {
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
  command.add_option("ACTUAL", options->actual, "a .pb, .npy or .npz file, FILE.npz:KEY, or a folder of them")
      .required();
  command.add_option("EXPECTED", options->expected, "the same; folders and archives are matched by name").required();
  options->judge.add_options(command);
  command.add_flag("--exact", options->exact, "bit for bit, as --judge strict");
  command.add_flag("-v,--verbose", options->verbose, "print what is the same as well");
  command.add_flag("--json", options->json, "print one JSON document");
  command.add_flag("--sample", options->sample,
                   "in JSON, elements that pass too, evenly spaced, after those that do not");
  command.footer(kExamples);
  command.action([options] { return Comparison(*options).run(); });
}

}  // namespace hardref::tools
