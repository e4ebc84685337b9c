#include "report/text.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "error.h"
#include "tensor/shape.h"

namespace hardref::tools {
namespace {

// Three digits, rounded up, so that the number does what is promised when it is given as an option.
std::string rounded_up(double value) {
  std::string text = fmt::format("{:.3g}", value);
  if (std::strtod(text.c_str(), nullptr) >= value) return text;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return fmt::format("{:.3g}", value + unit / 2);
}

std::string measures(const ElementDifference& difference) {
  if (!difference.absolute) return "";
  std::string text = fmt::format("; absolute {:.6g}", *difference.absolute);
  if (difference.relative) text += fmt::format(", relative {:.6g}", *difference.relative);
  if (difference.ulp) text += fmt::format(", {} ulp", *difference.ulp);
  return text;
}

std::string value_text(const std::string& value, const std::string& bits) {
  return bits.empty() ? value : fmt::format("{} ({})", value, bits);
}

std::string to_text(const KneePosition& position) {
  const std::string knee = fmt::format(
      "the {} knee at {:.9g}", position.knee == KneePosition::Knee::kLower ? "lower" : "upper", position.knee_x);
  switch (position.side) {
    case KneePosition::Side::kExact:
      return fmt::format("x is {}, {} itself", position.x, knee);
    case KneePosition::Side::kFlat:
      return fmt::format("x is {}, on the flat side of {}", position.x, knee);
    case KneePosition::Side::kSlope:
      return fmt::format("x is {}, on the slope side of {}", position.x, knee);
  }
  return "";
}

std::string to_text(const RowMaximum& row) {
  std::string text = fmt::format("its row has the maximum {} at {}", row.winner_value, row.winner);
  if (row.runner_up) text += fmt::format(", then {} at {}", row.runner_up_value, *row.runner_up);
  if (row.tie) text += ": a tie, in which the first one counts";
  if (row.first_nan) text += fmt::format(": NaN at {}, which counts as the maximum", *row.first_nan);
  return text;
}

std::string to_text(std::string_view name, const ElementReport& element) {
  std::string text = fmt::format("    {} {}: {}, expected {}{}\n", name, hardref::to_string(element.index),
                                 value_text(element.actual, element.actual_bits),
                                 value_text(element.expected, element.expected_bits), measures(element.difference));
  if (element.knee) text += fmt::format("      {}\n", to_text(*element.knee));
  if (element.maximum) text += fmt::format("      {}\n", to_text(*element.maximum));
  return text;
}

std::string to_text(const DifferenceClasses& classes) {
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count != 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(classes.nan, "with NaN on one side");
  add(classes.infinity, "with an infinity on one side");
  add(classes.sign, "with opposite signs");
  add(classes.zero_sign, "with zeros of opposite signs");
  return parts.empty() ? "" : fmt::format("    of these, {}\n", fmt::join(parts, ", "));
}

// "--rtol 1 or --ulp 3"; empty where no tolerance would do.
std::string options_text(const PassingTolerance& passing) {
  std::vector<std::string> parts;
  if (passing.rtol) parts.push_back("--rtol " + rounded_up(*passing.rtol));
  if (passing.atol) parts.push_back("--atol " + rounded_up(*passing.atol));
  if (passing.ulp) parts.push_back(fmt::format("--ulp {}", *passing.ulp));
  return fmt::format("{}", fmt::join(parts, " or "));
}

std::string passing_text(const Mismatch& mismatch) {
  const std::string all = options_text(mismatch.passing);
  if (!all.empty()) return fmt::format("    {} would pass\n", all);
  const bool any_finite = mismatch.differing > mismatch.classes.nan + mismatch.classes.infinity;
  const std::string finite = any_finite ? options_text(mismatch.passing_finite) : "";
  if (finite.empty()) return "    no tolerance would pass\n";
  return fmt::format("    no tolerance would pass; but for these, {} would\n", finite);
}

// The first element and the worst ones, each once, by what they are the worst.
std::string elements_text(const Mismatch& mismatch) {
  const bool by_relative = mismatch.worst_relative.has_value();
  const bool by_ulp = mismatch.worst_ulp.has_value();
  std::string label = "worst";
  if (by_relative || by_ulp) {
    label += " absolute";
    if (!by_relative && mismatch.first->difference.relative) label += " and relative";
    if (!by_ulp) label += " and ulp";
  }
  std::string text;
  if (mismatch.worst) {
    text += to_text("first", *mismatch.first) + to_text(label, *mismatch.worst);
  } else {
    text += to_text(by_relative || by_ulp ? "first, " + label : "first", *mismatch.first);
  }
  const bool same = by_relative && by_ulp && mismatch.worst_relative->index == mismatch.worst_ulp->index;
  if (by_relative) text += to_text(same ? "worst relative and ulp" : "worst relative", *mismatch.worst_relative);
  if (by_ulp && !same) text += to_text("worst ulp", *mismatch.worst_ulp);
  return text;
}

std::string to_text(const CloseOutput& close) {
  std::string text = "  ";
  if (!close.data_set.empty()) text += close.data_set + ": ";
  if (!close.output.empty()) text += fmt::format("output \"{}\": ", escaped(close.output));
  text += fmt::format("{}{}: {} of {} within tolerance", hardref::to_string(close.type),
                      hardref::to_string(close.shape), close.unequal, close.count);
  if (close.worst.absolute) {
    const auto index = index_of(close.worst.absolute->element, close.shape);
    text += fmt::format("; worst at {}: {}", hardref::to_string(index), close.measures);
  }
  return text + "\n";
}

bool judges_disagree(const TestResult& test) {
  return std::ranges::adjacent_find(test.judges, std::not_equal_to(), &JudgeVerdict::verdict) != test.judges.end();
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPassed:
      return "passed";
    case Verdict::kFailed:
      return "failed";
    case Verdict::kSkipped:
      return "skipped";
    case Verdict::kKnown:
      return "known";
    case Verdict::kUnsupported:
      return "unsupported";
  }
  return "unknown";
}

bool is_remarkable(const TestResult& test) {
  return test.verdict == Verdict::kFailed || !test.legal.empty() || judges_disagree(test);
}

std::string to_text(const Mismatch& mismatch) {
  std::string text = "  ";
  if (!mismatch.data_set.empty()) text += mismatch.data_set + ": ";
  if (!mismatch.output.empty()) text += fmt::format("output \"{}\": ", escaped(mismatch.output));
  text += fmt::format("{}{}", hardref::to_string(mismatch.type), hardref::to_string(mismatch.shape));
  if (!mismatch.producer.empty()) text += " of " + escaped(mismatch.producer);
  if (!mismatch.first) return text + ": " + escaped(mismatch.summary) + "\n";
  text += fmt::format(": {} of {} differ\n", mismatch.differing, mismatch.count);
  text += elements_text(mismatch) + to_text(mismatch.classes);
  if (mismatch.has_tolerances) text += passing_text(mismatch);
  return text;
}

std::string to_text(const TestResult& test) {
  std::string text = fmt::format("{} {}{}{}\n", to_string(test.verdict), escaped(test.name),
                                 test.reason.empty() ? "" : ": ", escaped(test.reason));
  for (const Mismatch& mismatch : test.mismatches) text += to_text(mismatch);
  for (const CloseOutput& close : test.close) text += to_text(close);
  for (const std::string& line : test.legal) text += "  " + escaped(line) + "\n";
  if (judges_disagree(test)) {
    std::vector<std::string> verdicts;
    for (const JudgeVerdict& judge : test.judges) {
      verdicts.push_back(fmt::format("{} {}", judge.judge, to_string(judge.verdict)));
    }
    text += fmt::format("  judges disagree: {}\n", fmt::join(verdicts, ", "));
  }
  return text;
}

std::string rare_text(const Totals& totals) {
  if (totals.unsupported == 0) return totals.known == 0 ? "" : fmt::format("{} known", totals.known);
  return fmt::format("{} unsupported", totals.unsupported) +
         (totals.known == 0 ? "" : fmt::format(", {} known", totals.known));
}

std::string to_text(const Totals& totals) {
  const std::string rare = rare_text(totals);
  return fmt::format("{}{}{} passed, {} failed, {} skipped\n", rare, rare.empty() ? "" : "\n", totals.passed,
                     totals.failed, totals.skipped);
}

}  // namespace hardref::tools
