#include "report/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "error.h"
#include "report/cause.h"
#include "report/json.h"
#include "report/markup.h"
#include "report/text.h"

namespace hardref::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostOutputs = 4;  // of a test that are drawn
constexpr std::size_t kMostPoints = 200;
constexpr std::size_t kMostDetail = 20'000;
constexpr std::size_t kMostReason = 1'000;
constexpr std::size_t kMostName = 300;
constexpr std::size_t kMostDrawn = 200'000;  // bytes; more takes names as long as a page

// What the terminal shows below the line of the test; the reason, where that is all.
std::string detail_text(const TestResult& test) {
  const std::string text = to_text(test);
  const std::string below = text.substr(text.find('\n') + 1);
  return test.mismatches.empty() && !test.reason.empty() ? test.reason + "\n" + below : below;
}

double distance(const SamplePoint& point) {
  if (point.actual == point.expected || (std::isnan(point.actual) && std::isnan(point.expected))) return 0;
  const double difference = std::abs(point.actual - point.expected);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

double error(const SamplePoint& point) {
  return point.ulp_error ? std::abs(static_cast<double>(*point.ulp_error)) : distance(point);
}

// Of neighbours the worst ones, by either measure.
std::vector<SamplePoint> thinned(const std::vector<SamplePoint>& sample) {
  constexpr std::size_t kGroups = kMostPoints / 2;
  if (sample.size() <= kMostPoints) return sample;
  std::set<std::size_t> kept;
  for (std::size_t group = 0; group < kGroups; ++group) {
    const auto begin = sample.begin() + static_cast<std::ptrdiff_t>(group * sample.size() / kGroups);
    const auto end = sample.begin() + static_cast<std::ptrdiff_t>((group + 1) * sample.size() / kGroups);
    for (const auto measure : {distance, error}) {
      kept.insert(static_cast<std::size_t>(std::ranges::max_element(begin, end, {}, measure) - sample.begin()));
    }
  }
  std::vector<SamplePoint> points;
  points.reserve(kept.size());
  for (const std::size_t i : kept) points.push_back(sample[i]);
  return points;
}

Json to_json(const ExpandedGraph& graph) {
  Json json{{"nodes", Json::array()}, {"left_out", graph.left_out}, {"outputs", graph.outputs}};
  for (const GraphNode& node : graph.nodes) {
    json["nodes"].push_back(
        {{"op", node.op}, {"attributes", node.attributes}, {"inputs", node.inputs}, {"outputs", node.outputs}});
  }
  return json;
}

// Rows of marks say all of a Hardmax that a plot could.
Json drawings(const ReportedTest& test) {
  Json json = Json::object();
  const std::vector<Mismatch>& all = test.result.mismatches;
  for (std::size_t i = 0; i < std::min(all.size(), kMostOutputs); ++i) {
    Mismatch mismatch = all[i];
    std::ranges::sort(mismatch.sample, {}, &SamplePoint::element);
    mismatch.sample = mismatch.rows.empty() ? thinned(mismatch.sample) : std::vector<SamplePoint>{};
    json["mismatches"].push_back(tools::to_json(mismatch));
  }
  if (!test.graph || all.empty()) return json;
  json["graph"] = to_json(*test.graph);
  std::set<std::string> mismatched;
  for (const Mismatch& mismatch : all) mismatched.insert(mismatch.output);
  json["graph"]["mismatched"] = mismatched;
  return json;
}

}  // namespace

Json page_data(const ReportedTest& test, bool drawn) {
  const TestResult& result = test.result;
  Json json{{"name", shorten(escaped(result.name), kMostName)},
            {"verdict", to_string(result.verdict)},
            {"reason", shorten(result.reason, kMostReason)},
            {"ops", result.ops},
            {"types", result.types},
            {"seconds", result.seconds},
            {"command", shorten(test.command, kMostReason)}};
  const std::string text = shorten(detail_text(result), kMostDetail);
  if (!text.empty()) json["text"] = text;
  if (result.verdict == Verdict::kFailed) json["cause"] = cause_of(result);
  if (!drawn) return json;
  Json more = drawings(test);
  if (more.dump(-1, ' ', false, Json::error_handler_t::replace).size() <= kMostDrawn) json.update(more);
  return json;
}

}  // namespace hardref::tools
