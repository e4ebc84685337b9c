#include "report/junit.h"

#include <fmt/format.h>

#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "error.h"
#include "report/markup.h"
#include "report/text.h"

namespace hardref::tools {
namespace {

// A failure with all that differs, but no more of it than a server's page can bear.
constexpr std::size_t kMostCharacters = 20'000;
constexpr std::size_t kMostInMessage = 1'000;

std::string seconds_text(double seconds) { return fmt::format("{:.6f}", seconds); }

void set(pugi::xml_node node, const char* name, const std::string& value) {
  pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) attribute = node.append_attribute(name);
  attribute.set_value(clean_text(value).c_str());
}

void add_outcome(pugi::xml_node test_case, const TestResult& test) {
  if (test.verdict == Verdict::kPassed) return;
  const bool failed = test.verdict == Verdict::kFailed;
  pugi::xml_node outcome = test_case.append_child(failed ? "failure" : "skipped");
  const bool is_skip = failed || test.verdict == Verdict::kSkipped;
  const std::string verdict = is_skip ? "" : fmt::format("{}: ", to_string(test.verdict));
  set(outcome, "message", shorten(verdict + test.reason, kMostInMessage));
  if (!failed) return;
  set(outcome, "type", test.mismatches.empty() ? "error" : "mismatch");
  outcome.text().set(shorten(to_text(test), kMostCharacters).c_str());
}

}  // namespace

struct JunitReport::Document {
  pugi::xml_document xml;
  pugi::xml_node suite;
  std::map<std::pair<std::string, std::string>, std::size_t> cases;  // by class and name
  Totals totals;
  double seconds = 0;
};

JunitReport::JunitReport() : document_(std::make_unique<Document>()) {
  pugi::xml_node declaration = document_->xml.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  document_->suite = document_->xml.append_child("testsuites").append_child("testsuite");
  set(document_->suite, "name", "hardref test");
}
JunitReport::JunitReport(JunitReport&& other) noexcept = default;
JunitReport& JunitReport::operator=(JunitReport&& other) noexcept = default;
JunitReport::~JunitReport() = default;

void JunitReport::add(const TestResult& test) {
  document_->totals.add(test.verdict);
  document_->seconds += test.seconds;
  const std::size_t slash = test.name.rfind('/');
  pugi::xml_node test_case = document_->suite.append_child("testcase");
  const std::string name = escaped(slash == std::string::npos ? test.name : test.name.substr(slash + 1));
  const std::string folder = slash == std::string::npos ? "hardref" : escaped(test.name.substr(0, slash));
  // Names that were unique as bytes may be one as text, and servers keep one test of each name.
  const std::size_t count = ++document_->cases[{folder, name}];
  set(test_case, "name", count == 1 ? name : fmt::format("{} ({})", name, count));
  set(test_case, "classname", folder);
  set(test_case, "time", seconds_text(test.seconds));
  add_outcome(test_case, test);
  // What is remarkable about a test that did not fail.
  if (test.verdict == Verdict::kFailed || !is_remarkable(test)) return;
  test_case.append_child("system-out").text().set(shorten(to_text(test), kMostCharacters).c_str());
}

std::string JunitReport::text() const {
  const Totals& totals = document_->totals;
  pugi::xml_node suite = document_->suite;
  set(suite, "tests", std::to_string(totals.all()));
  set(suite, "failures", std::to_string(totals.failed));
  set(suite, "errors", "0");
  set(suite, "skipped", std::to_string(totals.all() - totals.passed - totals.failed));
  set(suite, "time", seconds_text(document_->seconds));
  std::ostringstream stream;
  document_->xml.save(stream, "  ");
  return stream.str();
}

}  // namespace hardref::tools
