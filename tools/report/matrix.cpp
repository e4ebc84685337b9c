#include "report/matrix.h"

#include <fmt/format.h>

#include <charconv>

#include "report/markup.h"
#include "report/text.h"
#include "tensor/types.h"

namespace hardref::tools {
namespace {

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

// The long names in two lines where there is no room.
std::string heading(const std::string& type) {
  if (type.empty()) return "unknown";
  constexpr std::string_view kStart = "float8";
  return type.starts_with(kStart) ? fmt::format("{}<wbr>{}", kStart, escape(type.substr(kStart.size()))) : escape(type);
}

std::string cell_html(const std::string& op, const std::string& type, const Totals& totals) {
  std::string words;
  std::string signs;
  const auto add = [&](Verdict verdict, std::size_t number) {
    if (number == 0) return;
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", number, to_string(verdict));
    signs += fmt::format(R"(<span class="{}">{}{}</span>)", to_string(verdict), symbol_of(verdict), number);
  };
  add(Verdict::kFailed, totals.failed);
  add(Verdict::kPassed, totals.passed);
  add(Verdict::kSkipped, totals.skipped);
  const Verdict verdict = totals.failed != 0   ? Verdict::kFailed
                          : totals.passed != 0 ? Verdict::kPassed
                                               : Verdict::kSkipped;
  const std::string label =
      fmt::format("{} {}: {}", op.empty() ? "other operators" : op, type.empty() ? "of unknown type" : type, words);
  return fmt::format(R"(<td class="{}"><button type="button" data-op="{}" data-type="{}" aria-pressed="false" )"
                     R"(title="{}" aria-label="{}">{}</button></td>)",
                     to_string(verdict), escape(op), escape(type), escape(label), escape(label), signs);
}

}  // namespace

std::string_view symbol_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPassed:
      return "✓";
    case Verdict::kFailed:
      return "✗";
    case Verdict::kSkipped:
      return "–";
  }
  return "";
}

// "Hardmax-13" in two; versions in order of their numbers.
VerdictMatrix::Version VerdictMatrix::split(const std::string& op) {
  Version version{.is_unknown = op.empty(), .op = op, .number = 0};
  const std::size_t dash = op.rfind('-');
  if (dash == std::string::npos) return version;
  version.op.resize(dash);
  std::from_chars(op.data() + dash + 1, op.data() + op.size(), version.number);
  return version;
}

void VerdictMatrix::add(const TestReport& test) {
  for (const std::string& type : or_unknown(test.types)) types_.emplace(rank_of(type), type);
  for (const std::string& op : or_unknown(test.ops)) {
    for (const std::string& type : or_unknown(test.types)) rows_[split(op)][type].add(test.verdict);
  }
}

std::string VerdictMatrix::html() const {
  std::string text = "<table class=\"matrix\">\n<thead><tr><th scope=\"col\">operator</th>";
  for (const auto& [rank, type] : types_) {
    text += fmt::format(R"(<th scope="col">{}</th>)", heading(type));
  }
  text += "</tr></thead>\n";
  std::string group = "\n";  // no operator's name
  for (const auto& [version, cells] : rows_) {
    if (version.op != group) text += group == "\n" ? "<tbody>\n" : "</tbody>\n<tbody>\n";
    group = version.op;
    const std::string op = version.is_unknown ? "" : fmt::format("{}-{}", version.op, version.number);
    text += version.is_unknown
                ? R"(<tr><th scope="row">others</th>)"
                : fmt::format(R"(<tr><th scope="row">{}<i>-{}</i></th>)", escape(version.op), version.number);
    for (const auto& [rank, type] : types_) {
      const auto cell = cells.find(type);
      text += cell == cells.end() ? "<td></td>" : cell_html(op, type, cell->second);
    }
    text += "</tr>\n";
  }
  return text + (rows_.empty() ? "</table>\n" : "</tbody>\n</table>\n");
}

}  // namespace hardref::tools
