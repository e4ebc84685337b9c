#include "judge/test_layout.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "error.h"
#include "judge/data_json.h"
#include "judge/data_set.h"
#include "tensor/file.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kModel = "model.onnx";
constexpr const char* kModelExtension = ".onnx";
constexpr std::string_view kDataSet = "test_data_set_";

// Without leftovers, sorted.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!is_leftover(entry.path())) entries.push_back(entry.path());
  }
  std::ranges::sort(entries);
  return entries;
}

// The names that ONNX's runner looks for, digits or not, and what data sets of the model zoo were called before.
bool looks_like_data_set(const std::string& name) {
  return name.starts_with("test_data_set") || (name.starts_with("test_data_") && name.ends_with(".npz"));
}

bool is_data_set(const fs::path& entry) {
  return number_in(entry.filename().string(), kDataSet, "") && fs::is_directory(entry);
}

bool is_test(const std::vector<fs::path>& entries) {
  return std::ranges::any_of(entries, [](const fs::path& entry) {
    const std::string name = entry.filename().string();
    const bool is_tensor = tensor_number(name, "input_") || tensor_number(name, "output_");  // a level too high
    return name == kModel || name == "data.json" || looks_like_data_set(name) || is_tensor;
  });
}

bool is_companion(const std::string& name) {
  return name == "data.json" || name == "config.txt" || name.starts_with("README") || name.starts_with("LICENSE");
}

// "v1/node": the last components of a path.
std::string last_components(const fs::path& path, std::size_t count) {
  std::string name;
  for (auto component = path.end(); component != path.begin() && count > 0; --count) {
    --component;
    if (component->has_root_directory()) break;
    name.insert(0, component->string() + (name.empty() ? "" : "/"));
  }
  return name;
}

std::string name_among(const fs::path& root, const std::vector<fs::path>& roots) {
  const auto components = static_cast<std::size_t>(std::distance(root.begin(), root.end()));
  for (std::size_t count = 1; count < components; ++count) {
    std::string name = last_components(root, count);
    const auto is_other = [&](const fs::path& other) { return other != root && last_components(other, count) == name; };
    if (std::ranges::none_of(roots, is_other)) return name;
  }
  return last_components(root, components);
}

class Finder {
 public:
  // Whether there was anything, tests that were found under an earlier root included.
  bool find(const fs::path& folder, const std::string& name, std::size_t root) {
    const auto identity = file_identity(folder);
    if (!identity) return false;
    const auto [known, is_new] = roots_.emplace(*identity, root);
    if (!is_new) return known->second != root;
    const std::vector<fs::path> entries = entries_of(folder);
    if (is_test(entries)) {
      tests_.push_back({folder.string(), name, "", root});
      return true;
    }
    bool any = false;
    for (const fs::path& entry : entries) {
      if (fs::is_directory(entry)) any = find(entry, name + "/" + entry.filename().string(), root) || any;
    }
    if (any || std::ranges::count(entries, kModelExtension, &fs::path::extension) != 1) return any;
    tests_.push_back({folder.string(), name, "", root});  // a model that nobody would test
    return true;
  }

  [[nodiscard]] std::vector<TestDirectory>& tests() { return tests_; }

 private:
  std::vector<TestDirectory> tests_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> roots_;  // under which a folder was seen
};

// Two roots may still give a name twice, where one of them is called by several components.
void require_unique(const std::vector<TestDirectory>& tests) {
  std::map<std::string_view, std::string_view> paths;
  for (const TestDirectory& test : tests) {
    const auto [known, is_new] = paths.emplace(test.name, test.path);
    if (!is_new) fail(ErrorKind::kUsage, "{} and {} are both called {}", known->second, test.path, test.name);
  }
}

}  // namespace

std::vector<TestDirectory> find_tests(const std::vector<fs::path>& roots) {
  std::vector<fs::path> folders;
  for (const fs::path& root : roots) {
    std::error_code error;
    if (!fs::is_directory(root, error)) {
      fail(ErrorKind::kIo, "{}: not a directory{}", root.string(),
           fs::is_regular_file(root, error) ? "; expected a folder with a model.onnx and test_data_set_0" : "");
    }
    folders.push_back(fs::canonical(root));
  }
  Finder finder;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const std::string name = name_among(folders[i], folders);
    const std::size_t first = finder.tests().size();
    try {
      if (!finder.find(folders[i], name, i)) {
        fail(ErrorKind::kInvalidInput, "{}: no test directory in it", roots[i].string());
      }
    } catch (const fs::filesystem_error& failure) {  // no permission
      fail(ErrorKind::kIo, "{}: {}", failure.path1().string(), failure.code().message());
    }
    const auto found = finder.tests().begin() + static_cast<std::ptrdiff_t>(first);
    std::ranges::sort(found, finder.tests().end(), {}, &TestDirectory::name);
    std::for_each(found, finder.tests().end(), [&](TestDirectory& test) {
      test.relative = test.name.substr(std::min(name.size() + 1, test.name.size()));
    });
  }
  require_unique(finder.tests());
  return std::move(finder.tests());
}

fs::path find_model(const fs::path& test) {
  if (fs::exists(test / kModel)) return test / kModel;
  std::vector<fs::path> models;
  for (const fs::path& entry : entries_of(test)) {
    if (entry.extension() == kModelExtension) models.push_back(entry);
  }
  if (models.size() == 1) return models.front();
  if (models.empty() && read_data_json(test).has_url) fail(ErrorKind::kUnsupported, "model.onnx is to be downloaded");
  if (models.empty()) fail(ErrorKind::kInvalidInput, "no model.onnx");
  std::vector<std::string> names;
  names.reserve(models.size());
  for (const fs::path& model : models) names.push_back(model.filename().string());
  fail(ErrorKind::kInvalidInput, "no model.onnx, but {}: expected one", fmt::join(names, " and "));
}

std::vector<fs::path> find_data_sets(const fs::path& test) {
  std::map<std::size_t, fs::path> sets;
  for (const fs::path& entry : entries_of(test)) {
    if (is_data_set(entry)) sets[*number_in(entry.filename().string(), kDataSet, "")] = entry;
  }
  std::vector<fs::path> paths;
  paths.reserve(sets.size());
  for (const auto& [number, path] : sets) paths.push_back(path);
  return paths;
}

void check_entries(const fs::path& test, const fs::path& model, const std::set<std::string>& external) {
  std::vector<fs::path> others;
  for (const fs::path& entry : entries_of(test)) {
    if (entry != model && !is_data_set(entry) && !is_companion(entry.filename().string())) others.push_back(entry);
  }
  if (others.empty()) return;
  std::set<std::string> named;  // the file, or the folder in which it is
  for (const std::string& location : external) {
    const fs::path path = fs::path(location).lexically_normal();
    if (!path.empty()) named.insert(path.begin()->string());
  }
  for (const fs::path& entry : others) {
    const std::string name = entry.filename().string();
    if (named.contains(name)) continue;
    fail(ErrorKind::kInvalidInput,
         "stray {} {}: expected folders test_data_set_N, data.json, config.txt, README, LICENSE, and files that the "
         "model names",
         fs::is_directory(entry) ? "folder" : "file", name);
  }
}

}  // namespace hardref
