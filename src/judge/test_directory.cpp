#include "judge/test_directory.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include "compile/resolve.h"
#include "error.h"
#include "judge/data_set.h"
#include "judge/known_faults.h"
#include "judge/output_judge.h"
#include "judge/results.h"
#include "load/load.h"
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
      : folder_(test.path), results_(results), judge_(report_, options, folder_) {
    report_.name = test.name;
    report_.path = test.path;
  }

  // Why another runtime does not support the test, if it says so. Throws with a reason why the test cannot be judged to
  // its end; what was found until then is in the report.
  std::optional<std::string> run() {
    const fs::path file = find_model(folder_);
    const ExternalData external(folder_);
    const Model model(
        with_context([&] { return file.filename().string(); }, [&] { return load_model(read_file(file), external); }));
    check_entries(folder_, file, external.locations());
    require_tensors(model.content().graph.inputs, "input");
    require_tensors(model.content().graph.outputs, "output");
    std::optional<Session> session;
    try {
      session.emplace(model, SessionOptions{.any_shape = true});
      add_ops(resolve(model.content()).nodes, report_.ops);
    } catch (const Error&) {
      if (results_.empty()) throw;  // results can be judged whatever the model is made of
    }
    judge_.read_tolerances();
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
    judge_.finish(verdict, std::move(reason));
    return std::move(report_);
  }

 private:
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
      const auto computed = results_.empty() ? OutputJudge::Computed::kActual : OutputJudge::Computed::kExpected;
      judge_.judge(set.filename().string(), actual[i].name, actual[i].tensor, expected, {&model, inputs, computed});
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

  fs::path folder_;
  fs::path results_;
  TestResult report_;
  OutputJudge judge_;
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
