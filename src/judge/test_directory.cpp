#include "judge/test_directory.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>

#include "compile/resolve.h"
#include "error.h"
#include "judge/data_set.h"
#include "judge/known_faults.h"
#include "judge/legal_set.h"
#include "judge/mismatch.h"
#include "judge/origin.h"
#include "judge/results.h"
#include "model/model.h"
#include "ops/registry.h"
#include "tensor/file.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

// Those of model-local functions too, but not those of operators' bodies.
void add_ops(const std::vector<ResolvedNode>& nodes, std::set<std::string>& ops) {
  for (const ResolvedNode& node : nodes) {
    if (node.op != nullptr) {
      ops.insert(to_string(*node.op));
    } else {
      add_ops(node.function->nodes, ops);
    }
  }
}

// Files of test data are read as tensors; the wire does not tell them from sequences, but the model does.
void require_tensors(const std::vector<model::ValueInfo>& values, std::string_view what) {
  for (const model::ValueInfo& value : values) {
    if (!value.type) continue;
    const auto refuse = [&](std::string_view kind) {
      fail(ErrorKind::kUnsupported, "{} \"{}\" is {}, and only tensors are read", what, value.name, kind);
    };
    if (std::holds_alternative<model::SequenceType>(value.type->value)) refuse("a sequence (SequenceProto)");
    if (std::holds_alternative<model::OptionalType>(value.type->value)) refuse("an optional (OptionalProto)");
    if (std::holds_alternative<model::MapType>(value.type->value)) refuse("a map (MapProto)");
  }
}

// One test directory on its way to a report.
class TestRun {
 public:
  TestRun(const TestDirectory& test, const JudgeOptions& options, const std::string& results)
      : folder_(test.path), options_(options), results_(results) {
    report_.name = test.name;
    report_.path = test.path;
  }

  // Why another runtime does not support the test, if it says so. Throws with a reason why the test cannot be judged to
  // its end; what was found until then is in the report.
  std::optional<std::string> run() {
    const fs::path file = find_model(folder_);
    const Model model = with_context([&] { return file.filename().string(); },
                                     [&] { return Model::from_bytes(read_file(file), {folder_}); });
    check_entries(folder_, file);
    require_tensors(model.content().graph.inputs, "input");
    require_tensors(model.content().graph.outputs, "output");
    std::optional<Session> session;
    try {
      session.emplace(model, SessionOptions{.any_shape = true});
      add_ops(resolve(model.content()).nodes, report_.ops);
    } catch (const Error&) {
      if (results_.empty()) throw;  // results can be judged whatever the model is made of
    }
    for (const Judge judge : kJudges) tolerances_[judge] = tolerance_for(judge);
    const std::vector<fs::path> sets = find_data_sets(folder_);
    if (sets.empty()) fail(ErrorKind::kInvalidInput, "no data set");
    if (!results_.empty()) {
      if (auto reason = unsupported_reason(results_)) return reason;
      if (!has_results(results_)) {
        fail(ErrorKind::kInvalidInput, "no results: neither data sets nor unsupported.txt in {}", results_.string());
      }
    }
    for (const fs::path& set : sets) {
      with_context([&] { return set.filename().string(); }, [&] { run_data_set(set, model, session); });
    }
    return std::nullopt;
  }

  // The report, for a run that ended as these say.
  TestResult finish(Verdict verdict, std::string reason) {
    report_.verdict = verdict;
    report_.reason = std::move(reason);
    // What differs was found before anything that stopped the test.
    if (!report_.mismatches.empty()) {
      const Mismatch& first = report_.mismatches.front();
      report_.verdict = Verdict::kFailed;
      report_.reason = fmt::format("{}: output \"{}\": {}", first.data_set, first.output, first.summary);
    }
    for (const Judge judge : kJudges) {
      if (!options_.all) break;
      report_.judges.push_back(
          {std::string(to_string(judge)), refused_by_.contains(judge) ? Verdict::kFailed : verdict});
    }
    return std::move(report_);
  }

 private:
  // Only of judges that are asked, since a file that one of them reads may be faulty.
  [[nodiscard]] Tolerance tolerance_for(Judge judge) const {
    return options_.all || judge == options_.judge ? tolerance_of(judge, options_, folder_) : Tolerance{};
  }

  void run_data_set(const fs::path& set, const Model& model, const std::optional<Session>& session) {
    const DataSet files = list_data_set(set);
    const std::vector<Declaration> declared = model.outputs();
    if (files.outputs.empty()) fail(ErrorKind::kInvalidInput, "no expected output");
    if (files.outputs.size() != declared.size()) {
      fail(ErrorKind::kInvalidInput, "number of output files is {}, but the model has {} outputs", files.outputs.size(),
           declared.size());
    }
    const std::vector<NamedTensor> inputs = inputs_of(set, model);
    const std::vector<NamedTensor> actual =
        results_.empty() ? session->run(inputs) : read_results(results_ / set.filename(), declared);
    for (const NamedTensor& tensor : inputs.empty() ? actual : inputs) {
      report_.types.emplace(to_string(tensor.tensor.type()));
    }
    for (std::size_t i = 0; i < actual.size(); ++i) {
      const Tensor expected = read_tensor(files.outputs[i], actual[i].tensor.type()).tensor;
      judge_output(set.filename().string(), model, inputs, actual[i], expected);
    }
  }

  // Results can be judged without inputs of a type that is not there.
  [[nodiscard]] std::vector<NamedTensor> inputs_of(const fs::path& set, const Model& model) const {
    try {
      return read_inputs(set, model);
    } catch (const Error& error) {
      if (results_.empty() || error.kind() != ErrorKind::kUnsupported) throw;
      return {};
    }
  }

  void judge_output(const std::string& set, const Model& model, std::span<const NamedTensor> inputs,
                    const NamedTensor& actual, const Tensor& expected) {
    for (const Judge judge : kJudges) {
      if (options_.all && find_mismatch(actual.tensor, expected, tolerances_.at(judge))) refused_by_.insert(judge);
    }
    const std::size_t known = report_.close.size();
    auto mismatch =
        compare_output(actual.name, actual.tensor, expected, tolerances_.at(options_.judge), &report_.close);
    if (report_.close.size() != known) report_.close.back().data_set = set;
    if (!mismatch) return;
    if (options_.legal) {
      // Of the two, the one that hardref did not compute.
      const auto member =
          legal_member(model, inputs, actual.name, results_.empty() ? expected.view() : actual.tensor.view());
      if (member) {
        report_.legal.push_back(fmt::format("{}: output \"{}\" is legal: {}", set, actual.name, *member));
        return;
      }
    }
    mismatch->data_set = set;
    explain_origin(model, inputs, actual.tensor, expected, *mismatch);
    report_.mismatches.push_back(*std::move(mismatch));
  }

  // The mismatch stands where the model cannot be run.
  static std::optional<std::string> legal_member(const Model& model, std::span<const NamedTensor> inputs,
                                                 const std::string& output, const TensorView& values) {
    try {
      return find_legal_member(model, inputs, output, values);
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  fs::path folder_;
  const JudgeOptions& options_;
  fs::path results_;
  std::map<Judge, Tolerance> tolerances_;
  std::set<Judge> refused_by_;
  TestResult report_;
};

// What a published test that is at fault comes to, whatever came out of it.
void apply_fault(std::string_view fault, bool is_hardref, const JudgeOptions& options, TestResult& report) {
  const bool is_wider = options.rtol || options.atol || options.ulp || options.legal;
  const bool is_stale = is_hardref && !is_wider && report.verdict == Verdict::kPassed;
  report.verdict = is_stale ? Verdict::kFailed : Verdict::kKnown;
  report.reason = (is_stale ? "stale: passes, but is known to be at fault: " : "") + std::string(fault);
  report.mismatches.clear();
  report.close.clear();
  report.judges.clear();
  report.legal.clear();
}

}  // namespace

TestResult run_test(const TestDirectory& test, const JudgeOptions& options, const std::string& results) {
  TestRun run(test, options, results);
  Verdict verdict = Verdict::kPassed;
  std::string reason;
  std::optional<std::string_view> fault;
  const auto start = std::chrono::steady_clock::now();
  try {
    if (options.known) fault = known_fault(test.path);
    if (const auto unsupported = run.run()) {
      verdict = Verdict::kUnsupported;
      reason = *unsupported;
    }
  } catch (const Error& error) {
    verdict = error.kind() == ErrorKind::kUnsupported ? Verdict::kSkipped : Verdict::kFailed;
    reason = error.what();
  } catch (const std::exception& error) {  // a folder that cannot be listed
    verdict = Verdict::kFailed;
    reason = error.what();
  }
  TestResult report = run.finish(verdict, std::move(reason));
  if (fault) apply_fault(*fault, results.empty(), options, report);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace hardref
