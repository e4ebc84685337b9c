// CONTRIBUTING.md shows a version being added as a diff. It must still fit the files that it names.
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/text_file.h"

namespace {

const std::filesystem::path kRoot = HARDREF_SOURCE_DIR;

struct Hunk {
  std::string path;
  std::string before;  // the lines that the file must have, one after the other
};

// The hunks of the first diff of a page.
std::vector<Hunk> hunks_of(const std::string& page) {
  std::vector<Hunk> hunks;
  std::istringstream lines(page.substr(page.find("```diff\n") + 8));
  std::string path;
  for (std::string line; std::getline(lines, line) && line != "```";) {
    if (line.starts_with("--- a/")) {
      path = line.substr(6);
    } else if (line.starts_with("@@")) {
      hunks.push_back({path, ""});
    } else if (!hunks.empty() && !line.starts_with('+') && !line.empty()) {
      hunks.back().before += line.substr(1) + "\n";
    }
  }
  return hunks;
}

TEST_CASE("the diff that CONTRIBUTING.md shows still applies") {
  const std::vector<Hunk> hunks = hunks_of(hardref::test::read_text(kRoot / "CONTRIBUTING.md"));
  CHECK(hunks.size() == 3);
  for (const Hunk& hunk : hunks) {
    INFO(hunk.path << "\n" << hunk.before);
    CHECK(!hunk.before.empty());
    CHECK(hardref::test::read_text(kRoot / hunk.path).find(hunk.before) != std::string::npos);
  }
}

}  // namespace
