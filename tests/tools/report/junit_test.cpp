// JUnit XML: the whole text, what the usual schema says of it where libxml2-utils is installed, and what a reader
// finds.
#include "report/junit.h"

#include <cstdlib>
#include <pugixml.hpp>

#include "tools/report/samples.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

using tools::JunitReport;

// Every kind of test that there is.
JunitReport sample() {
  JunitReport report;
  report.add(passed_test("tests/node/test_a"));
  report.add(failed_test("tests/node/test_b"));
  TestResult no_data = failed_test("test_c");
  no_data.mismatches.clear();
  no_data.reason = "no data set";
  report.add(no_data);
  report.add(skipped_test("tests/test_d", "node 0 (Erf): no such operator here"));
  TestResult legal = passed_test("tests/test_e");
  legal.legal = {"test_data_set_0: output \"y\" is legal: fused"};
  legal.judges = {{"onnx", Verdict::kPassed}, {"strict", Verdict::kFailed}};
  report.add(legal);
  TestResult hostile = failed_test(kHostile);
  hostile.reason = kHostile;
  hostile.mismatches.front().output = kHostile;
  report.add(hostile);
  return report;
}

constexpr auto kSample = R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="hardref test" tests="6" failures="3" errors="0" skipped="1" time="2.000000">
    <testcase name="test_a" classname="tests/node" time="0.250000" />
    <testcase name="test_b" classname="tests/node" time="0.500000">
      <failure message="one differs" type="mismatch">failed tests/node/test_b: one differs
  test_data_set_0: output "y": float[2] of node 0 (Max-13): 1 of 2 differ
    first [1]: 2 (0x40000000), expected 1 (0x3f800000); absolute 1, relative 1, 8388608 ulp
    --rtol 1 or --atol 1 or --ulp 8388608 would pass
</failure>
    </testcase>
    <testcase name="test_c" classname="hardref" time="0.500000">
      <failure message="no data set" type="error">failed test_c: no data set
</failure>
    </testcase>
    <testcase name="test_d" classname="tests" time="0.000000">
      <skipped message="node 0 (Erf): no such operator here" />
    </testcase>
    <testcase name="test_e" classname="tests" time="0.250000">
      <system-out>passed tests/test_e
  test_data_set_0: output "y" is legal: fused
  judges disagree: onnx passed, strict failed
</system-out>
    </testcase>
    <testcase name="&lt;b onclick='x'>&amp;&quot;@@]]>" classname="hardref" time="0.500000">
      <failure message="&lt;b onclick='x'>&amp;&quot;@@]]>" type="mismatch">failed &lt;b onclick='x'&gt;&amp;"@@]]&gt;: &lt;b onclick='x'&gt;&amp;"@@]]&gt;
  test_data_set_0: output "&lt;b onclick='x'&gt;&amp;"@@]]&gt;": float[2] of node 0 (Max-13): 1 of 2 differ
    first [1]: 2 (0x40000000), expected 1 (0x3f800000); absolute 1, relative 1, 8388608 ulp
    --rtol 1 or --atol 1 or --ulp 8388608 would pass
</failure>
    </testcase>
  </testsuite>
</testsuites>
)";

std::string with_escapes(std::string text) {
  for (std::size_t at = text.find("@@"); at != std::string::npos; at = text.find("@@")) {
    text.replace(at, 2, R"(\x01\xff)");
  }
  return text;
}

// Of the file by the schema in junit.xsd; true where there is no xmllint.
bool is_valid(const std::filesystem::path& path) {
  if (std::system("xmllint --version 2> /dev/null") != 0) {
    WARN("not validated: xmllint of Debian's libxml2-utils is not installed");
    return true;
  }
  const std::string command = "xmllint --noout --schema " HARDREF_SOURCE_DIR "/tests/tools/report/junit.xsd '" +
                              path.string() + "' 2> /dev/null";
  return std::system(command.c_str()) == 0;
}

TEST_CASE("junit: the whole text, and again after one more test") {
  JunitReport report = sample();
  CHECK(report.text() == with_escapes(kSample));
  report.add(passed_test("test_f"));
  CHECK(report.text().find(R"(tests="7" failures="3" errors="0" skipped="1" time="2.250000">)") != std::string::npos);
}

TEST_CASE("junit: it is valid, and an invalid document is found out") {
  const ScratchFolder folder;
  const std::string text = sample().text();
  write_text(folder / "sample.xml", text);
  CHECK(is_valid(folder / "sample.xml"));
  write_text(folder / "empty.xml", JunitReport().text());
  CHECK(is_valid(folder / "empty.xml"));
  if (std::system("xmllint --version 2> /dev/null") != 0) return;
  std::string broken = text;
  broken.replace(broken.find("failures="), 9, "failed=");
  write_text(folder / "broken.xml", broken);
  CHECK_FALSE(is_valid(folder / "broken.xml"));
}

TEST_CASE("junit: a reader finds what was written") {
  pugi::xml_document document;
  REQUIRE(document.load_string(sample().text().c_str(), pugi::parse_default));
  std::vector<std::string> names;
  for (const pugi::xml_node test : document.child("testsuites").child("testsuite").children("testcase")) {
    names.emplace_back(test.attribute("name").value());
  }
  CHECK(names == std::vector<std::string>{"test_a", "test_b", "test_c", "test_d", "test_e", kHostileShown});
  const pugi::xml_node hostile = document.child("testsuites").child("testsuite").last_child();
  CHECK(hostile.child("failure").attribute("message").value() == kHostileShown);
}

TEST_CASE("junit: known and unsupported are skips that say so") {
  JunitReport report;
  TestResult test = skipped_test("a/known", "is at fault");
  test.verdict = Verdict::kKnown;
  report.add(test);
  test = skipped_test("a/unsupported", "no kernel");
  test.verdict = Verdict::kUnsupported;
  report.add(test);
  const std::string text = report.text();
  CHECK(text.find(R"(tests="2" failures="0" errors="0" skipped="2")") != std::string::npos);
  CHECK(text.find(R"(<skipped message="known: is at fault" />)") != std::string::npos);
  CHECK(text.find(R"(<skipped message="unsupported: no kernel" />)") != std::string::npos);
}

TEST_CASE("junit: names that are one as text are told apart") {
  JunitReport report;
  for (const char* name : {"a/\xff", "a/\\xff", "b/\xff", "a/\xfe", "hardref/t", "t"}) report.add(passed_test(name));
  const std::string text = report.text();
  CHECK(text.find("name=\"\\xff\" classname=\"a\"") != std::string::npos);
  CHECK(text.find("name=\"\\xff (2)\" classname=\"a\"") != std::string::npos);
  CHECK(text.find("name=\"\\xff\" classname=\"b\"") != std::string::npos);
  CHECK(text.find("name=\"\\xfe\" classname=\"a\"") != std::string::npos);
  CHECK(text.find("name=\"t\" classname=\"hardref\"") != std::string::npos);
  CHECK(text.find("name=\"t (2)\" classname=\"hardref\"") != std::string::npos);
}

TEST_CASE("junit: long texts are cut") {
  JunitReport report;
  TestResult test = failed_test("t");
  test.mismatches.clear();
  test.reason = std::string(30'000, 'r');
  report.add(test);
  CHECK(report.text() == R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="hardref test" tests="1" failures="1" errors="0" skipped="0" time="0.500000">
    <testcase name="t" classname="hardref" time="0.500000">
      <failure message=")" + std::string(999, 'r') +
                             R"(…" type="error">failed t: )" + std::string(19'989, 'r') +
                             R"(…</failure>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST_CASE("junit: hardref test --junit writes it") {
  const WorkFolder folder;
  write_model(folder / "tests/a/model.onnx",
              R"(<ir_version: 8, opset_import: ["" : 13]> g (int32[N] x) => (int32[N] y) { y = Max (x) })");
  write_values(folder / "tests/a/test_data_set_0", {"int32[1]{1}"}, {"int32[1]{1}"});
  CHECK(folder.hardref({"test", "tests", "--junit", "out.xml"}) ==
        ProgramResult{0, "1 passed, 0 failed, 0 skipped\n", ""});
  CHECK(is_valid(folder / "out.xml"));
  pugi::xml_document document;
  REQUIRE(document.load_file((folder / "out.xml").c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  CHECK(suite.attribute("tests").as_int() == 1);
  CHECK(suite.child("testcase").attribute("name").value() == std::string("a"));
  CHECK(suite.child("testcase").attribute("classname").value() == std::string("tests"));
  CHECK(folder.hardref({"test", "tests", "--junit", "missing/out.xml"}) ==
        ProgramResult{6, "1 passed, 0 failed, 0 skipped\n",
                      "hardref: missing/out.xml: cannot open for writing: No such file or directory\n"});
}

}  // namespace
}  // namespace hardref::test
