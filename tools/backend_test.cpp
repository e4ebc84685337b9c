#include "backend_test.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>

#include "compile/resolve.h"
#include "data_set.h"
#include "error.h"
#include "load/load.h"
#include "mismatch.h"
#include "model/model.h"
#include "ops/registry.h"
#include "origin.h"

namespace hardref::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDataSet = "test_data_set_";

bool is_data_set(const fs::directory_entry& entry) {
  return entry.is_directory() && entry.path().filename().string().starts_with(kDataSet);
}

bool is_test(const fs::path& folder) {
  if (fs::exists(folder / "model.onnx") || fs::exists(folder / "data.json")) return true;
  return std::ranges::any_of(fs::directory_iterator(folder), is_data_set);
}

void collect(const fs::path& folder, const std::string& name, std::vector<TestDirectory>& tests) {
  if (is_test(folder)) {
    tests.push_back({folder.string(), name});
    return;
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory()) collect(entry.path(), name + "/" + entry.path().filename().string(), tests);
  }
}

// The data sets by number: test_data_set_10 comes after test_data_set_9.
std::vector<fs::path> find_data_sets(const fs::path& folder) {
  std::map<std::pair<std::size_t, std::string>, fs::path> sets;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!is_data_set(entry)) continue;
    const std::string number = entry.path().filename().string().substr(kDataSet.size());
    sets[{number.size(), number}] = entry.path();
  }
  std::vector<fs::path> paths;
  for (const auto& [key, path] : sets) paths.push_back(path);
  return paths;
}

// Some releases label bfloat16 files as uint16: the same bits under another name.
Tensor relabelled(Tensor tensor, DataType wanted) {
  if (tensor.type() != DataType::kUint16 || wanted != DataType::kBfloat16) return tensor;
  Tensor result = Tensor::uninitialized(DataType::kBfloat16, tensor.shape());
  if (tensor.size() != 0) std::memcpy(result.data(), tensor.data(), tensor.byte_size());
  return result;
}

void relabel_inputs(std::vector<NamedTensor>& inputs, const std::vector<Declaration>& declared) {
  for (NamedTensor& input : inputs) {
    const auto found = std::ranges::find(declared, input.name, &Declaration::name);
    if (found == declared.end() || !found->type) continue;
    input.tensor = relabelled(std::move(input.tensor), *found->type);
  }
}

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

// One test directory on its way to a report.
class TestRun {
 public:
  TestRun(const TestDirectory& test, const JudgeOptions& options) : folder_(test.path), options_(options) {
    report_.name = test.name;
    report_.path = test.path;
  }

  // Throws with a reason why the test cannot be judged to its end; what was found until then is in the report.
  void run() {
    if (!fs::exists(folder_ / "model.onnx")) {
      if (fs::exists(folder_ / "data.json")) fail(ErrorKind::kUnsupported, "model.onnx is to be downloaded");
      fail(ErrorKind::kInvalidInput, "no model.onnx");
    }
    const Model model = with_context([&] { return "model.onnx"; },
                                     [&] { return Model::from_bytes(read_file(folder_ / "model.onnx"), {folder_}); });
    const Session session(model);
    add_ops(resolve(model.content()).nodes, report_.ops);
    tolerance_ = tolerance_of(options_.judge, options_, folder_);
    const std::vector<fs::path> sets = find_data_sets(folder_);
    if (sets.empty()) fail(ErrorKind::kInvalidInput, "no data set");
    for (const fs::path& set : sets) {
      with_context([&] { return set.filename().string(); }, [&] { run_data_set(set, model, session); });
    }
  }

  TestReport& report() { return report_; }

 private:
  void run_data_set(const fs::path& set, const Model& model, const Session& session) {
    const DataSet files = list_data_set(set);
    const std::size_t outputs = model.content().graph.outputs.size();
    if (files.outputs.empty()) fail(ErrorKind::kInvalidInput, "no expected output");
    if (files.outputs.size() != outputs) {
      fail(ErrorKind::kInvalidInput, "number of output files is {}, but the model has {} outputs", files.outputs.size(),
           outputs);
    }
    std::vector<NamedTensor> inputs = read_inputs(set, model);
    relabel_inputs(inputs, model.inputs());
    const std::vector<NamedTensor> actual = session.run(inputs);
    for (const NamedTensor& tensor : inputs.empty() ? actual : inputs) {
      report_.types.emplace(to_string(tensor.tensor.type()));
    }
    for (std::size_t i = 0; i < outputs; ++i) {
      const Tensor expected = relabelled(load_tensor(files.outputs[i]).tensor, actual[i].tensor.type());
      auto mismatch = compare_output(actual[i].name, actual[i].tensor, expected, tolerance_);
      if (!mismatch) continue;
      mismatch->data_set = set.filename().string();
      explain_origin(model, inputs, *mismatch);
      report_.mismatches.push_back(*std::move(mismatch));
    }
  }

  fs::path folder_;
  const JudgeOptions& options_;
  Tolerance tolerance_;
  TestReport report_;
};

}  // namespace

std::vector<TestDirectory> find_tests(const fs::path& root) {
  std::error_code error;
  if (!fs::is_directory(root, error)) fail(ErrorKind::kIo, "{}: not a directory", root.string());
  std::vector<TestDirectory> tests;
  const fs::path absolute = fs::canonical(root);
  try {
    collect(absolute, absolute.filename().string(), tests);
  } catch (const fs::filesystem_error& failure) {  // no permission, links in a circle
    fail(ErrorKind::kIo, "{}: {}", failure.path1().string(), failure.code().message());
  }
  if (tests.empty()) fail(ErrorKind::kInvalidInput, "{}: no test directory in it", root.string());
  std::ranges::sort(tests, {}, &TestDirectory::name);
  return tests;
}

TestReport run_test(const TestDirectory& test, const JudgeOptions& options) {
  TestRun run(test, options);
  TestReport& report = run.report();
  const auto start = std::chrono::steady_clock::now();
  try {
    run.run();
  } catch (const Error& error) {
    report.verdict = error.kind() == ErrorKind::kUnsupported ? Verdict::kSkipped : Verdict::kFailed;
    report.reason = error.what();
  } catch (const std::exception& error) {  // a folder that cannot be listed
    report.verdict = Verdict::kFailed;
    report.reason = error.what();
  }
  // What differs was found before anything that stopped the test.
  if (!report.mismatches.empty()) {
    const Mismatch& first = report.mismatches.front();
    report.verdict = Verdict::kFailed;
    report.reason = fmt::format("{}: output \"{}\": {}", first.data_set, first.output, first.summary);
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(report);
}

}  // namespace hardref::tools
