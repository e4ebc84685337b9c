// The list of expected failures: what a line says, and which test it is about.
#include "commands/expected_failures.h"

#include "tools/support.h"

namespace hardref::test {
namespace {

using tools::bind_expected_failures;
using tools::ExpectedFailure;
using tools::find_expected_failure;
using tools::read_expected_failures;
using tools::update_expected_failures;

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
  CHECK(list[1].line == 5);
  for (const ExpectedFailure& entry : list) CHECK_FALSE(entry.bound);
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

TEST_CASE("expected failures: an entry names a test, or the end of its name after a slash") {
  const std::vector<std::string> tests{"xnode/test_a", "node/test_a/x", "node/test_abc", "node/my_test_b"};
  auto list = list_of("node/test_a first\ntest_b second\n");
  bind_expected_failures("known.txt", list, tests);
  for (const ExpectedFailure& entry : list) CHECK_FALSE(entry.bound);
  CHECK(find_expected_failure(list, "node/test_a") == nullptr);

  bind_expected_failures("known.txt", list, {"history/v1/node/test_a", "simple/test_b"});
  CHECK(find_expected_failure(list, "history/v1/node/test_a") == &list.front());
  CHECK(find_expected_failure(list, "simple/test_b") == &list.back());
  CHECK(find_expected_failure(list, "test_b") == nullptr);
}

TEST_CASE("expected failures: an entry is about one test, and a test has one") {
  const auto fault = [](std::string_view text, const std::vector<std::string>& tests) {
    auto list = list_of(text);
    return message_of([&] { bind_expected_failures("known.txt", list, tests); });
  };
  CHECK(fault("# two\ntest_x reason\n", {"v1/test_x", "v2/test_x", "test_y"}) ==
        "invalid_input: known.txt:2: test_x fits 2 tests, v1/test_x and v2/test_x: expected more of the name");
  CHECK(fault("test_x reason\n", {"v1/test_x", "test_x"}) == "no error");
  CHECK(fault("test_x reason\n\nv1/test_x another\n", {"v1/test_x"}) ==
        "invalid_input: known.txt:3: v1/test_x is in line 1 already");
}

TEST_CASE("expected failures: every name that is written is read back") {
  const ScratchFolder folder;
  const std::vector<std::string> names{"a b", "a\nb", "#a", "a#", "a\\x20b", "a\\b", "\t", "\x7f\x01", "\xff", "ü"};
  std::vector<ExpectedFailure> added;
  added.reserve(names.size());
  for (const std::string& name : names) added.push_back({name, "why\nnot\r"});
  write_text(folder / "known.txt", "# comment\n");
  update_expected_failures(folder / "known.txt", {}, added);
  CHECK(
      read_text(folder / "known.txt").starts_with("# comment\na\\x20b why not \na\\x0ab why not \n\\x23a why not \n"));
  const auto list = read_expected_failures(folder / "known.txt");
  REQUIRE(list.size() == names.size());
  for (std::size_t i = 0; i < names.size(); ++i) CHECK(list[i].test == names[i]);
}

TEST_CASE("expected failures: lines may end as on Windows") {
  CHECK(list_of("# comment\r\n\r\ntest_a reason\r\n").front().reason == "reason");
}

TEST_CASE("expected failures: what is no escape is text") {
  CHECK(list_of("a\\x2 r\n").front().test == "a\\x2");
  CHECK(list_of("a\\xzz r\n").front().test == "a\\xzz");
  CHECK(list_of("a\\n r\n").front().test == "a\\n");
  CHECK(list_of("\\x41\\x42 r\n").front().test == "AB");
}

}  // namespace
}  // namespace hardref::test
