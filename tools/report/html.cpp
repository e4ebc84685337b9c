#include "report/html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "page_parts.h"
#include "report/graph_svg.h"
#include "report/markup.h"
#include "report/plot.h"
#include "report/text.h"

namespace hardref::tools {
namespace {

constexpr std::size_t kMostRowBytes = 12'000'000;   // of failures with their drawings, and of the others
constexpr std::size_t kMostDrawnBytes = 6'000'000;  // of graphs and plots
constexpr std::size_t kMostPlots = 4;               // of a test
constexpr std::size_t kMostText = 20'000;
constexpr std::size_t kMostReason = 1'000;
constexpr std::size_t kMostName = 300;
constexpr std::size_t kOpened = 3;  // failures that can be read without a click

std::string seconds_text(double seconds) {
  if (seconds >= 1) return fmt::format("{:.1f} s", seconds);
  return fmt::format("{:.{}f} ms", seconds * 1e3, seconds >= 0.01 ? 0 : 1);
}

std::string tags_html(const TestReport& test) {
  std::string tags;
  for (const std::string& op : test.ops) tags += fmt::format("<i>{}</i>", escape(op));
  for (const std::string& type : test.types) tags += fmt::format("<i>{}</i>", escape(type));
  return fmt::format(R"(<span class="tags">{}</span>)", tags);
}

std::string summary_html(const TestReport& test) {
  std::string text =
      fmt::format(R"(<span class="verdict">{} {}</span><span class="name">{}</span>)", symbol_of(test.verdict),
                  to_string(test.verdict), escape(shorten(test.name, kMostName)));
  text += fmt::format(R"({}<span class="time">{}</span>)", tags_html(test), seconds_text(test.seconds));
  if (!test.reason.empty()) {
    text += fmt::format(R"(<span class="reason">{}</span>)", escape(shorten(test.reason, kMostReason)));
  }
  return text;
}

std::string figure_html(const std::string& caption, const std::string& drawing) {
  return fmt::format("<figure><figcaption>{}</figcaption>\n{}</figure>\n", escape(caption), drawing);
}

std::string graph_html(const TestReport& test) {
  if (!test.graph) return "";
  std::set<std::string> mismatched;
  for (const Mismatch& mismatch : test.mismatches) mismatched.insert(mismatch.output);
  std::string caption = "Expanded graph";
  if (test.graph->left_out != 0) {
    caption += fmt::format(", its last {} of {} nodes", test.graph->nodes.size(),
                           test.graph->nodes.size() + test.graph->left_out);
  }
  return figure_html(caption, "<div class=\"scroll\">\n" + graph_svg(*test.graph, mismatched) + "</div>\n");
}

std::string drawings_html(const TestReport& test) {
  std::string drawings = graph_html(test);
  std::size_t plots = 0;
  for (const Mismatch& mismatch : test.mismatches) {
    const std::string plot = plots < kMostPlots ? plot_svg(mismatch) : "";
    if (plot.empty()) continue;
    ++plots;
    drawings += figure_html(shorten(fmt::format("Output {}, {}: {} of {} differ", mismatch.output, mismatch.data_set,
                                                mismatch.differing, mismatch.count),
                                    kMostName),
                            plot);
  }
  return drawings.empty() ? "" : "<div class=\"drawings\">\n" + drawings + "</div>\n";
}

// What the terminal shows below the line of the test; the reason, where that is all.
std::string detail_text(const TestReport& test) {
  const std::string line = fmt::format("{} {}: {}\n", to_string(test.verdict), test.name, test.reason);
  const std::string text = to_text(test);
  const std::string below = test.reason.empty() ? text.substr(line.size() - 2) : text.substr(line.size());
  return test.mismatches.empty() && !test.reason.empty() ? test.reason + "\n" + below : below;
}

// A paragraph for each line, which remembers how far it was indented.
std::string lines_html(const std::string& text) {
  std::string paragraphs;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    paragraphs += fmt::format("<p style=\"--indent:{}\">{}</p>\n", indent, escape(line.substr(indent)));
  }
  return paragraphs;
}

std::string row_html(const TestReport& test, const std::string& drawings, bool open) {
  const std::string detail = detail_text(test);
  const std::string content =
      detail.empty()
          ? fmt::format(R"(<div class="summary">{}</div>)", summary_html(test))
          : fmt::format(
                "<details{}><summary class=\"summary\">{}</summary>\n<div class=\"text\">\n{}</div>\n{}</details>",
                open ? " open" : "", summary_html(test), lines_html(shorten(detail, kMostText)), drawings);
  return fmt::format("<li class=\"{}\" data-ops=\"{}\" data-types=\"{}\">{}</li>\n", to_string(test.verdict),
                     escape(fmt::format("{}", fmt::join(test.ops, " "))),
                     escape(fmt::format("{}", fmt::join(test.types, " "))), content);
}

struct Share {
  Verdict verdict;
  std::size_t count;
};

std::string totals_html(const Totals& totals) {
  const std::array<Share, 3> shares = {Share{Verdict::kFailed, totals.failed}, Share{Verdict::kPassed, totals.passed},
                                       Share{Verdict::kSkipped, totals.skipped}};
  std::string numbers;
  std::string bar;
  for (const auto& [verdict, count] : shares) {
    numbers += fmt::format("<li class=\"{0}{1}\"><b>{2}</b><span>{3} {0}</span></li>\n", to_string(verdict),
                           count == 0 ? " none" : "", count, symbol_of(verdict));
    if (count != 0) bar += fmt::format(R"(<span class="{}" style="flex-grow:{}"></span>)", to_string(verdict), count);
  }
  return fmt::format("<ul class=\"totals\">\n{}</ul>\n<div class=\"bar\" aria-hidden=\"true\">{}</div>\n", numbers,
                     bar);
}

std::string filter_html(const Totals& totals) {
  std::string text =
      "<form class=\"filter\" hidden>\n"
      R"(<input type="search" aria-label="Filter tests" placeholder="Name, operator, type or reason" )"
      "autocomplete=\"off\" spellcheck=\"false\">\n<div class=\"choices\">";
  const auto add = [&](std::string_view value, std::string_view symbol, std::size_t count, bool pressed) {
    text += fmt::format(R"(<button type="button" data-verdict="{}" aria-pressed="{}">{}{}{} <b>{}</b></button>)", value,
                        pressed, symbol, symbol.empty() ? "" : " ", value.empty() ? "all" : value, count);
  };
  add("", "", totals.failed + totals.passed + totals.skipped, true);
  add("failed", symbol_of(Verdict::kFailed), totals.failed, false);
  add("passed", symbol_of(Verdict::kPassed), totals.passed, false);
  add("skipped", symbol_of(Verdict::kSkipped), totals.skipped, false);
  return text + "</div>\n<p><output></output> <button type=\"button\" class=\"cell\" hidden></button></p>\n</form>\n";
}

}  // namespace

void HtmlReport::add(const TestReport& test) {
  const bool failed = test.verdict == Verdict::kFailed;
  totals_.add(test.verdict);
  matrix_.add(test);
  std::string& rows = failed ? failed_ : others_;
  if (rows.size() >= kMostRowBytes) {
    ++not_listed_;
    return;
  }
  const std::string drawings = drawn_bytes_ < kMostDrawnBytes ? drawings_html(test) : "";
  drawn_bytes_ += drawings.size();
  rows += row_html(test, drawings, failed && totals_.failed <= kOpened);
}

std::string HtmlReport::text() const {
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      R"(<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; )"
      "script-src 'unsafe-inline'\">\n"
      "<title>{} failed, {} passed: hardref test</title>\n<style>\n{}</style>\n</head>\n<body>\n",
      totals_.failed, totals_.passed, kPageStyle);
  page += fmt::format("<header>\n<h1>hardref test</h1>\n<p class=\"subject\">{}</p>\n{}</header>\n<main>\n",
                      escape(shorten(subject_, kMostReason)), totals_html(totals_));
  page += fmt::format("<section>\n<h2>Operators</h2>\n<div class=\"scroll\" tabindex=\"0\">\n{}</div>\n</section>\n",
                      matrix_.html());
  page += fmt::format("<section>\n<h2>Tests</h2>\n{}<ol class=\"tests\">\n{}{}</ol>\n", filter_html(totals_), failed_,
                      others_);
  if (not_listed_ != 0) page += fmt::format("<p class=\"note\">{} more tests are not listed.</p>\n", not_listed_);
  return page + fmt::format("</section>\n</main>\n<script>\n{}</script>\n</body>\n</html>\n", kPageScript);
}

}  // namespace hardref::tools
