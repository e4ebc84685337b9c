// The page, as text. What browsers make of it is tested by browser_test.py.
#include "report/html.h"

#include <fmt/format.h>

#include "tools/report/samples.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

using tools::HtmlReport;
using tools::VerdictMatrix;

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

HtmlReport sample() {
  HtmlReport report("tests, judged as onnx");
  report.add(passed_test("tests/a"));
  report.add(failed_test("tests/b"));
  report.add(skipped_test("tests/c", "node 0 (Erf): no such operator here"));
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

TEST_CASE("html: totals, those of zero too") {
  CHECK(between(sample().text(), "<header>", "</header>") == R"(<header>
<h1>hardref test</h1>
<p class="subject">tests, judged as onnx</p>
<ul class="totals">
<li class="failed"><b>1</b><span>✗ failed</span></li>
<li class="passed"><b>1</b><span>✓ passed</span></li>
<li class="skipped"><b>1</b><span>– skipped</span></li>
</ul>
<div class="bar" aria-hidden="true"><span class="failed" style="flex-grow:1"></span><span class="passed" style="flex-grow:1"></span><span class="skipped" style="flex-grow:1"></span></div>
</header>)");
  HtmlReport passed("p");
  passed.add(passed_test("a"));
  CHECK(between(passed.text(), "<ul class=\"totals\">", "</div>") == R"(<ul class="totals">
<li class="failed none"><b>0</b><span>✗ failed</span></li>
<li class="passed"><b>1</b><span>✓ passed</span></li>
<li class="skipped none"><b>0</b><span>– skipped</span></li>
</ul>
<div class="bar" aria-hidden="true"><span class="passed" style="flex-grow:1"></span></div>)");
}

TEST_CASE("html: the filter") {
  CHECK(between(sample().text(), "<form", "</form>") == R"(<form class="filter" hidden>
<input type="search" aria-label="Filter tests" placeholder="Name, operator, type or reason" autocomplete="off" spellcheck="false">
<div class="choices"><button type="button" data-verdict="" aria-pressed="true">all <b>3</b></button><button type="button" data-verdict="failed" aria-pressed="false">✗ failed <b>1</b></button><button type="button" data-verdict="passed" aria-pressed="false">✓ passed <b>1</b></button><button type="button" data-verdict="skipped" aria-pressed="false">– skipped <b>1</b></button></div>
<p><output></output> <button type="button" class="cell" hidden></button></p>
</form>)");
}

TEST_CASE("html: a row for each test, failures first, with all that is known") {
  const std::string page = sample().text();
  CHECK(between(page, "<ol", "</ol>") == R"(<ol class="tests">
<li class="failed" data-ops="Max-13" data-types="float"><details open><summary class="summary"><span class="verdict">✗ failed</span><span class="name">tests/b</span><span class="tags"><i>Max-13</i><i>float</i></span><span class="time">500 ms</span><span class="reason">one differs</span></summary>
<div class="text">
<p style="--indent:2">test_data_set_0: output &quot;y&quot;: float[2] of node 0 (Max-13): 1 of 2 differ</p>
<p style="--indent:4">first [1]: 2 (0x40000000), expected 1 (0x3f800000); absolute 1, relative 1, 8388608 ulp</p>
<p style="--indent:4">--rtol 1 or --atol 1 or --ulp 8388608 would pass</p>
</div>
<div class="drawings">
<figure><figcaption>Expanded graph</figcaption>
<div class="scroll">
<svg class="graph" width="114" height="140" viewBox="0 0 114 140" role="img" aria-label="the expanded graph">
<path class="edge" d="M57 70C57 85 57 85 57 100"/>
<path class="edge" d="M57 27V34"/><text class="name" x="57" y="24">x</text>
<g class="output marked"><title>y</title><rect x="4" y="100" width="106" height="22" rx="11"/><text class="op" x="57" y="115">✗ y</text></g>
<g class="node marked"><title>y = Max-13 &lt;&gt; (x)</title><rect x="4" y="34" width="106" height="36" rx="4"/><text class="op" x="57" y="56">Max-13</text></g>
</svg>
</div>
</figure>
<figure><figcaption>Output y, test_data_set_0: 1 of 2 differ</figcaption>
)" + kSmallMismatchPlot + R"(</figure>
</div>
</details></li>
<li class="passed" data-ops="Max-13" data-types="float"><div class="summary"><span class="verdict">✓ passed</span><span class="name">tests/a</span><span class="tags"><i>Max-13</i><i>float</i></span><span class="time">250 ms</span></div></li>
<li class="skipped" data-ops="" data-types=""><details><summary class="summary"><span class="verdict">– skipped</span><span class="name">tests/c</span><span class="tags"></span><span class="time">0.0 ms</span><span class="reason">node 0 (Erf): no such operator here</span></summary>
<div class="text">
<p style="--indent:0">node 0 (Erf): no such operator here</p>
</div>
</details></li>
</ol>)");
}

TEST_CASE("html: hostile names, reasons and outputs are text") {
  TestReport test = failed_test(kHostile);
  test.reason = kHostile;
  test.ops = {kHostile + "-1"};
  test.types = {kHostile};
  test.mismatches.front().output = kHostile;
  test.mismatches.front().data_set = kHostile;
  test.mismatches.front().producer = kHostile;
  test.graph = ExpandedGraph{.nodes = {{kHostile, kHostile, {kHostile}, {kHostile}}}, .outputs = {kHostile}};
  test.legal = {kHostile};
  test.judges = {{kHostile, Verdict::kPassed}, {"strict", Verdict::kFailed}};
  HtmlReport report(kHostile);
  report.add(test);
  const std::string page = report.text();
  CHECK_FALSE(contains(page, "<b onclick"));
  CHECK_FALSE(contains(page, "onclick='"));
  CHECK_FALSE(contains(page, "\x01"));
  CHECK_FALSE(contains(page, "\xff"));
  CHECK(count(page, kHostileEscaped) > 10);
}

TEST_CASE("html: remarkable tests that passed can be opened") {
  TestReport test = passed_test("a");
  test.legal = {"test_data_set_0: output \"y\" is legal: fused"};
  HtmlReport report("p");
  report.add(test);
  CHECK(
      between(report.text(), "<details", "</details>") ==
      R"(<details><summary class="summary"><span class="verdict">✓ passed</span><span class="name">a</span><span class="tags"><i>Max-13</i><i>float</i></span><span class="time">250 ms</span></summary>
<div class="text">
<p style="--indent:2">test_data_set_0: output &quot;y&quot; is legal: fused</p>
</div>
</details>)");
}

TEST_CASE("html: the first three failures are open, and no output beyond the fourth is drawn") {
  HtmlReport report("p");
  for (int i = 0; i < 5; ++i) {
    TestReport test = failed_test(fmt::format("t{}", i));
    test.mismatches.resize(6, small_mismatch());
    report.add(test);
  }
  const std::string page = report.text();
  CHECK(count(page, "<details open>") == 3);
  CHECK(count(page, "<details>") == 2);
  CHECK(count(page, "<svg class=\"plot\"") == 20);
  CHECK(count(page, "<svg class=\"graph\"") == 5);
}

TEST_CASE("html: the caption says what is left out of a graph") {
  TestReport test = failed_test("t");
  test.graph->left_out = 7;
  HtmlReport report("p");
  report.add(test);
  CHECK(contains(report.text(), "<figcaption>Expanded graph, its last 1 of 8 nodes</figcaption>"));
}

TEST_CASE("html: times") {
  for (const auto& [seconds, text] :
       std::vector<std::pair<double, std::string>>{{0, "0.0 ms"}, {0.00984, "9.8 ms"}, {0.01, "10 ms"}, {1, "1.0 s"}}) {
    TestReport test = passed_test("t");
    test.seconds = seconds;
    HtmlReport report("p");
    report.add(test);
    CHECK(contains(report.text(), fmt::format("<span class=\"time\">{}</span>", text)));
  }
}

TEST_CASE("html: long texts are cut, and a page of very many tests ends with their number") {
  HtmlReport report("p");
  TestReport test = skipped_test(std::string(5000, 'n'), std::string(100'000, 'r'));
  for (int i = 0; i < 1000; ++i) report.add(test);
  const std::string page = report.text();
  CHECK(contains(page, fmt::format(">{}…<", std::string(299, 'n'))));
  CHECK(contains(page, fmt::format(">{}…<", std::string(999, 'r'))));
  CHECK(page.size() < 12'100'000);
  CHECK(between(page, "<p class=\"note\">", "</p>") == R"(<p class="note">444 more tests are not listed.</p>)");
  CHECK(contains(page, "<b>1000</b><span>– skipped</span>"));
}

TEST_CASE("html: of very many failures the last ones are listed without drawings") {
  HtmlReport report("p");
  const TestReport test = failed_test("t");
  for (int i = 0; i < 4000; ++i) report.add(test);
  const std::string page = report.text();
  CHECK(count(page, "<li class=\"failed\" data-ops") == 4000);
  const std::size_t drawn = count(page, "<svg class=\"plot\"");
  CHECK(drawn > 1000);
  CHECK(drawn < 4000);
  CHECK(count(page, "<svg class=\"graph\"") == drawn);
  CHECK(page.size() < 12'000'000);
}

// ---- The table of operators ----

TEST_CASE("matrix: operators by version, floating-point types first, the unknown last") {
  VerdictMatrix matrix;
  TestReport test = passed_test("a");
  test.ops = {"Max-8", "Max-13", "Add-1"};
  test.types = {"int32", "bfloat16"};
  matrix.add(test);
  test.verdict = Verdict::kFailed;
  test.types = {"float", "int32"};
  matrix.add(test);
  matrix.add(skipped_test("c", "r"));
  matrix.add(skipped_test("d", "r"));
  CHECK(matrix.html() == R"(<table class="matrix">
<thead><tr><th scope="col">operator</th><th scope="col">float</th><th scope="col">bfloat16</th><th scope="col">int32</th><th scope="col">unknown</th></tr></thead>
<tbody>
<tr><th scope="row">Add<i>-1</i></th><td class="failed"><button type="button" data-op="Add-1" data-type="float" aria-pressed="false" title="Add-1 float: 1 failed" aria-label="Add-1 float: 1 failed"><span class="failed">✗1</span></button></td><td class="passed"><button type="button" data-op="Add-1" data-type="bfloat16" aria-pressed="false" title="Add-1 bfloat16: 1 passed" aria-label="Add-1 bfloat16: 1 passed"><span class="passed">✓1</span></button></td><td class="failed"><button type="button" data-op="Add-1" data-type="int32" aria-pressed="false" title="Add-1 int32: 1 failed, 1 passed" aria-label="Add-1 int32: 1 failed, 1 passed"><span class="failed">✗1</span><span class="passed">✓1</span></button></td><td></td></tr>
</tbody>
<tbody>
<tr><th scope="row">Max<i>-8</i></th><td class="failed"><button type="button" data-op="Max-8" data-type="float" aria-pressed="false" title="Max-8 float: 1 failed" aria-label="Max-8 float: 1 failed"><span class="failed">✗1</span></button></td><td class="passed"><button type="button" data-op="Max-8" data-type="bfloat16" aria-pressed="false" title="Max-8 bfloat16: 1 passed" aria-label="Max-8 bfloat16: 1 passed"><span class="passed">✓1</span></button></td><td class="failed"><button type="button" data-op="Max-8" data-type="int32" aria-pressed="false" title="Max-8 int32: 1 failed, 1 passed" aria-label="Max-8 int32: 1 failed, 1 passed"><span class="failed">✗1</span><span class="passed">✓1</span></button></td><td></td></tr>
<tr><th scope="row">Max<i>-13</i></th><td class="failed"><button type="button" data-op="Max-13" data-type="float" aria-pressed="false" title="Max-13 float: 1 failed" aria-label="Max-13 float: 1 failed"><span class="failed">✗1</span></button></td><td class="passed"><button type="button" data-op="Max-13" data-type="bfloat16" aria-pressed="false" title="Max-13 bfloat16: 1 passed" aria-label="Max-13 bfloat16: 1 passed"><span class="passed">✓1</span></button></td><td class="failed"><button type="button" data-op="Max-13" data-type="int32" aria-pressed="false" title="Max-13 int32: 1 failed, 1 passed" aria-label="Max-13 int32: 1 failed, 1 passed"><span class="failed">✗1</span><span class="passed">✓1</span></button></td><td></td></tr>
</tbody>
<tbody>
<tr><th scope="row">others</th><td></td><td></td><td></td><td class="skipped"><button type="button" data-op="" data-type="" aria-pressed="false" title="other operators of unknown type: 2 skipped" aria-label="other operators of unknown type: 2 skipped"><span class="skipped">–2</span></button></td></tr>
</tbody>
</table>
)");
}

TEST_CASE("matrix: long names of types may take two lines") {
  TestReport test = passed_test("a");
  test.types = {"float8e4m3fn", "float8<"};
  VerdictMatrix matrix;
  matrix.add(test);
  CHECK(between(matrix.html(), "<thead>", "</thead>") ==
        "<thead><tr><th scope=\"col\">operator</th><th scope=\"col\">float8<wbr>e4m3fn</th>"
        "<th scope=\"col\">float8<wbr>&lt;</th></tr></thead>");
}

TEST_CASE("matrix: nothing") {
  CHECK(VerdictMatrix().html() ==
        "<table class=\"matrix\">\n<thead><tr><th scope=\"col\">operator</th></tr></thead>\n</table>\n");
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
  const std::string page = read_text(folder / "out.html");
  CHECK(contains(page, "<p class=\"subject\">tests, judged as onnx</p>"));
  CHECK(count(page, "<li class=\"failed\" data-ops=\"Max-13\" data-types=\"int32\">") == 1);
  CHECK(count(page, "<svg class=\"graph\"") == 1);
  CHECK(count(page, "<svg class=\"plot\"") == 1);
  CHECK(folder.hardref({"test", "tests", "--html", "missing/out.html"}).err ==
        "hardref: missing/out.html: cannot open for writing: No such file or directory\n");
}

}  // namespace
}  // namespace hardref::test
