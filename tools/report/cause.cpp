#include "report/cause.h"

#include <fmt/format.h>

#include <regex>
#include <string_view>

#include "report/markup.h"

namespace hardref::tools {
namespace {

constexpr std::size_t kMostRead = 300;
constexpr std::size_t kMostText = 90;

std::string cause_of_reason(const std::string& reason) {
  if (reason.starts_with("stale: ")) return "passed, but expected to fail";
  if (reason.find("no results: ") != std::string::npos) return "without results";
  static const std::regex data_set("^test_data_set_[^:]*: ");
  static const std::regex own(R"("[^"]*"|[^ ]*/[^ :]*|\d+)");
  const std::string text = std::regex_replace(shorten(reason, kMostRead), data_set, "");
  return shorten(std::regex_replace(text, own, "\u2026"), kMostText);
}

// "Hardmax" of "Hardmax-13".
std::string without_version(std::string_view op) { return std::string(op.substr(0, op.rfind('-'))); }

// The test's operator where it is about one, or else that of the node that made the output: `node 3 (Max-13)`.
std::string operator_of(const TestResult& test, const Mismatch& mismatch) {
  if (test.ops.size() == 1) return without_version(*test.ops.begin());
  const std::string_view producer = mismatch.producer;
  const std::size_t start = producer.rfind('(');
  return start == std::string_view::npos ? "output" : without_version(producer.substr(start + 1));
}

std::string kind_of(const Mismatch& mismatch) {
  if (!mismatch.first) return mismatch.summary.starts_with("element type") ? "of another type" : "of another shape";
  const std::optional<RowMaximum>& row = mismatch.first->maximum;
  if (mismatch.classes.nan != 0 || (row && row->first_nan)) return "with NaN";
  if (mismatch.classes.infinity != 0) return "with infinity";
  if (row && row->tie) return "with a tie";
  if (mismatch.classes.zero_sign == mismatch.differing) return "with zeros of opposite signs";
  return fmt::format("in {}", hardref::to_string(mismatch.type));
}

}  // namespace

std::string cause_of(const TestResult& test) {
  if (test.mismatches.empty()) return cause_of_reason(test.reason);
  const Mismatch& first = test.mismatches.front();
  return fmt::format("{} {}", operator_of(test, first), kind_of(first));
}

}  // namespace hardref::tools
