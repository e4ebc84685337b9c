// Runs test directories in the layout of ONNX's backend tests (model.onnx and test_data_set_N) and says what came out.
// What is printed about it is not decided here.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge.h"
#include "report.h"

namespace hardref::tools {

struct TestDirectory {
  std::string path;
  std::string name;  // relative to the root that it was found under, root's own name in front
};

// The test directories below a root, or the root itself, sorted by name. A test directory holds a model.onnx, a data
// set, or a data.json. Throws kIo for a root that is not there, kInvalidInput for one without any test.
[[nodiscard]] std::vector<TestDirectory> find_tests(const std::filesystem::path& root);

// Every data set, every output. Skips only what needs an operator, version or element type that hardref does not have,
// or a file that was never there to run. Does not throw for anything that the directory holds.
[[nodiscard]] TestReport run_test(const TestDirectory& test, const JudgeOptions& options);

}  // namespace hardref::tools
