// The list behind --xfail: tests that are known to fail, each with its reason.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hardref::tools {

struct ExpectedFailure {
  std::string test;  // as the line says it; once bound, the whole name
  std::string reason;
  std::size_t line = 0;
  bool bound = false;   // there is a test for it
  bool passed = false;  // which passed
};

// One entry a line, "test reason", where a test is named as written below; blank lines and lines with # are skipped.
// Throws kInvalidInput with the line number for an entry without a reason, kIo where the file cannot be read.
[[nodiscard]] std::vector<ExpectedFailure> read_expected_failures(const std::filesystem::path& path);

// Finds the test of each entry: the one with that name, or else the one whose name ends in it after a slash. Throws
// kInvalidInput for an entry that fits several tests, and for a second one for a test.
void bind_expected_failures(const std::filesystem::path& path, std::vector<ExpectedFailure>& list,
                            const std::vector<std::string>& tests);

// The entry for a test; null where there is none.
[[nodiscard]] ExpectedFailure* find_expected_failure(std::vector<ExpectedFailure>& list, std::string_view test);

// The list with what a run has found: entries whose test passed are gone, and failures are added at the end. Comments
// and all other entries stay as they are. Spaces, control characters and backslashes in names, and a # in front, are
// written as \x20.
void update_expected_failures(const std::filesystem::path& path, const std::vector<ExpectedFailure>& list,
                              const std::vector<ExpectedFailure>& added);

}  // namespace hardref::tools
