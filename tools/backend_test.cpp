#include "backend_test.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "compile/resolve.h"
#include "data_set.h"
#include "error.h"
#include "load/load.h"
#include "model/model.h"
#include "ops/registry.h"

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
    tests.push_back({folder, name});
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

double tolerance_in(const nlohmann::json& json, const char* key, double otherwise) {
  const auto found = json.find(key);
  if (found == json.end()) return otherwise;
  if (!found->is_number() || found->get<double>() < 0) {
    fail(ErrorKind::kInvalidInput, "data.json: {} is {}, expected a number of 0 or more", key, found->dump());
  }
  return found->get<double>();
}

// Tolerances that the test brings along in data.json, where the command line says nothing.
Tolerance tolerance_of(const fs::path& folder, const ToleranceOptions& options) {
  Tolerance tolerance;
  if (std::ifstream file(folder / "data.json"); file) {
    const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
    if (!json.is_object()) fail(ErrorKind::kInvalidInput, "data.json: expected a JSON object");
    tolerance.rtol = tolerance_in(json, "rtol", tolerance.rtol);
    tolerance.atol = tolerance_in(json, "atol", tolerance.atol);
  }
  tolerance.rtol = options.rtol.value_or(tolerance.rtol);
  tolerance.atol = options.atol.value_or(tolerance.atol);
  tolerance.ulp = options.ulp;
  tolerance.exact = options.exact;
  return tolerance;
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

// Throws with the first reason why the data set does not pass.
void run_data_set(const fs::path& folder, const Model& model, const Session& session, const Tolerance& tolerance) {
  const DataSet files = list_data_set(folder);
  const std::size_t outputs = model.content().graph.outputs.size();
  if (files.outputs.empty()) fail(ErrorKind::kInvalidInput, "no expected output");
  if (files.outputs.size() != outputs) {
    fail(ErrorKind::kInvalidInput, "number of output files is {}, but the model has {} outputs", files.outputs.size(),
         outputs);
  }
  std::vector<NamedTensor> inputs = read_inputs(folder, model);
  relabel_inputs(inputs, model.inputs());
  const std::vector<NamedTensor> actual = session.run(inputs);
  for (std::size_t i = 0; i < outputs; ++i) {
    const Tensor expected = relabelled(load_tensor(files.outputs[i]).tensor, actual[i].tensor.type());
    const auto mismatch = find_mismatch(actual[i].tensor, expected, tolerance);
    if (mismatch) fail(ErrorKind::kInvalidInput, "output \"{}\": {}", actual[i].name, *mismatch);
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

void run_all(const fs::path& folder, const ToleranceOptions& options, std::set<std::string>& ops) {
  const Model model = with_context([&] { return "model.onnx"; },
                                   [&] { return Model::from_bytes(read_file(folder / "model.onnx"), {folder}); });
  const Session session(model);
  add_ops(resolve(model.content()).nodes, ops);
  const Tolerance tolerance = tolerance_of(folder, options);
  const std::vector<fs::path> sets = find_data_sets(folder);
  if (sets.empty()) fail(ErrorKind::kInvalidInput, "no data set");
  for (const fs::path& set : sets) {
    with_context([&] { return set.filename().string(); }, [&] { run_data_set(set, model, session, tolerance); });
  }
}

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

TestResult run_test(const TestDirectory& test, const ToleranceOptions& options) {
  if (!fs::exists(test.path / "model.onnx")) {
    if (fs::exists(test.path / "data.json")) return {Verdict::kSkipped, "model.onnx is to be downloaded"};
    return {Verdict::kFailed, "no model.onnx"};
  }
  TestResult result;
  try {
    run_all(test.path, options, result.ops);
  } catch (const Error& error) {
    result.verdict = error.kind() == ErrorKind::kUnsupported ? Verdict::kSkipped : Verdict::kFailed;
    result.reason = error.what();
  } catch (const std::exception& error) {  // a folder that cannot be listed
    result.verdict = Verdict::kFailed;
    result.reason = error.what();
  }
  return result;
}

}  // namespace hardref::tools
