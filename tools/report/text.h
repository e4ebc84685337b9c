// Reports as text for a terminal: one line for each test, and what differs below it. What is shown was found elsewhere.
#pragma once

#include <string>

#include "report/run_report.h"

namespace hardref::tools {

// "passed", "failed", "skipped", "known", "unsupported".
[[nodiscard]] std::string_view to_string(Verdict verdict);

// Whether a report shows the test where it is not asked for all of them: failures, and what needs a second look, as
// judges that disagree or an output that is legal but not what was expected.
[[nodiscard]] bool is_remarkable(const TestResult& test);

// Each line ends with a line break.
[[nodiscard]] std::string to_text(const TestResult& test);
[[nodiscard]] std::string to_text(const Mismatch& mismatch);
// The last line is always "N passed, N failed, N skipped".
[[nodiscard]] std::string to_text(const Totals& totals);
// "2 unsupported, 6 known": what is not in that line; empty where there is none.
[[nodiscard]] std::string rare_text(const Totals& totals);

}  // namespace hardref::tools
