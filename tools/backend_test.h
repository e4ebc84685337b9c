// Runs test directories in the layout of ONNX's backend tests (model.onnx and test_data_set_N) and says what came out.
// What is printed about it is not decided here.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tensor/compare.h"

namespace hardref::tools {

struct TestDirectory {
  std::filesystem::path path;
  std::string name;  // relative to the root that it was found under, root's own name in front
};

// The test directories below a root, or the root itself, sorted by name. A test directory holds a model.onnx, a data
// set, or a data.json. Throws kIo for a root that is not there, kInvalidInput for one without any test.
[[nodiscard]] std::vector<TestDirectory> find_tests(const std::filesystem::path& root);

enum class Verdict { kPassed, kFailed, kSkipped };

struct TestResult {
  Verdict verdict = Verdict::kPassed;
  std::string reason;              // empty for a test that passed
  std::set<std::string> ops = {};  // that the model's own nodes mean, as "Hardmax-13"; empty where not all are known
};

// What a command line asks for in place of a test's own tolerances.
struct ToleranceOptions {
  std::optional<double> rtol = std::nullopt;
  std::optional<double> atol = std::nullopt;
  std::optional<std::uint64_t> ulp = std::nullopt;
  bool exact = false;
};

// Every data set, every output. Skips only what needs an operator, version or element type that hardref does not have,
// or a file that was never there to run. Does not throw for anything that the directory holds.
[[nodiscard]] TestResult run_test(const TestDirectory& test, const ToleranceOptions& options);

}  // namespace hardref::tools
