// The page, as text: what it holds, and that nothing gets out of it. What browsers make of it is tested by
// browser_test.py.
#include "report/html.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "hardref.h"
#include "tools/report/samples.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

using Json = nlohmann::ordered_json;
using tools::ExpandedGraph;
using tools::HtmlReport;
using tools::ReportedTest;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// From the first to the second, both included.
std::string between(const std::string& text, std::string_view first, std::string_view last) {
  const std::size_t start = text.find(first);
  const std::size_t end = text.find(last, start);
  REQUIRE(end != std::string::npos);
  return text.substr(start, end + last.size() - start);
}

// What a browser reads of the page.
Json report_in(const std::string& page) {
  constexpr std::string_view kStart = "<script type=\"application/json\" id=\"report\">";
  constexpr std::string_view kEnd = "</script>";
  const std::string element = between(page, kStart, kEnd);
  return Json::parse(element.substr(kStart.size(), element.size() - kStart.size() - kEnd.size()));
}

HtmlReport sample() {
  HtmlReport report({.version = "1.2",
                     .date = "2026-02-28 12:00 UTC",
                     .command = "hardref test tests --actual dir",
                     .judge = "onnx",
                     .results = "dir"});
  report.add({.result = passed_test("tests/a")});
  report.add({.result = failed_test("tests/b")});
  report.add({.result = skipped_test("tests/c", "node 0 (Erf): no such operator here")});
  return report;
}

TEST_CASE("html: the head says what the page is, and lets nothing in from elsewhere") {
  const std::string page = sample().text();
  CHECK(between(page, "<!doctype", "<style>") == R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>1 failed, 1 passed: hardref test</title>
<style>)");
}

TEST_CASE("html: without scripts there are still the totals") {
  CHECK(between(sample().text(), "<noscript>", "</noscript>") ==
        "<noscript><p>1 failed, 1 passed, 1 skipped. This page needs scripts to show more; hardref test prints the "
        "same.</p></noscript>");
  HtmlReport report = sample();
  TestResult known = skipped_test("tests/d", "why");
  known.verdict = Verdict::kKnown;
  report.add({.result = known});
  CHECK(between(report.text(), "<noscript>", "scripts")
            .starts_with("<noscript><p>1 failed, 1 passed, 1 skipped, 1 known."));
  CHECK(report_in(report.text())["tests"][3]["verdict"] == "known");
}

TEST_CASE("html: what ran, totals, those of zero too, and failures before what else there is") {
  Json report = report_in(sample().text());
  std::vector<std::string> names;
  for (const Json& test : report["tests"]) names.push_back(test["name"]);
  CHECK(names == std::vector<std::string>{"tests/b", "tests/a", "tests/c"});
  report.erase("tests");
  CHECK(
      report.dump() ==
      R"({"run":{"version":"1.2","date":"2026-02-28 12:00 UTC","command":"hardref test tests --actual dir",)"
      R"("judge":"onnx","results":"dir"},"passed":1,"failed":1,"skipped":1,"known":0,"unsupported":0,"types":["float",""],"cells":)"
      R"([{"op":"","type":"","passed":0,"failed":0,"skipped":1,"known":0,"unsupported":0},)"
      R"({"op":"Max-13","type":"float","passed":1,"failed":1,"skipped":0,"known":0,"unsupported":0}],"causes":{"Max in float":1},"not_listed":0})");
  HtmlReport passed({});
  passed.add({.result = passed_test("a")});
  CHECK(report_in(passed.text())["failed"] == 0);
  CHECK(report_in(HtmlReport({}).text())["tests"] == Json::array());
}

TEST_CASE("html: hostile names, reasons and outputs are text") {
  TestResult result = failed_test(kHostile);
  result.reason = kHostile;
  result.ops = {kHostile + "-1"};
  result.types = {kHostile};
  result.mismatches.front().output = kHostile;
  result.mismatches.front().data_set = kHostile;
  result.mismatches.front().producer = kHostile;
  result.legal = {kHostile};
  result.judges = {{kHostile, Verdict::kPassed}, {"strict", Verdict::kFailed}};
  HtmlReport report(
      {.version = kHostile, .date = kHostile, .command = kHostile, .judge = kHostile, .results = kHostile});
  report.add({.result = result,
              .command = kHostile,
              .graph = ExpandedGraph{.nodes = {{kHostile, kHostile, {kHostile}, {kHostile}}}, .outputs = {kHostile}}});
  const std::string page = report.text();
  CHECK_FALSE(contains(page, "<b onclick"));
  CHECK_FALSE(contains(page, "\x01"));
  CHECK_FALSE(contains(page, "\xff"));
  // Control characters are escaped here; the page replaces them before it shows anything.
  const std::string shown = "\\u003cb onclick='x'>&\\\"";
  CHECK(count(page, shown + "\\u0001\uFFFD]]>") > 10);
  CHECK(count(page, shown + "\\\\x01\\\\xff]]>") > 2);
  CHECK(report_in(page)["tests"][0]["name"] == kHostileShown);
}

TEST_CASE("html: nothing in the report ends the element that holds it") {
  TestResult result = skipped_test("</script><script>alert(1)</script>", "<!--<script>]]>");
  HtmlReport report({});
  report.add({.result = result});
  const std::string page = report.text();
  CHECK(count(page, "</script>") == 2);
  CHECK(count(page, "<script") == 2);
  CHECK_FALSE(contains(page, "<!--"));
  CHECK(report_in(page)["tests"][0]["name"] == result.name);
  CHECK(report_in(page)["tests"][0]["reason"] == result.reason);
}

TEST_CASE("html: a page of very many tests ends with their number, and counts them all") {
  HtmlReport report({});
  const TestResult test = skipped_test(std::string(5000, 'n'), std::string(100'000, 'r'));
  for (int i = 0; i < 7000; ++i) report.add({.result = test});
  const std::string page = report.text();
  const Json data = report_in(page);
  CHECK(page.size() < 12'100'000);
  CHECK(data["skipped"] == 7000);
  CHECK(data["cells"][0]["skipped"] == 7000);
  CHECK(data["not_listed"] > 1000);
  CHECK(data["not_listed"].get<std::size_t>() + data["tests"].size() == 7000);
}

TEST_CASE("html: of very many failures the last ones are listed without drawings") {
  HtmlReport report({});
  const ReportedTest test{.result = failed_test("t"),
                          .graph = ExpandedGraph{.nodes = {{"Max-13", "", {"x"}, {"y"}}}, .outputs = {"y"}}};
  for (int i = 0; i < 8000; ++i) report.add(test);
  const std::string page = report.text();
  CHECK(count(page, R"("verdict":"failed")") == 8000);
  const std::size_t drawn = count(page, R"("mismatches":)");
  CHECK(drawn > 1000);
  CHECK(drawn < 8000);
  CHECK(count(page, R"("graph":)") == drawn);
  CHECK(page.size() < 12'000'000);
  CHECK(report_in(page)["causes"]["Max in float"] == 8000);
}

// ---- The counts of the table of operators ----

TEST_CASE("html: cells by operator and type, floating-point types first, the unknown last") {
  HtmlReport report({});
  TestResult test = passed_test("a");
  test.ops = {"Max-8", "Max-13", "Add-1"};
  test.types = {"int32", "bfloat16"};
  report.add({.result = test});
  test.verdict = Verdict::kFailed;
  test.types = {"float", "int32"};
  report.add({.result = test});
  report.add({.result = skipped_test("c", "r")});
  report.add({.result = skipped_test("d", "r")});
  const Json data = Json::parse(report.data());
  CHECK(data["types"] == Json::array({"float", "bfloat16", "int32", ""}));
  std::vector<std::string> cells;
  for (const Json& cell : data["cells"]) {
    cells.push_back(fmt::format("{} {} {}{}{}", cell["op"].get<std::string>(), cell["type"].get<std::string>(),
                                cell["failed"].get<int>(), cell["passed"].get<int>(), cell["skipped"].get<int>()));
  }
  std::vector<std::string> expected = {"  002"};
  for (const char* op : {"Add-1", "Max-13", "Max-8"}) {
    expected.push_back(fmt::format("{} bfloat16 010", op));
    expected.push_back(fmt::format("{} float 100", op));
    expected.push_back(fmt::format("{} int32 110", op));
  }
  CHECK(cells == expected);
}

// ---- The program ----

TEST_CASE("html: hardref test --html writes it") {
  const WorkFolder folder;
  write_model(folder / "tests/a/model.onnx",
              R"(<ir_version: 8, opset_import: ["" : 13]> g (int32[N] x) => (int32[N] y) { y = Max (x) })");
  write_values(folder / "tests/a/test_data_set_0", {"int32[1]{2}"}, {"int32[1]{1}"});
  const ProgramResult result = folder.hardref({"test", "tests", "--html", "out.html"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  Json data = report_in(read_text(folder / "out.html"));
  CHECK(data["run"]["version"] == hardref_version());
  CHECK(data["run"]["command"] == "hardref test tests --html out.html");
  CHECK(data["run"]["judge"] == "onnx");
  CHECK(data["run"]["results"] == "");
  CHECK(std::regex_match(data["run"]["date"].get<std::string>(), std::regex(R"(\d{4}-\d\d-\d\d \d\d:\d\d UTC)")));
  CHECK(data["tests"].size() == 1);
  const Json& test = data["tests"][0];
  CHECK(test["ops"] == Json::array({"Max-13"}));
  CHECK(test["types"] == Json::array({"int32"}));
  CHECK(test["graph"]["nodes"].size() == 1);
  CHECK(test["mismatches"][0]["sample"].size() == 1);
  CHECK(test["command"] == "hardref test tests/a");
  CHECK(folder.hardref({"test", "tests", "--html", "missing/out.html"}).err ==
        "hardref: missing/out.html: cannot open for writing: No such file or directory\n");
}

TEST_CASE("html: the command repeats one test with what decided its result") {
  const WorkFolder folder;
  write_model(folder / "tests/a b/model.onnx",
              R"(<ir_version: 8, opset_import: ["" : 13]> g (float[N] x) => (float[N] y) { y = Max (x) })");
  write_values(folder / "tests/a b/test_data_set_0", {"float[1]{2}"}, {"float[1]{1}"});
  write_value(folder / "it's/a b/test_data_set_0/output_0.pb", "", "float[1]{7}");
  const auto command = [&](const Words& arguments) {
    static_cast<void>(folder.hardref(joined(arguments, {"--html", "out.html", "-j", "1"})));
    return report_in(read_text(folder / "out.html"))["tests"][0]["command"].get<std::string>();
  };
  CHECK(command({"test", "tests", "--judge", "strict", "-v"}) == "hardref test 'tests/a b' --judge strict");
  CHECK(command({"test", "./tests", "--actual", "it's", "--rtol=0.5", "--legal"}) ==
        R"(hardref test './tests/a b' --rtol 0.5 --legal --actual 'it'\''s/a b')");
  CHECK(command({"test", "tests/a b", "--actual", "it's/a b"}) == R"(hardref test 'tests/a b' --actual 'it'\''s/a b')");
  const ProgramResult again = folder.hardref({"test", "tests/a b", "--actual", "it's/a b"});
  CHECK(contains(again.out, "first at [0]: 7, expected 1"));
}

}  // namespace
}  // namespace hardref::test
