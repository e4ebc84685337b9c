// CONTRIBUTING.md shows a version being added as a diff. It must still fit the files that it names.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.h"

namespace {

std::string text_of(const std::string& path) {
  const std::ifstream file(std::string(HARDREF_SOURCE_DIR "/") + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

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
  const std::vector<Hunk> hunks = hunks_of(text_of("CONTRIBUTING.md"));
  CHECK(hunks.size() == 3);
  for (const Hunk& hunk : hunks) {
    INFO(hunk.path << "\n" << hunk.before);
    CHECK(!hunk.before.empty());
    CHECK(text_of(hunk.path).find(hunk.before) != std::string::npos);
  }
}

}  // namespace
