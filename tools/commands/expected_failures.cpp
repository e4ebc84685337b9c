#include "commands/expected_failures.h"

#include <algorithm>
#include <sstream>

#include "error.h"
#include "tensor/file.h"

namespace hardref::tools {

namespace {

// Calls entry_found for each line that is an entry, other_found for all others.
template <class EntryFound, class OtherFound>
void for_each_line(const std::filesystem::path& path, const EntryFound& entry_found, const OtherFound& other_found) {
  const std::vector<std::byte> bytes = read_file(path);
  std::istringstream file{std::string(as_text(bytes))};
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line);
    ExpectedFailure entry;
    if (!(words >> entry.test) || entry.test.starts_with('#')) {
      other_found(line);
      continue;
    }
    std::getline(words >> std::ws, entry.reason);
    if (entry.reason.empty()) {
      fail(ErrorKind::kInvalidInput, "{}:{}: expected a reason after the test's name", path.string(), number);
    }
    entry_found(line, std::move(entry));
  }
}

}  // namespace

std::vector<ExpectedFailure> read_expected_failures(const std::filesystem::path& path) {
  std::vector<ExpectedFailure> list;
  for_each_line(
      path, [&](const std::string& /*line*/, ExpectedFailure entry) { list.push_back(std::move(entry)); },
      [](const std::string& /*line*/) {});
  return list;
}

void update_expected_failures(const std::filesystem::path& path, const std::vector<ExpectedFailure>& list,
                              const std::vector<ExpectedFailure>& added) {
  std::string text;
  std::size_t next = 0;
  if (std::filesystem::exists(path)) {
    for_each_line(
        path,
        [&](const std::string& line, const ExpectedFailure& /*entry*/) {
          const ExpectedFailure& known = list[next++];
          if (!known.run || known.failed) text += line + "\n";
        },
        [&](const std::string& line) { text += line + "\n"; });
  }
  for (ExpectedFailure entry : added) {
    std::ranges::replace(entry.reason, '\n', ' ');
    text += fmt::format("{} {}\n", entry.test, entry.reason);
  }
  write_file(path, text);
}

ExpectedFailure* find_expected_failure(std::vector<ExpectedFailure>& list, std::string_view test) {
  const auto found = std::ranges::find_if(
      list, [&](const ExpectedFailure& entry) { return test == entry.test || test.ends_with("/" + entry.test); });
  if (found == list.end()) return nullptr;
  found->used = true;
  return &*found;
}

}  // namespace hardref::tools
