#include "judge/results.h"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include "error.h"
#include "judge/data_set.h"
#include "judge/test_layout.h"
#include "tensor/file.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnsupported = "unsupported.txt";

using Files = std::map<std::string, fs::path>;  // by name without .pb or .npy

Files tensor_files(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) fail(ErrorKind::kIo, "no results: {}: {}", folder.string(), error.message());
  Files files;
  for (const fs::directory_entry& entry : entries) {
    const fs::path extension = entry.path().extension();
    if (is_leftover(entry.path()) || (extension != ".pb" && extension != ".npy")) continue;
    const std::string stem = entry.path().stem().string();
    if (!files.emplace(stem, entry.path()).second) {
      fail(ErrorKind::kInvalidInput, "results hold {}.pb and {}.npy, expected one of them", stem, stem);
    }
  }
  return files;
}

// A slash cannot be in a file's name.
std::string encoded(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '/' || c == '%') {
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      text += c;
    }
  }
  return text;
}

// By position where that gives all of them and no more, or else by name.
std::vector<fs::path> find_outputs(const Files& files, const std::vector<Declaration>& outputs) {
  std::set<std::size_t> numbers;
  for (const auto& [stem, path] : files) {
    if (const auto number = number_in(stem, "output_", "")) numbers.insert(*number);
  }
  std::size_t count = 0;  // from output_0 on
  while (numbers.contains(count)) ++count;
  const bool by_position = count == outputs.size() && numbers.size() == count;
  std::vector<fs::path> found;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto file = files.find(by_position ? "output_" + std::to_string(i) : encoded(outputs[i].name));
    if (file != files.end()) found.push_back(file->second);
  }
  if (found.size() == outputs.size()) return found;
  fail(ErrorKind::kInvalidInput, "results hold {} outputs from output_0 on and {} by name, but the model has {}",
       count == outputs.size() ? numbers.size() : count, found.size(), outputs.size());
}

}  // namespace

bool has_results(const fs::path& folder) {
  try {
    return fs::is_directory(folder) && (fs::exists(folder / kUnsupported) || !find_data_sets(folder).empty());
  } catch (const fs::filesystem_error&) {  // a folder that may not be read
    return false;
  }
}

std::optional<std::string> unsupported_reason(const fs::path& folder) {
  if (!fs::exists(folder / kUnsupported)) return std::nullopt;
  if (const auto sets = find_data_sets(folder); !sets.empty()) {
    fail(ErrorKind::kInvalidInput, "results hold {} and {}, expected one of them", kUnsupported,
         sets.front().filename().string());
  }
  const std::vector<std::byte> bytes = read_file(folder / kUnsupported);
  std::string_view line = as_text(bytes);
  line = line.substr(0, line.find_first_of("\r\n"));
  return line.empty() ? "no reason is given" : std::string(line);
}

std::vector<NamedTensor> read_results(const fs::path& folder, const std::vector<Declaration>& outputs) {
  const std::vector<fs::path> files = find_outputs(tensor_files(folder), outputs);
  std::vector<NamedTensor> results;
  for (std::size_t i = 0; i < files.size(); ++i) {
    try {
      results.push_back({outputs[i].name, read_tensor(files[i], outputs[i].type).tensor});
    } catch (const Error& error) {  // of the wrong kind: it is not hardref that lacks something
      fail(ErrorKind::kInvalidInput, "{}", error.what());
    }
  }
  return results;
}

}  // namespace hardref
