// Runs test directories in the layout of ONNX's backend tests (model.onnx and test_data_set_N) and says what came out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/test_result.h"
#include "judge/tolerances.h"

namespace hardref {

struct TestDirectory {
  std::string path;
  std::string name;  // relative to the root that it was found under, root's own name in front
};

// The test directories below a root, or the root itself, sorted by name. A test directory holds a model.onnx, a data
// set, or a data.json. Throws kIo for a root that is not there, kInvalidInput for one without any test.
[[nodiscard]] std::vector<TestDirectory> find_tests(const std::filesystem::path& root);

// The name without the root's own: "node/test_x", and "" for a root that is a test itself.
[[nodiscard]] std::string relative_to_root(const TestDirectory& test);

// Every data set, every output. Skips only what needs an operator, version or element type that hardref does not have,
// or a file that was never there to run. With a folder of results, which holds test_data_set_N/output_N.pb or .npy,
// those are judged and nothing is run. Does not throw for anything that the directories hold.
[[nodiscard]] TestResult run_test(const TestDirectory& test, const JudgeOptions& options,
                                  const std::string& results = {});

}  // namespace hardref
