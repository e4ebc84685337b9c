// The list behind --xfail: tests that are known to fail, each with its reason.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hardref::tools {

struct ExpectedFailure {
  std::string test;  // the last components of a test's name: "node/test_x" stands for "history/v1/node/test_x" too
  std::string reason;
  bool used = false;    // there is a test for it
  bool run = false;     // which was run
  bool failed = false;  // and failed
};

// One entry a line, "test reason"; blank lines and lines with # are skipped. Throws kInvalidInput with the line number
// for an entry without a reason, kIo where the file cannot be read.
[[nodiscard]] std::vector<ExpectedFailure> read_expected_failures(const std::filesystem::path& path);

// The entry for a test, marked as used; null where there is none.
ExpectedFailure* find_expected_failure(std::vector<ExpectedFailure>& list, std::string_view test);

// The list with what a run has found: entries of which every test passed are gone, and failures are added at the end.
// Comments and all other entries stay as they are.
void update_expected_failures(const std::filesystem::path& path, const std::vector<ExpectedFailure>& list,
                              const std::vector<ExpectedFailure>& added);

}  // namespace hardref::tools
