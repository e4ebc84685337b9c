// How many tests passed, failed and were skipped for each version of each operator and each element type, and the table
// of it in a page.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "judge/test_result.h"

namespace hardref::tools {

class VerdictMatrix {
 public:
  // A test counts for each of its operators with each of its element types.
  void add(const TestReport& test);
  // An HTML table: a group of rows for each operator, a row for each version, a column for each element type. Tests
  // whose operators or types are not known stand in the last row and column.
  [[nodiscard]] std::string html() const;

 private:
  struct Version {
    bool is_unknown = false;
    std::string op;
    std::int64_t number = 0;
    bool operator<(const Version& other) const {
      return std::tie(is_unknown, op, number) < std::tie(other.is_unknown, other.op, other.number);
    }
  };
  static Version split(const std::string& op);

  std::map<Version, std::map<std::string, Totals>> rows_;
  std::set<std::pair<std::int32_t, std::string>> types_;  // by rank
};

// "✗" for a failure: colour is never the only sign.
[[nodiscard]] std::string_view symbol_of(Verdict verdict);

}  // namespace hardref::tools
