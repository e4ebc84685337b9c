#include "expected_failures.h"

#include <algorithm>
#include <sstream>

#include "error.h"
#include "load/load.h"

namespace hardref::tools {

std::vector<ExpectedFailure> read_expected_failures(const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = read_file(path);
  std::istringstream file(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  std::vector<ExpectedFailure> list;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line);
    ExpectedFailure entry;
    if (!(words >> entry.test) || entry.test.starts_with('#')) continue;
    std::getline(words >> std::ws, entry.reason);
    if (entry.reason.empty()) {
      fail(ErrorKind::kInvalidInput, "{}:{}: expected a reason after the test's name", path.string(), number);
    }
    list.push_back(std::move(entry));
  }
  return list;
}

ExpectedFailure* find_expected_failure(std::vector<ExpectedFailure>& list, std::string_view test) {
  const auto found = std::ranges::find_if(
      list, [&](const ExpectedFailure& entry) { return test == entry.test || test.ends_with("/" + entry.test); });
  if (found == list.end()) return nullptr;
  found->used = true;
  return &*found;
}

}  // namespace hardref::tools
