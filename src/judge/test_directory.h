// Runs test directories in the layout of ONNX's backend tests (model.onnx and test_data_set_N) and says what came out.
#pragma once

#include <string>

#include "judge/test_layout.h"
#include "judge/test_result.h"
#include "judge/tolerances.h"

namespace hardref {

// Every data set, every output. Skips only what needs an operator, version or element type that hardref does not have,
// or a file that was never there to run. With a folder of results (see judge/results.h) those are judged and nothing is
// run. Does not throw for anything that the directories hold.
[[nodiscard]] TestResult run_test(const TestDirectory& test, const JudgeOptions& options,
                                  const std::string& results = {});

}  // namespace hardref
