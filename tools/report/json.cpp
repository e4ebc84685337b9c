#include "report/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/text.h"

namespace hardref::tools {
namespace {

using Json = nlohmann::ordered_json;

// As everywhere: numbers that JSON lacks are strings.
Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

template <class T>
void add(Json& json, const char* key, const std::optional<T>& value) {
  if (!value) return;
  if constexpr (std::is_floating_point_v<T>) {
    json[key] = number(static_cast<double>(*value));
  } else {
    json[key] = *value;
  }
}

Json to_json(const KneePosition& position) {
  constexpr const char* kSides[] = {"flat", "slope", "exact"};
  return {{"x", position.x},
          {"knee", position.knee == KneePosition::Knee::kLower ? "lower" : "upper"},
          {"knee_x", number(position.knee_x)},
          {"side", kSides[static_cast<int>(position.side)]}};
}

Json to_json(const RowMaximum& row) {
  Json json{{"winner", row.winner}, {"winner_value", row.winner_value}};
  add(json, "runner_up", row.runner_up);
  if (row.runner_up) json["runner_up_value"] = row.runner_up_value;
  json["tie"] = row.tie;
  add(json, "first_nan", row.first_nan);
  return json;
}

Json to_json(const ElementReport& element) {
  Json json{{"index", element.index},
            {"actual", element.actual},
            {"expected", element.expected},
            {"actual_bits", element.actual_bits},
            {"expected_bits", element.expected_bits}};
  add(json, "absolute", element.difference.absolute);
  add(json, "relative", element.difference.relative);
  add(json, "ulp", element.difference.ulp);
  if (element.knee) json["knee"] = to_json(*element.knee);
  if (element.maximum) json["row"] = to_json(*element.maximum);
  return json;
}

Json to_json(const SamplePoint& point) {
  Json json{{"element", point.element}, {"expected", number(point.expected)}, {"actual", number(point.actual)}};
  add(json, "ulp_error", point.ulp_error);
  add(json, "x", point.x);
  return json;
}

// The largest difference by one measure, and where it is.
template <class T>
void add_worst(Json& json, const char* key, const std::optional<ElementDifference>& worst,
               std::optional<T> ElementDifference::*measure, const Shape& shape) {
  if (!worst) return;
  json[key] = {{"index", index_of(worst->element, shape)}};
  add(json[key], "value", (*worst).*measure);
}

Json to_json(const CloseOutput& close) {
  Json json{{"data_set", close.data_set}, {"output", close.output},   {"type", hardref::to_string(close.type)},
            {"shape", close.shape},       {"unequal", close.unequal}, {"count", close.count}};
  add_worst(json, "absolute", close.worst.absolute, &ElementDifference::absolute, close.shape);
  add_worst(json, "relative", close.worst.relative, &ElementDifference::relative, close.shape);
  add_worst(json, "ulp", close.worst.ulp, &ElementDifference::ulp, close.shape);
  return json;
}

Json to_json(const DifferingRow& row) {
  Json json{{"index", row.index}, {"length", row.length}, {"marks", Json::array()}, {"left_out", row.left_out}};
  for (const DifferingRow::Mark& mark : row.marks) {
    json["marks"].push_back(
        {{"place", mark.place}, {"expected", mark.expected}, {"actual", mark.actual}, {"x", mark.x}});
  }
  return json;
}

Json to_json(const PassingTolerance& passing) {
  Json json = Json::object();
  add(json, "rtol", passing.rtol);
  add(json, "atol", passing.atol);
  add(json, "ulp", passing.ulp);
  return json;
}

}  // namespace

Json to_json(const Mismatch& mismatch) {
  Json json{{"data_set", mismatch.data_set}, {"output", mismatch.output},
            {"summary", mismatch.summary},   {"type", hardref::to_string(mismatch.type)},
            {"shape", mismatch.shape},       {"producer", mismatch.producer}};
  if (!mismatch.first) return json;
  json["differing"] = mismatch.differing;
  json["count"] = mismatch.count;
  json["first"] = to_json(*mismatch.first);
  const ElementReport& worst = mismatch.worst ? *mismatch.worst : *mismatch.first;
  json["worst"] = to_json(worst);
  json["worst_relative"] = to_json(mismatch.worst_relative.value_or(worst));
  json["worst_ulp"] = to_json(mismatch.worst_ulp.value_or(worst));
  json["classes"] = {{"nan", mismatch.classes.nan},
                     {"infinity", mismatch.classes.infinity},
                     {"sign", mismatch.classes.sign},
                     {"zero_sign", mismatch.classes.zero_sign}};
  json["passing"] = to_json(mismatch.passing);
  json["passing_finite"] = to_json(mismatch.passing_finite);
  Json& sample = json["sample"] = Json::array();
  for (const SamplePoint& point : mismatch.sample) sample.push_back(to_json(point));
  for (const DifferingRow& row : mismatch.rows) json["rows"].push_back(to_json(row));
  return json;
}

Json to_json(const TestResult& test) {
  Json json{{"name", test.name},
            {"verdict", to_string(test.verdict)},
            {"reason", test.reason},
            {"ops", test.ops},
            {"types", test.types}};
  for (const Mismatch& mismatch : test.mismatches) json["mismatches"].push_back(to_json(mismatch));
  for (const CloseOutput& close : test.close) json["close"].push_back(to_json(close));
  for (const JudgeVerdict& judge : test.judges) json["judges"][judge.judge] = to_string(judge.verdict);
  if (!test.legal.empty()) json["legal"] = test.legal;
  return json;
}

Json to_json(const Totals& totals) {
  return {{"passed", totals.passed},
          {"failed", totals.failed},
          {"skipped", totals.skipped},
          {"known", totals.known},
          {"unsupported", totals.unsupported}};
}

namespace {

// A text that was not given is null.
Json to_json(const GivenOptions& options) {
  const auto text = [](const std::string& given) { return given.empty() ? Json() : Json(given); };
  const auto number = [](const auto& given) { return given ? Json(*given) : Json(); };
  const JudgeOptions& judge = options.judge;
  return {{"paths", options.paths},           {"k", text(options.only)},
          {"exclude", text(options.exclude)}, {"shard", text(options.shard)},
          {"fail_fast", options.fail_fast},   {"xfail", text(options.xfail)},
          {"no_known", !judge.known},         {"judge", judge.all ? "all" : to_string(judge.judge)},
          {"rtol", number(judge.rtol)},       {"atol", number(judge.atol)},
          {"ulp", number(judge.ulp)},         {"legal", judge.legal},
          {"actual", text(options.results)}};
}

}  // namespace

Json to_json(const RunReport& run) {
  Json json = to_json(run.totals);
  if (!run.version.empty()) json["version"] = run.version;
  if (run.options) json["options"] = to_json(*run.options);
  json["tests"] = Json::array();
  for (const TestResult& test : run.tests) json["tests"].push_back(to_json(test));
  return json;
}

}  // namespace hardref::tools
