// What the page shows of a test, as JSON that its scripts read: what --report-json says, cut to what a page can bear,
// and beyond it the graph, the cause and the command. How it is drawn is not decided here.
#pragma once

#include <nlohmann/json.hpp>

#include "report/run_report.h"

namespace hardref::tools {

// "mismatches" and "graph" are left out where the page has drawings enough.
[[nodiscard]] nlohmann::ordered_json page_data(const ReportedTest& test, bool drawn);

}  // namespace hardref::tools
