// What the page holds of a test. How its scripts draw it is tested in a browser.
#include "report/page_data.h"

#include <cmath>

#include "report/json.h"
#include "tools/report/samples.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

using Json = nlohmann::ordered_json;
using tools::ExpandedGraph;
using tools::page_data;
using tools::ReportedTest;

ReportedTest failed() {
  return {.result = failed_test("tests/b"),
          .command = "hardref test tests/b",
          .graph = ExpandedGraph{.nodes = {{"Max-13", "", {"x"}, {"y"}}}, .outputs = {"y"}}};
}

TEST_CASE("page data: of a failure all that is known") {
  Json json = page_data(failed(), true);
  CHECK(json["mismatches"] == Json::array({tools::to_json(small_mismatch())}));
  json.erase("mismatches");
  CHECK(
      json.dump() ==
      R"({"name":"tests/b","verdict":"failed","reason":"one differs","ops":["Max-13"],"types":["float"],)"
      R"("seconds":0.5,"command":"hardref test tests/b","text":"  test_data_set_0: output \"y\": float[2] of node 0 )"
      R"((Max-13): 1 of 2 differ\n    first [1]: 2 (0x40000000), expected 1 (0x3f800000); absolute 1, relative 1, )"
      R"(8388608 ulp\n    --rtol 1 or --atol 1 or --ulp 8388608 would pass\n","cause":"Max in float","graph":)"
      R"({"nodes":[{"op":"Max-13","attributes":"","inputs":["x"],"outputs":["y"]}],"left_out":0,"outputs":["y"],"mismatched":["y"]}})");
}

TEST_CASE("page data: of what passed or was skipped as much as there is to say") {
  CHECK(page_data({.result = passed_test("a"), .command = "hardref test a"}, true).dump() ==
        R"({"name":"a","verdict":"passed","reason":"","ops":["Max-13"],"types":["float"],"seconds":0.25,)"
        R"("command":"hardref test a"})");
  CHECK(page_data({.result = skipped_test("c", "node 0 (Erf): no")}, true).dump() ==
        R"({"name":"c","verdict":"skipped","reason":"node 0 (Erf): no","ops":[],"types":[],"seconds":0.0,)"
        R"("command":"","text":"node 0 (Erf): no\n"})");
  TestResult legal = passed_test("a");
  legal.legal = {"test_data_set_0: output \"y\" is legal: fused"};
  CHECK(page_data({.result = legal}, true)["text"] == "  test_data_set_0: output \"y\" is legal: fused\n");
}

TEST_CASE("page data: no drawings where there are enough of them, or too much in them") {
  ReportedTest test = failed();
  Json json = page_data(test, false);
  CHECK_FALSE(json.contains("mismatches"));
  CHECK_FALSE(json.contains("graph"));
  CHECK(json.contains("text"));
  test.graph->nodes.front().inputs.front() = std::string(300'000, 'n');
  json = page_data(test, true);
  CHECK_FALSE(json.contains("mismatches"));
  CHECK_FALSE(json.contains("graph"));
}

TEST_CASE("page data: an expected failure has no graph") {
  ReportedTest test = failed();
  test.result.mismatches.clear();
  CHECK_FALSE(page_data(test, true).contains("graph"));
}

TEST_CASE("page data: no output beyond the fourth is drawn, and long texts are cut") {
  ReportedTest test = failed();
  test.result.mismatches.resize(6, small_mismatch());
  test.result.name = std::string(5000, 'n');
  test.result.reason = std::string(100'000, 'r');
  const Json json = page_data(test, true);
  CHECK(json["mismatches"].size() == 4);
  CHECK(json["name"] == std::string(299, 'n') + "…");
  CHECK(json["reason"] == std::string(999, 'r') + "…");
  CHECK(json["text"].get<std::string>().size() < 20'010);
}

TEST_CASE("page data: a sample is bounded, and no element that matters is lost") {
  ReportedTest test = failed();
  std::vector<SamplePoint>& sample = test.result.mismatches.front().sample;
  sample.clear();
  for (std::size_t i = 0; i < kMaxSamplePoints; ++i) {
    sample.push_back({i, std::sin(static_cast<double>(i)) * 1e-7, 0.1234567, static_cast<std::int64_t>(i)});
  }
  sample[2000].actual = 77;
  sample[3001].ulp_error = -1'000'000;
  sample[10].expected = std::nan("");
  const Json json = page_data(test, true);
  CHECK(json.dump().size() < 24'000);
  const Json& kept = json["mismatches"][0]["sample"];
  CHECK(kept.size() > 100);
  CHECK(kept.size() <= 200);
  const auto has = [&](const char* key, const Json& value) {
    return std::ranges::any_of(kept, [&](const Json& point) { return point[key] == value; });
  };
  CHECK(has("actual", 77));
  CHECK(has("ulp_error", -1'000'000));
  CHECK(has("expected", "nan"));
  CHECK(has("element", 4095));
}

TEST_CASE("page data: of a Hardmax rows instead of a sample") {
  ReportedTest test = failed();
  Mismatch& mismatch = test.result.mismatches.front();
  mismatch.rows = {{.index = {0, 0}, .length = 9, .marks = {{1, "1", "0", "0.5"}}, .left_out = 3}};
  const Json json = page_data(test, true)["mismatches"][0];
  CHECK(json["sample"].empty());
  CHECK(json["rows"].dump() ==
        R"([{"index":[0,0],"length":9,"marks":[{"place":1,"expected":"1","actual":"0","x":"0.5"}],"left_out":3}])");
}

}  // namespace
}  // namespace hardref::test
