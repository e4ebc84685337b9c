// Reports as JSON for other programs. Keys are never renamed once released.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/run_report.h"

namespace hardref::tools {

// {"name", "verdict", "reason", "ops", "types"}, and "mismatches", "close", "judges" and "legal" where there are any.
[[nodiscard]] nlohmann::ordered_json to_json(const TestResult& test);
[[nodiscard]] nlohmann::ordered_json to_json(const Mismatch& mismatch);
// {"passed", "failed", "skipped", "known", "unsupported"}, and of a run "version", "options" and "tests" too.
[[nodiscard]] nlohmann::ordered_json to_json(const Totals& totals);
[[nodiscard]] nlohmann::ordered_json to_json(const RunReport& run);

}  // namespace hardref::tools
