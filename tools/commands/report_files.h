// The reports that a run writes to files besides what it prints: which ones is up to options.
#pragma once

#include <optional>
#include <string>

#include "commands/options.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/run_report.h"

namespace hardref::tools {

class ReportFiles {
 public:
  void add_options(Command& command);

  // Once the options are read, before anything else.
  void begin(const RunInfo& run);
  // Whether the tests that are added are to have graphs.
  [[nodiscard]] bool show_graphs() const { return html_.has_value(); }
  void add(const ReportedTest& test);
  // Throws kIo for a file that cannot be written.
  void write() const;

 private:
  std::string junit_path_;
  std::string html_path_;
  std::optional<JunitReport> junit_;
  std::optional<HtmlReport> html_;
};

}  // namespace hardref::tools
