// Reports as one page that needs nothing else: no network, no file beside it. It holds the report as JSON, and scripts
// that draw it; what browsers show is tested in one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "report/run_report.h"

namespace hardref::tools {

// Tests are added one by one and kept as text only. The page is bounded: once tests or drawings take up their share,
// what follows is counted, or told without drawings.
class HtmlReport {
 public:
  explicit HtmlReport(RunInfo run) : run_(std::move(run)) {}

  void add(const ReportedTest& test);
  [[nodiscard]] std::string text() const;
  // What the page holds, safe inside of a script element.
  [[nodiscard]] std::string data() const;

 private:
  void count(const TestResult& test);

  RunInfo run_;
  Totals totals_;
  std::map<std::pair<std::string, std::string>, Totals> cells_;  // by operator and element type; "" is unknown
  std::set<std::pair<std::int32_t, std::string>> types_;         // in the order of the standard
  std::map<std::string, std::size_t> causes_;                    // of failures, those not listed too
  std::string failed_;                                           // JSON, each test with a comma in front
  std::string others_;
  std::size_t drawn_bytes_ = 0;  // of graphs and plots
  std::size_t not_listed_ = 0;
};

}  // namespace hardref::tools
