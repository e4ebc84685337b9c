// Which of the tests that were found are to run: the options -k, --exclude and --shard.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/options.h"
#include "judge/test_layout.h"
#include "report/run_report.h"

namespace hardref::tools {

class TestSelection {
 public:
  void add_options(Command& command);
  // By name. Throws kUsage for an option that is no regular expression.
  [[nodiscard]] std::vector<TestDirectory> by_name(const std::vector<TestDirectory>& tests) const;
  // Every Nth test from the Ith on. Throws kUsage for an option that is not I/N.
  [[nodiscard]] std::vector<TestDirectory> shard_of(std::vector<TestDirectory> tests) const;
  // What the options say goes there.
  void describe(GivenOptions& run) const;
  // "-k hardmax and --exclude float": what by_name goes by.
  [[nodiscard]] std::string names() const;

 private:
  std::string only_;
  std::string exclude_;
  std::string shard_;
};

}  // namespace hardref::tools
