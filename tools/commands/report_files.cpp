#include "commands/report_files.h"

#include "commands/command.h"

namespace hardref::tools {

void ReportFiles::add_options(Command& command) {
  command.add_option("--junit", junit_path_, "write a report as JUnit XML").type_name("FILE");
  command.add_option("--html", html_path_, "write a report as a page for browsers").type_name("FILE");
}

void ReportFiles::begin(const RunInfo& run) {
  if (!junit_path_.empty()) junit_.emplace();
  if (!html_path_.empty()) html_.emplace(run);
}

void ReportFiles::add(const ReportedTest& test) {
  if (junit_) junit_->add(test.result);
  if (html_) html_->add(test);
}

void ReportFiles::write() const {
  if (junit_) write_out(junit_path_, junit_->text());
  if (html_) write_out(html_path_, html_->text());
}

}  // namespace hardref::tools
