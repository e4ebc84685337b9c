#include "files/value_set.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "error.h"
#include "files/npz.h"
#include "files/values.h"
#include "load/load.h"
#include "tensor/file.h"

namespace hardref::tools {
namespace {

namespace fs = std::filesystem;

void add_archive(const std::string& path, const std::string& prefix, ValueSet& values) {
  const auto archive = std::make_shared<const NpzArchive>(path);
  for (const std::string& key : archive->keys()) {
    values[prefix + key] = [archive, key](std::optional<DataType> declared) { return archive->read(key, declared); };
  }
}

// Calls visitor for every file below the folder that holds tensors, not below folders that are linked to.
template <class Visitor>
void for_each_tensor_file(const fs::path& folder, const Visitor& visitor) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!is_folder(entry->path()) && is_tensor_file(entry->path())) visitor(entry->path());
  }
  if (error) fail(ErrorKind::kIo, "{}: {}", folder.string(), error.message());
}

void add_folder(const fs::path& folder, ValueSet& values) {
  for_each_tensor_file(folder, [&](const fs::path& file) {
    const std::string path = file.string();
    const std::string name = file.lexically_relative(folder).replace_extension().string();
    if (file.extension() == ".npz") {
      add_archive(path, name + "/", values);
      return;
    }
    const ReadTensor read = [path](std::optional<DataType> declared) { return read_tensor_file(path, declared); };
    if (!values.emplace(name, read).second) {
      fail(ErrorKind::kInvalidInput, "{}: holds {} in two formats, expected one", folder.string(), name);
    }
  });
}

bool is_input(const std::string& name) {
  return std::string_view(name).substr(name.rfind('/') + 1).starts_with("input_");  // npos + 1 is 0
}

}  // namespace

ValueSet value_set(const std::string& path, const std::function<void(std::string_view)>& warn) {
  ValueSet values;
  const bool is_literal = path.find('{') != std::string::npos;
  if (!is_literal && !split_npz(path) && is_folder(path)) {
    add_folder(path, values);
  } else if (is_archive(path)) {
    add_archive(path, "", values);
  } else {
    values[""] = [path, warn](std::optional<DataType> declared) {
      return parse_value(path, {.declared = declared, .warn = warn});
    };
  }
  if (values.empty()) fail(ErrorKind::kInvalidInput, "{}: no file in it that holds a tensor", path);
  return values;
}

std::optional<ValueSet> by_tensor_name(const std::string& folder) {
  ValueSet values;
  bool are_named = true;
  for_each_tensor_file(folder, [&](const fs::path& file) {
    const std::string name = file.extension() == ".pb" ? load_tensor(file).name : "";
    const std::string path = file.string();
    const ReadTensor read = [path](std::optional<DataType> declared) { return read_tensor_file(path, declared); };
    are_named = are_named && !name.empty() && (is_input(file.filename().string()) || values.emplace(name, read).second);
  });
  return are_named ? std::optional(std::move(values)) : std::nullopt;
}

void drop_inputs(ValueSet& set, const ValueSet& other) {
  const auto is_named_input = [](const auto& value) { return is_input(value.first); };
  if (std::ranges::any_of(other, is_named_input) || std::ranges::all_of(set, is_named_input)) return;
  std::erase_if(set, is_named_input);
}

}  // namespace hardref::tools
