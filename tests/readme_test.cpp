// README.md says what the code says: the embedding example that is compiled elsewhere, the operators' versions, and
// which folder depends on which.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "ops/registry.h"
#include "support/catch.h"
#include "support/text_file.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = HARDREF_SOURCE_DIR;

std::string read(const fs::path& path) { return test::read_text(kRoot / path); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_CASE("the README shows the example that the embedding tests compile, and what it prints") {
  const std::string readme = read("README.md");
  CHECK(contains(readme, "```cpp\n" + read("tests/embedding/example.cpp") + "```\n"));
  CHECK(contains(readme, "```\n" + read("tests/embedding/expected.txt") + "```\n"));
}

TEST_CASE("the README's table lists every operator with its versions") {
  std::string table = "| Operator | Versions |\n|---|---|\n";
  for (const OpVersions versions : all_operators()) {
    std::vector<std::int64_t> numbers;
    for (const OpVersion& version : versions) numbers.push_back(version.since_version);
    table += fmt::format("| {} | {} |\n", versions.front().name, fmt::join(numbers, ", "));
  }
  INFO(table);
  CHECK(contains(read("README.md"), "\n" + table + "\n"));
}

std::set<std::string> matches(const std::string& text, const std::regex& pattern) {
  const std::sregex_iterator begin(text.begin(), text.end(), pattern);
  std::set<std::string> found;
  std::for_each(begin, {}, [&](const std::smatch& match) { found.insert(match[1]); });
  return found;
}

// The folders of src whose headers the files of this one include, itself apart; "proto" for the generated header.
std::set<std::string> included_folders(const fs::path& folder) {
  std::set<std::string> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string text = read(entry.path());
    folders.merge(matches(text, std::regex("#include \"([a-z_]+)/")));
    if (contains(text, "#include \"onnx.pb.h\"")) folders.insert("proto");
  }
  folders.erase(folder.filename());
  return folders;
}

// What the last column of the folder's row in the README's map names.
std::set<std::string> documented_folders(const fs::path& folder) {
  const std::string name = fs::relative(folder, kRoot).generic_string();
  const auto rows = matches(read("README.md"), std::regex(R"(\n\| `)" + name + R"(` \|[^|]*\|([^|]*)\|)"));
  INFO("the row of " << name);
  REQUIRE(rows.size() == 1);
  auto folders = matches(*rows.begin(), std::regex("`([a-z_]+)`"));
  folders.erase("error");  // beside the folders, not one of them
  return folders;
}

TEST_CASE("the README's map names the folders that each folder of src includes") {
  std::vector<fs::path> folders = {kRoot / "src"};
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot / "src")) {
    if (entry.is_directory()) folders.push_back(entry.path());
  }
  std::set<std::string> names;
  for (const fs::path& folder : folders) names.insert(fs::relative(folder, kRoot).generic_string());
  CHECK(names == matches(read("README.md"), std::regex(R"(\n\| `(src[a-z/]*)` \|)")));
  for (const fs::path& folder : folders) {
    INFO(folder);
    CHECK(documented_folders(folder) == included_folders(folder));
  }
}

}  // namespace
}  // namespace hardref
