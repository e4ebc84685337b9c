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

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

void add_file(Numbered& files, std::size_t number, const fs::path& path) {
  const auto [known, is_new] = files.emplace(number, path);
  if (is_new) return;
  const auto [first, last] = std::minmax({known->second.filename().string(), path.filename().string()});
  fail(ErrorKind::kInvalidInput, "{} and {} are both there, expected one of them", first, last);
}

std::vector<fs::path> without_gaps(const Numbered& files, std::string_view prefix) {
  std::vector<fs::path> paths;
  for (const auto& [number, path] : files) {
    if (number != paths.size()) {
      const fs::path missing = fmt::format("{}{}{}", prefix, paths.size(), path.extension().string());
      fail(ErrorKind::kInvalidInput, "{} is there, but {} is not", path.filename().string(), missing.string());
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

bool is_leftover(const fs::path& path) {
  const std::string name = path.filename().string();
  constexpr std::array<std::string_view, 5> kNames = {"__macosx", "thumbs.db", "ehthumbs.db", "desktop.ini",
                                                      "$recycle.bin"};
  return name.starts_with('.') || std::ranges::find(kNames, lower(name)) != kNames.end();
}

std::optional<std::size_t> number_in(std::string_view name, std::string_view prefix, std::string_view suffix) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix) || name.size() < prefix.size() + suffix.size()) {
    return std::nullopt;
  }
  name.remove_prefix(prefix.size());
  name.remove_suffix(suffix.size());
  const bool canonical = name.size() == 1 || !name.starts_with('0');
  return canonical ? parse_integer<std::size_t>(name) : std::nullopt;
}

std::optional<std::size_t> tensor_number(std::string_view name, std::string_view prefix) {
  const auto number = number_in(name, prefix, ".pb");
  return number ? number : number_in(name, prefix, ".npy");
}

NamedTensor read_tensor(const fs::path& path, std::optional<DataType> declared) {
  NamedTensor read = path.extension() == ".npy" ? NamedTensor{"", read_npy(path)} : load_tensor(path);
  read.tensor = relabelled(std::move(read.tensor), declared);
  return read;
}

DataSet list_data_set(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) fail(ErrorKind::kIo, "{}: {}", folder.string(), error.message());
  Numbered inputs;
  Numbered outputs;
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    if (const auto number = tensor_number(name, "input_")) {
      add_file(inputs, *number, entry.path());
    } else if (const auto other = tensor_number(name, "output_")) {
      add_file(outputs, *other, entry.path());
    } else if (!is_leftover(entry.path())) {
      fail(ErrorKind::kInvalidInput, "stray file {}: expected input_N.pb and output_N.pb, or .npy", name);
    }
  }
  return {without_gaps(inputs, "input_"), without_gaps(outputs, "output_")};
}

std::vector<NamedTensor> read_inputs(const fs::path& folder, const Model& model) {
  std::vector<NamedTensor> inputs;
  const model::Graph& graph = model.content().graph;
  const std::vector<std::string> required = names_without_initializer(graph);
  const std::vector<Declaration> declared = model.inputs();
  const auto type_of = [&](const std::string& name) {
    return std::ranges::find(declared, name, &Declaration::name)->type;
  };
  for (const fs::path& path : list_data_set(folder).inputs) {
    // Only .pb files have names; what they are bound to is known when all are read.
    const bool is_positional = path.extension() == ".npy" && inputs.size() < required.size();
    inputs.push_back(read_tensor(path, is_positional ? type_of(required[inputs.size()]) : std::nullopt));
  }
  const bool by_name = model_knows_all(graph, inputs);
  if (inputs.size() < required.size() || inputs.size() > (by_name ? graph.inputs.size() : required.size())) {
    fail(ErrorKind::kInvalidInput, "number of input files is {}, but the model needs {}", inputs.size(),
         required.size());
  }
  for (std::size_t i = 0; !by_name && i < inputs.size(); ++i) inputs[i].name = required[i];
  for (NamedTensor& input : inputs) input.tensor = relabelled(std::move(input.tensor), type_of(input.name));
  return inputs;
}

Tensor relabelled(Tensor tensor, std::optional<DataType> wanted) {
  const DataType type = tensor.type();
  const bool is_unsigned =
      type == DataType::kUint8 || type == DataType::kUint16 || type == DataType::kUint32 || type == DataType::kUint64;
  if (!is_unsigned || !wanted || !is_raw_in_npy(*wanted) || element_size(*wanted) != element_size(type)) return tensor;
  return reinterpret_bits(tensor, *wanted);
}

}  // namespace hardref
