// docs/vacuous_passes.md, row by row: what it says that hardref says is what hardref says.
#include <set>
#include <sstream>

#include "support/files.h"
#include "support/program.h"

namespace hardref::test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = fs::path(HARDREF_SOURCE_DIR) / "tests/judge/vacuous";

struct Row {
  std::string directory;
  std::string line;
};

std::string without_ticks(const std::string& cell) {
  const std::size_t first = cell.find('`');
  return first == std::string::npos ? "" : cell.substr(first + 1, cell.rfind('`') - first - 1);
}

std::vector<Row> rows() {
  std::istringstream page(read_text(fs::path(HARDREF_SOURCE_DIR) / "docs/vacuous_passes.md"));
  std::vector<Row> rows;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| ") || line.starts_with("| Passes in")) continue;
    std::vector<std::string> cells;
    std::istringstream text(line.substr(1));
    for (std::string cell; std::getline(text, cell, '|');) cells.push_back(cell);
    REQUIRE(cells.size() == 4);
    rows.push_back({without_ticks(cells[2]), without_ticks(cells[3])});
  }
  return rows;
}

TEST_CASE("vacuous passes: every row of the page is what the program says") {
  std::set<std::string> named;
  for (const Row& row : rows()) {
    CAPTURE(row.directory);
    named.insert(row.directory);
    const ProgramResult result = run_program({"test", row.directory, "-v"}, {.folder = kRoot});
    const std::string& said = result.out.empty() ? result.err : result.out;
    CHECK(result.exit_code != 0);
    CHECK(said.substr(0, said.find('\n')) == row.line);
  }
  CHECK(named.contains("missing_root"));
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot)) {
    CHECK(named.contains(entry.path().filename().string()));
  }
}

}  // namespace
}  // namespace hardref::test
