// Reports as one page that needs nothing else: no network, no file beside it. What browsers show is tested in one.
#pragma once

#include <cstddef>
#include <string>

#include "judge/test_result.h"
#include "report/matrix.h"

namespace hardref::tools {

// Tests are added one by one and kept as text only. The page is bounded: once rows or details take up their share, what
// follows is counted, or told without drawings.
class HtmlReport {
 public:
  // In a few words what was tested, and how.
  explicit HtmlReport(std::string subject) : subject_(std::move(subject)) {}

  void add(const TestReport& test);
  [[nodiscard]] std::string text() const;

 private:
  std::string subject_;
  Totals totals_;
  VerdictMatrix matrix_;
  std::string failed_;  // rows; failures come first
  std::string others_;
  std::size_t drawn_bytes_ = 0;  // of graphs and plots
  std::size_t not_listed_ = 0;
};

}  // namespace hardref::tools
