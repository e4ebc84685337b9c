// Command lines that reports show: what a shell reads of them is what was given.
#include <array>

#include "commands/options.h"
#include "commands/shell_word.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

using tools::shell_word;

TEST_CASE("command line: words in quotes where a shell needs them") {
  CHECK(shell_word("tests/a_b-1.2,c=d:e@f+g%") == "tests/a_b-1.2,c=d:e@f+g%");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("$(rm)") == "'$(rm)'");
  CHECK(shell_word("it's") == R"('it'\''s')");
  CHECK(shell_word("\xff") == "'\xff'");
}

TEST_CASE("command line: what was given, by the longest names") {
  tools::CommandLine line("p", "a program", "1", "");
  tools::Command command = line.add_command("c", "a command");
  std::vector<std::string> paths;
  std::string judge;
  std::size_t threads = 1;
  bool verbose = false;
  command.add_option("PATH", paths, "paths");
  command.add_option("--judge", judge, "the judge");
  command.add_option("-j", threads, "threads");
  command.add_flag("-v,--verbose", verbose, "more");
  command.action([] { return 0; });
  CHECK(command.given_arguments().empty());
  constexpr std::array kWords = {"p", "c", "-v", "--judge=strict", "-j", "3", "a", "b c"};
  REQUIRE(line.run(kWords.size(), kWords.data()) == 0);
  CHECK(command.given_arguments() == " a 'b c' --judge strict -j 3 --verbose");
  constexpr std::array<std::string_view, 2> kOnly = {"--judge", "--verbose"};
  CHECK(command.given_arguments(kOnly) == " --judge strict --verbose");
}

}  // namespace
}  // namespace hardref::test
