// The reports that a run writes to files besides what it prints: which ones is up to options.
#pragma once

#include <optional>
#include <string>

#include "commands/options.h"
#include "judge/test_result.h"
#include "report/html.h"
#include "report/junit.h"

namespace hardref::tools {

class ReportFiles {
 public:
  void add_options(Command& command);

  // Once the options are read, before anything else: in a few words what is tested, and how.
  void begin(const std::string& subject);
  void add(const TestReport& test);
  // Throws kIo for a file that cannot be written.
  void write() const;

 private:
  std::string junit_path_;
  std::string html_path_;
  std::optional<JunitReport> junit_;
  std::optional<HtmlReport> html_;
};

}  // namespace hardref::tools
