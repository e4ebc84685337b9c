#include "report/html.h"

#include <fmt/format.h>

#include "page_parts.h"
#include "report/cause.h"
#include "report/json.h"
#include "report/page_data.h"
#include "report/text.h"
#include "tensor/types.h"

namespace hardref::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBytes = 12'000'000;      // of failures with their drawings, and of the others
constexpr std::size_t kMostDrawnBytes = 6'000'000;  // of graphs and plots
constexpr std::size_t kMostCauses = 1'000;

// "<" would be the start of whatever ends a script element, or keeps it from ending.
std::string script_text(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

std::set<std::string> or_unknown(const std::set<std::string>& names) {
  return names.empty() ? std::set<std::string>{""} : names;
}

// The types that Hardmax and HardSigmoid take, then the others, each in the order of the standard.
std::int32_t rank_of(const std::string& type) {
  constexpr std::int32_t kOthers = 1000;
  const auto known = parse_data_type(type);
  if (!known) return 2 * kOthers;
  return static_cast<std::int32_t>(*known) + (FloatsAndBfloat16::kSet.contains(*known) ? 0 : kOthers);
}

// What stands for one of the page's parts.
void fill(std::string& page, std::string_view part, std::string_view text) {
  page.replace(page.find(part), part.size(), text);
}

}  // namespace

// A test counts for each of its operators with each of its element types.
void HtmlReport::count(const TestResult& test) {
  totals_.add(test.verdict);
  for (const std::string& type : or_unknown(test.types)) {
    types_.emplace(rank_of(type), type);
    for (const std::string& op : or_unknown(test.ops)) cells_[{op, type}].add(test.verdict);
  }
  if (test.verdict != Verdict::kFailed) return;
  const std::string cause = cause_of(test);
  if (causes_.size() < kMostCauses || causes_.contains(cause)) ++causes_[cause];
}

void HtmlReport::add(const ReportedTest& test) {
  count(test.result);
  std::string& tests = test.result.verdict == Verdict::kFailed ? failed_ : others_;
  if (tests.size() >= kMostBytes) {
    ++not_listed_;
    return;
  }
  const bool drawn = drawn_bytes_ < kMostDrawnBytes;
  const std::string text = script_text(page_data(test, drawn));
  if (drawn && !test.result.mismatches.empty()) drawn_bytes_ += text.size();
  tests += ",\n" + text;
}

std::string HtmlReport::data() const {
  Json head{{"run",
             {{"version", run_.version},
              {"date", run_.date},
              {"command", run_.command},
              {"judge", run_.judge},
              {"results", run_.results}}}};
  head.update(to_json(totals_));
  head["types"] = Json::array();
  for (const auto& [rank, type] : types_) head["types"].push_back(type);
  head["cells"] = Json::array();
  for (const auto& [names, totals] : cells_) {
    Json cell{{"op", names.first}, {"type", names.second}};
    cell.update(to_json(totals));
    head["cells"].push_back(cell);
  }
  head["causes"] = causes_;
  head["not_listed"] = not_listed_;
  std::string text = script_text(head);
  text.pop_back();
  const std::string tests = failed_ + others_;
  return fmt::format("{},\"tests\":[{}]}}", text, std::string_view(tests).substr(tests.empty() ? 0 : 1));
}

std::string HtmlReport::text() const {
  std::string page{kPage};
  fill(page, "{title}", fmt::format("{} failed, {} passed", totals_.failed, totals_.passed));
  fill(page, "{totals}",
       fmt::format("{} failed, {} passed, {} skipped{}{}", totals_.failed, totals_.passed, totals_.skipped,
                   rare_text(totals_).empty() ? "" : ", ", rare_text(totals_)));
  fill(page, "{report}", data());
  return page;
}

}  // namespace hardref::tools
