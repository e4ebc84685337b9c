// Reports as text for a terminal: one line for each test, and what differs below it. What is shown was found elsewhere.
#pragma once

#include <string>

#include "report.h"

namespace hardref::tools {

// "passed", "failed", "skipped".
[[nodiscard]] std::string_view to_string(Verdict verdict);

// Each line ends with a line break.
[[nodiscard]] std::string to_text(const TestReport& test);
[[nodiscard]] std::string to_text(const Mismatch& mismatch);
[[nodiscard]] std::string to_text(const Totals& totals);

}  // namespace hardref::tools
