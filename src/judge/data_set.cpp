#include "judge/data_set.h"

#include <algorithm>
#include <map>
#include <system_error>

#include "error.h"
#include "judge/npy.h"
#include "judge/npy_type.h"
#include "load/load.h"
#include "model/model.h"
#include "tensor/data_type.h"
#include "tensor/decimal.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

using Numbered = std::map<std::size_t, fs::path>;

// The number of "input_12.pb" after its prefix.
std::optional<std::size_t> file_number(const std::string& name, std::string_view prefix,
                                       std::string_view suffix = ".pb") {
  if (!name.starts_with(prefix) || !name.ends_with(suffix) || name.size() < prefix.size() + suffix.size()) {
    return std::nullopt;
  }
  std::string_view digits = name;
  digits.remove_prefix(prefix.size());
  digits.remove_suffix(suffix.size());
  const bool canonical = digits.size() == 1 || !digits.starts_with('0');
  return canonical ? parse_integer<std::size_t>(digits) : std::nullopt;
}

std::vector<fs::path> without_gaps(const Numbered& files, std::string_view prefix) {
  std::vector<fs::path> paths;
  for (const auto& [number, path] : files) {
    if (number != paths.size()) {
      fail(ErrorKind::kInvalidInput, "{}{}.pb is there, but {}{}.pb is not", prefix, number, prefix, paths.size());
    }
    paths.push_back(path);
  }
  return paths;
}

std::vector<std::string> names_without_initializer(const model::Graph& graph) {
  std::vector<std::string> names;
  for (const model::ValueInfo& input : graph.inputs) {
    if (!find_initializer(graph, input.name)) names.push_back(input.name);
  }
  return names;
}

bool model_knows_all(const model::Graph& graph, const std::vector<NamedTensor>& tensors) {
  return std::ranges::all_of(tensors, [&](const NamedTensor& tensor) {
    return std::ranges::find(graph.inputs, tensor.name, &model::ValueInfo::name) != graph.inputs.end();
  });
}

}  // namespace

DataSet list_data_set(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) fail(ErrorKind::kIo, "{}: {}", folder.string(), error.message());
  Numbered inputs;
  Numbered outputs;
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    if (const auto number = file_number(name, "input_")) {
      inputs[*number] = entry.path();
    } else if (const auto other = file_number(name, "output_")) {
      outputs[*other] = entry.path();
    } else {
      fail(ErrorKind::kInvalidInput, "stray file {}: expected input_N.pb and output_N.pb", name);
    }
  }
  return {without_gaps(inputs, "input_"), without_gaps(outputs, "output_")};
}

std::vector<NamedTensor> read_inputs(const fs::path& folder, const Model& model) {
  std::vector<NamedTensor> inputs;
  for (const fs::path& path : list_data_set(folder).inputs) inputs.push_back(load_tensor(path));
  const model::Graph& graph = model.content().graph;
  const std::vector<std::string> required = names_without_initializer(graph);
  const bool by_name = model_knows_all(graph, inputs);
  if (inputs.size() < required.size() || inputs.size() > (by_name ? graph.inputs.size() : required.size())) {
    fail(ErrorKind::kInvalidInput, "number of input files is {}, but the model needs {}", inputs.size(),
         required.size());
  }
  for (std::size_t i = 0; !by_name && i < inputs.size(); ++i) inputs[i].name = required[i];
  const std::vector<Declaration> declared = model.inputs();
  for (NamedTensor& input : inputs) {
    const auto found = std::ranges::find(declared, input.name, &Declaration::name);
    input.tensor = relabelled(std::move(input.tensor), found->type);
  }
  return inputs;
}

std::vector<NamedTensor> read_results(const fs::path& folder, const std::vector<Declaration>& outputs) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) fail(ErrorKind::kIo, "no results: {}: {}", folder.string(), error.message());
  std::map<std::size_t, fs::path> files;
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    const auto pb = file_number(name, "output_");
    const auto number = pb ? pb : file_number(name, "output_", ".npy");
    if (!number) continue;
    if (!files.emplace(*number, entry.path()).second) {
      fail(ErrorKind::kInvalidInput, "results hold output_{}.pb and output_{}.npy, expected one of them", *number,
           *number);
    }
  }
  std::vector<NamedTensor> results;
  for (const auto& [number, path] : files) {
    if (number != results.size() || number >= outputs.size()) break;
    Tensor tensor = path.extension() == ".npy" ? read_npy(path) : load_tensor(path).tensor;
    results.push_back({outputs[number].name, relabelled(std::move(tensor), outputs[number].type)});
  }
  if (results.size() != outputs.size() || files.size() != outputs.size()) {
    fail(ErrorKind::kInvalidInput, "results hold {} outputs from output_0 on, but the model has {}",
         results.size() == outputs.size() ? files.size() : results.size(), outputs.size());
  }
  return results;
}

Tensor relabelled(Tensor tensor, std::optional<DataType> wanted) {
  const DataType type = tensor.type();
  const bool is_unsigned =
      type == DataType::kUint8 || type == DataType::kUint16 || type == DataType::kUint32 || type == DataType::kUint64;
  if (!is_unsigned || !wanted || !is_raw_in_npy(*wanted) || element_size(*wanted) != element_size(type)) return tensor;
  return reinterpret_bits(tensor, *wanted);
}

}  // namespace hardref
