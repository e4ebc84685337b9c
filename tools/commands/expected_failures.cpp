#include "commands/expected_failures.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "error.h"
#include "tensor/file.h"

namespace hardref::tools {

namespace {

bool is_plain(char c) { return static_cast<unsigned char>(c) > 0x20 && c != 0x7f && c != '\\'; }

std::string written(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (is_plain(c) && !(text.empty() && c == '#')) {
      text += c;
    } else {
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return text;
}

std::string read_back(const std::string& text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* digits = text.data() + i + 2;
    const bool is_escape = text.compare(i, 2, "\\x") == 0 && i + 4 <= text.size() &&
                           std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
    name += is_escape ? static_cast<char>(value) : text[i];
    i += is_escape ? 3 : 0;
  }
  return name;
}

// Calls entry_found for each line that is an entry, other_found for all others.
template <class EntryFound, class OtherFound>
void for_each_line(const std::filesystem::path& path, const EntryFound& entry_found, const OtherFound& other_found) {
  const std::vector<std::byte> bytes = read_file(path);
  std::istringstream file{std::string(as_text(bytes))};
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
    ExpectedFailure entry{.test = "", .reason = "", .line = number};
    std::string name;
    if (!(words >> name) || name.starts_with('#')) {
      other_found(line);
      continue;
    }
    entry.test = read_back(name);
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
          if (!known.passed) text += line + "\n";
        },
        [&](const std::string& line) { text += line + "\n"; });
  }
  for (ExpectedFailure entry : added) {
    std::ranges::replace_if(
        entry.reason, [](unsigned char c) { return c < 0x20; }, ' ');
    text += fmt::format("{} {}\n", written(entry.test), entry.reason);
  }
  write_file(path, text);
}

void bind_expected_failures(const std::filesystem::path& path, std::vector<ExpectedFailure>& list,
                            const std::vector<std::string>& tests) {
  std::map<std::string_view, std::size_t> lines;
  for (ExpectedFailure& entry : list) {
    std::vector<std::string_view> fitting;
    for (const std::string& test : tests) {
      if (test == entry.test) {
        fitting = {test};
        break;
      }
      if (test.ends_with("/" + entry.test)) fitting.push_back(test);
    }
    if (fitting.size() > 1) {
      fail(ErrorKind::kInvalidInput, "{}:{}: {} fits {} tests, {} and {}: expected more of the name", path.string(),
           entry.line, entry.test, fitting.size(), fitting[0], fitting[1]);
    }
    if (fitting.empty()) continue;
    entry.bound = true;
    entry.test = fitting.front();
    const auto [known, is_new] = lines.emplace(fitting.front(), entry.line);
    if (!is_new) {
      fail(ErrorKind::kInvalidInput, "{}:{}: {} is in line {} already", path.string(), entry.line, entry.test,
           known->second);
    }
  }
}

ExpectedFailure* find_expected_failure(std::vector<ExpectedFailure>& list, std::string_view test) {
  const auto found =
      std::ranges::find_if(list, [&](const ExpectedFailure& entry) { return entry.bound && entry.test == test; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace hardref::tools
