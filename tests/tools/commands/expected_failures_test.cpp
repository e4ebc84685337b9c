// The list of expected failures: what a line says, and which test it is about.
#include "commands/expected_failures.h"

#include "tools/support.h"

namespace hardref::test {
namespace {

using tools::ExpectedFailure;
using tools::find_expected_failure;
using tools::read_expected_failures;

std::vector<ExpectedFailure> list_of(std::string_view text) {
  const ScratchFolder folder;
  write_text(folder / "known.txt", text);
  return read_expected_failures(folder / "known.txt");
}

TEST_CASE("expected failures: one a line, with the rest of the line as the reason") {
  const auto list =
      list_of("# comment\n\n   \t\ntest_a  because of # this\n\t node/test_b\tand that  \n  # test_c no\ntest_d last");
  REQUIRE(list.size() == 3);
  CHECK(list[0].test == "test_a");
  CHECK(list[0].reason == "because of # this");
  CHECK(list[1].test == "node/test_b");
  CHECK(list[1].reason == "and that  ");
  CHECK(list[2].test == "test_d");
  CHECK(list[2].reason == "last");
  for (const ExpectedFailure& entry : list) CHECK_FALSE(entry.used);
  CHECK(list_of("").empty());
}

TEST_CASE("expected failures: an entry without a reason is told with its line") {
  const ScratchFolder folder;
  const std::string path = (folder / "known.txt").string();
  for (const std::string_view ending : {"\n", "", "  \t\n", "\r\n"}) {
    write_text(path, "# comment\ntest_a reason\ntest_b" + std::string(ending));
    CHECK(message_of([&] { return read_expected_failures(path); }) ==
          "invalid_input: " + path + ":3: expected a reason after the test's name");
  }
  const std::string missing = (folder / "missing.txt").string();
  CHECK(message_of([&] { return read_expected_failures(missing); }) ==
        "io: " + missing + ": cannot open: No such file or directory");
}

TEST_CASE("expected failures: an entry names the last components of a test") {
  auto list = list_of("node/test_a first\ntest_b second\ntest_b third\n");
  CHECK(find_expected_failure(list, "test_a") == nullptr);
  CHECK(find_expected_failure(list, "other/test_a") == nullptr);
  CHECK(find_expected_failure(list, "xnode/test_a") == nullptr);
  CHECK(find_expected_failure(list, "node/test_a/x") == nullptr);
  CHECK(find_expected_failure(list, "node/test_abc") == nullptr);
  CHECK(find_expected_failure(list, "node/my_test_b") == nullptr);
  for (const ExpectedFailure& entry : list) CHECK_FALSE(entry.used);

  CHECK(find_expected_failure(list, "node/test_a") == &list.front());
  CHECK(find_expected_failure(list, "history/v1/node/test_a") == &list.front());
  CHECK(list[0].used);
  CHECK_FALSE(list[1].used);
  CHECK(find_expected_failure(list, "simple/test_b") == &list[1]);
  CHECK(list[1].used);
  CHECK_FALSE(list[2].used);
}

}  // namespace
}  // namespace hardref::test
