// Why tests failed, in words that failures of one kind share, so that a reader sees what there is to look into.
#pragma once

#include <string>

#include "judge/test_result.h"

namespace hardref::tools {

// "without results", "Hardmax with NaN", "HardSigmoid in float16"; where nothing was compared the reason, without what
// is the test's own: its data set, names, paths and numbers. For failed tests.
[[nodiscard]] std::string cause_of(const TestResult& test);

}  // namespace hardref::tools
