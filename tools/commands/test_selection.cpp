#include "commands/test_selection.h"

#include <algorithm>
#include <regex>

#include "commands/command.h"
#include "commands/shell_word.h"

namespace hardref::tools {
namespace {

std::regex to_regex(const std::string& text, std::string_view option) {
  try {
    return std::regex(text);
  } catch (const std::regex_error&) {
    fail(ErrorKind::kUsage, "{} {}: not a regular expression", option, text);
  }
}

}  // namespace

void TestSelection::add_options(Command& command) {
  command.add_option("-k", only_, "only tests whose name matches").type_name("REGEX");
  command.add_option("--exclude", exclude_, "no tests whose name matches").type_name("REGEX");
  command.add_option("--shard", shard_, "I/N: every Nth test, from the Ith on").type_name("I/N");
}

std::vector<TestDirectory> TestSelection::by_name(const std::vector<TestDirectory>& tests) const {
  const std::regex only = to_regex(only_, "-k");
  const std::regex exclude = to_regex(exclude_, "--exclude");
  std::vector<TestDirectory> selected;
  for (const TestDirectory& test : tests) {
    if (!std::regex_search(test.name, only)) continue;
    if (!exclude_.empty() && std::regex_search(test.name, exclude)) continue;
    selected.push_back(test);
  }
  return selected;
}

std::vector<TestDirectory> TestSelection::shard_of(std::vector<TestDirectory> tests) const {
  if (shard_.empty()) return tests;
  const std::string_view text = shard_;
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto index = parse_count(text.substr(0, slash));
  const auto count = parse_count(text.substr(std::min(slash + 1, text.size())));
  if (!index || !count || *index < 1 || *index > *count) {
    fail(ErrorKind::kUsage, "--shard {}: expected I/N with I from 1 to N", shard_);
  }
  std::vector<TestDirectory> taken;
  for (auto i = static_cast<std::size_t>(*index - 1); i < tests.size(); i += static_cast<std::size_t>(*count)) {
    taken.push_back(std::move(tests[i]));
  }
  return taken;
}

void TestSelection::describe(GivenOptions& run) const {
  run.only = only_;
  run.exclude = exclude_;
  run.shard = shard_;
}

std::string TestSelection::names() const {
  std::string text = only_.empty() ? "" : "-k " + shell_word(only_);
  if (exclude_.empty()) return text;
  return text + (text.empty() ? "" : " and ") + "--exclude " + shell_word(exclude_);
}

}  // namespace hardref::tools
