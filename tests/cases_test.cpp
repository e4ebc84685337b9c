// Runs every case of tests/cases: under each of its opsets, in blocks of several sizes, and one node at a time.
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "support/case_file.h"
#include "support/catch.h"
#include "support/errors.h"
#include "tensor/compare.h"

namespace hardref::test {
namespace {

// Values must be equal; the sign of a zero is open in the standard, and any NaN stands for any other.
constexpr Tolerance kEqual{.rtol = 0, .atol = 0, .ulp = {}, .exact = false};

std::vector<SessionOptions> ways_to_run() {
  std::vector<SessionOptions> ways(9);
  ways[1].block = 1;
  ways[2].block = 2;
  ways[3].block = 7;
  ways[4].single_nodes = true;
  ways[5].verify = true;
  ways[6].fuse = false;
  ways[7].threads = 3;
  ways[7].block = 1;
  ways[8].threads = 8;
  return ways;
}

void run_case(const Case& test_case, std::int64_t opset, const SessionOptions& way) {
  std::vector<NamedTensor> outputs;
  const std::string message = message_of([&] {
    outputs = Session(model_of(test_case, opset), way).run(test_case.given);
    return 0;
  });
  CHECK(message == (test_case.error.empty() ? "no error" : test_case.error));
  if (message != "no error" || !test_case.error.empty()) return;
  REQUIRE(outputs.size() == test_case.expected.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    CHECK(outputs[i].name == test_case.expected[i].name);
    const auto mismatch = find_mismatch(outputs[i].tensor, test_case.expected[i].tensor, kEqual);
    CHECK(mismatch.value_or("equal") == "equal");
  }
}

// How many cases begin in a file.
std::ptrdiff_t count_cases(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ptrdiff_t count = 0;
  for (std::string line; std::getline(file, line);) count += line.starts_with("case ") ? 1 : 0;
  return count;
}

TEST_CASE("operator cases", "[cases]") {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(HARDREF_SOURCE_DIR "/tests/cases")) {
    files.insert(entry.path().stem());
    std::ptrdiff_t count = 0;
    for (const Case& test_case : read_cases(entry.path().string())) {
      for (const std::int64_t opset : test_case.opsets) {
        for (const SessionOptions& way : ways_to_run()) {
          INFO(test_case.place << ": " << test_case.name << ", opset " << opset << ", block " << way.block << ", "
                               << way.threads << " threads" << (way.fuse ? "" : ", not fused")
                               << (way.single_nodes ? ", single nodes" : ""));
          run_case(test_case, opset, way);
        }
      }
      ++count;
    }
    CHECK(count > 0);
    CHECK(count == count_cases(entry.path()));
  }
  CHECK(files == std::set<std::string>{"add_mul", "cast", "constant", "hard_sigmoid", "hardmax", "min_max"});
}

}  // namespace
}  // namespace hardref::test
