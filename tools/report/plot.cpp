#include "report/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "report/markup.h"

namespace hardref::tools {
namespace {

constexpr double kWidth = 440;
constexpr double kLeft = 76;
constexpr double kRight = 432;
constexpr double kTop = 30;
constexpr double kValueHeight = 150;
constexpr double kErrorHeight = 100;
constexpr double kLaneHeight = 14;  // of a row for numbers that are not finite
constexpr std::size_t kMostColumns = 180;

// ---- What is drawn in one column: one element, or several next to each other ----------------------------------------

enum Lane : std::size_t { kNan, kPositiveInfinity, kNegativeInfinity, kLanes };
constexpr std::array<const char*, kLanes> kLaneNames = {"NaN", "inf", "-inf"};

struct Series {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  std::array<bool, kLanes> lanes = {};

  void add(double value) {
    if (std::isnan(value)) {
      lanes[kNan] = true;
    } else if (std::isinf(value)) {
      lanes[value > 0 ? kPositiveInfinity : kNegativeInfinity] = true;
    } else {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  [[nodiscard]] bool has_number() const { return low <= high; }
};

struct Column {
  Series expected;
  Series actual;
  bool unequal = false;
  std::optional<double> error = {};  // the largest of its elements
};

bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::vector<Column> columns_of(const std::vector<SamplePoint>& sample) {
  std::vector<Column> columns(std::min(sample.size(), kMostColumns));
  for (std::size_t i = 0; i < sample.size(); ++i) {
    Column& column = columns[i * columns.size() / sample.size()];
    column.expected.add(sample[i].expected);
    column.actual.add(sample[i].actual);
    column.unequal = column.unequal || !is_same(sample[i].expected, sample[i].actual);
    if (!sample[i].ulp_error) continue;
    const auto error = static_cast<double>(*sample[i].ulp_error);
    if (!column.error || std::abs(error) > std::abs(*column.error)) column.error = error;
  }
  return columns;
}

// ---- The drawing ----------------------------------------------------------------------------------------------------

// Coordinates: tenths are finer than a screen.
std::string at(double value) { return fmt::format("{:.4g}", std::round(value * 10) / 10); }

std::string label(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", at(x), at(y), anchor, escape(text));
}

// Three digits: "1.23", "-1.8e308", "1e-5".
std::string short_text(double value) {
  std::string text = fmt::format("{:.3g}", value);
  const std::size_t exponent = text.find('e') + 1;
  if (exponent == 0) return text;
  if (text[exponent] == '+') text.erase(exponent, 1);
  const std::size_t digits = text.find_first_of("0123456789", exponent);
  if (text[digits] == '0') text.erase(digits, 1);
  return text;
}

std::string rule(double y, std::string_view css_class) {
  return fmt::format("<path class=\"{}\" d=\"M{} {}H{}\"/>\n", css_class, at(kLeft), at(y), at(kRight));
}

class Plot {
 public:
  explicit Plot(const Mismatch& mismatch) : mismatch_(mismatch), columns_(columns_of(mismatch.sample)) {
    Series all;
    for (const Column& column : columns_) {
      for (const Series& series : {column.expected, column.actual}) {
        if (series.has_number()) {
          all.add(series.low);
          all.add(series.high);
        }
        for (std::size_t lane = 0; lane < kLanes; ++lane) all.lanes[lane] = all.lanes[lane] || series.lanes[lane];
      }
      if (!column.error) continue;
      most_ = std::max(most_.value_or(0), std::abs(*column.error));
      has_positive_ = has_positive_ || *column.error > 0;
      has_negative_ = has_negative_ || *column.error < 0;
    }
    place(all);
  }

  std::string svg() {
    draw_frame();
    draw_worst();
    draw_values();
    if (most_) draw_errors();
    return fmt::format(
        R"(<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="expected and actual values of output )"
        "{}\">\n"
        "{}</svg>\n",
        kWidth, at(bottom_ + 22), escape(shorten(mismatch_.output, 60)), body_);
  }

 private:
  // Decides where everything lies.
  void place(const Series& all) {
    low_ = all.has_number() ? all.low : 0;
    high_ = all.has_number() ? all.high : 1;
    double y = kTop;
    for (const Lane lane : {kNan, kPositiveInfinity}) {
      if (!all.lanes[lane]) continue;
      lane_y_[lane] = y + kLaneHeight / 2;
      y += kLaneHeight;
    }
    value_top_ = y + 6;
    value_bottom_ = value_top_ + kValueHeight;
    y = value_bottom_ + 6;
    if (all.lanes[kNegativeInfinity]) {
      lane_y_[kNegativeInfinity] = y + kLaneHeight / 2;
      y += kLaneHeight;
    }
    error_top_ = y + 22;
    bottom_ = most_ ? error_top_ + kErrorHeight : y;
  }

  // Halves, since the difference of two doubles may be more than a double can hold.
  [[nodiscard]] double value_y(double value) const {
    if (high_ == low_) return (value_top_ + value_bottom_) / 2;
    return value_bottom_ - kValueHeight * ((value / 2 - low_ / 2) / (high_ / 2 - low_ / 2));
  }
  // Zero lies where there is room for the errors of either sign.
  [[nodiscard]] double error_y(double error) const {
    const double zero = has_negative_ ? (has_positive_ ? 0.5 : 0) : 1;
    if (error == 0) return error_top_ + zero * kErrorHeight;
    const double part = std::log1p(std::abs(error)) / std::log1p(*most_);
    return error_top_ + (error > 0 ? zero - zero * part : zero + (1 - zero) * part) * kErrorHeight;
  }
  [[nodiscard]] double column_width() const { return (kRight - kLeft) / static_cast<double>(columns_.size()); }
  [[nodiscard]] double column_x(std::size_t column) const {
    return kLeft + column_width() * (static_cast<double>(column) + 0.5);
  }

  void draw_frame() {
    body_ += "<path class=\"expected\" d=\"M76 9H92V12H76Z\"/>\n" + label(97, 14, "start", "expected");
    body_ += "<path class=\"actual\" d=\"M170 10.5h0\"/>\n" + label(178, 14, "start", "actual");
    body_ += "<path class=\"actual unequal\" d=\"M234 10.5h0\"/>\n" + label(242, 14, "start", "not equal");
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (lane_y_[lane] == 0) continue;
      body_ += label(kLeft - 6, lane_y_[lane] + 4, "end", kLaneNames[lane]);
      body_ += rule(lane_y_[lane], "lane");
    }
    body_ += rule(value_y(high_), "grid") + label(kLeft - 6, value_y(high_) + 4, "end", short_text(high_));
    if (high_ != low_) {
      body_ += rule(value_y(low_), "grid") + label(kLeft - 6, value_y(low_) + 4, "end", short_text(low_));
    }
    body_ += label(kLeft, bottom_ + 16, "start", fmt::format("element {}", mismatch_.sample.front().element));
    if (columns_.size() == 1) return;
    body_ += label(kRight, bottom_ + 16, "end", fmt::to_string(mismatch_.sample.back().element));
  }

  void draw_worst() {
    if (!mismatch_.first) return;
    const std::size_t element = (mismatch_.worst ? mismatch_.worst : mismatch_.first)->difference.element;
    const auto found = std::ranges::find(mismatch_.sample, element, &SamplePoint::element);
    if (found == mismatch_.sample.end()) return;
    const auto place = static_cast<std::size_t>(found - mismatch_.sample.begin());
    const double x = column_x(place * columns_.size() / mismatch_.sample.size());
    body_ += fmt::format("<path class=\"worst\" d=\"M{} {}V{}\"/>\n", at(x), at(kTop - 6), at(bottom_));
    body_ += "<path class=\"worst\" d=\"M322 3V18\"/>\n" + label(329, 14, "start", "worst");
  }

  // Expected values are wide bars, actual ones dots or narrow lines, so that both are seen where they meet.
  void draw_values() {
    const double half = std::clamp(column_width() * 0.42, 0.8, 9.0);
    const auto bar = [&](double x, double top, double bottom) {
      return fmt::format("M{} {}H{}V{}H{}Z", at(x - half), at(top - 1.5), at(x + half), at(bottom + 1.5), at(x - half));
    };
    const auto line = [](double x, double top, double bottom) {
      return fmt::format("M{} {}v{}", at(x), at(top), at(bottom - top));
    };
    const double width = std::clamp(column_width() * 0.45, 1.4, 4.5);
    const auto equal = [](const Column& column) { return !column.unequal; };
    const auto unequal = [](const Column& column) { return column.unequal; };
    const auto any = [](const Column& /*column*/) { return true; };
    body_ += fmt::format("<path class=\"expected\" d=\"{}\"/>\n", trace(&Column::expected, any, bar));
    body_ += fmt::format("<path class=\"actual\" style=\"stroke-width:{}\" d=\"{}\"/>\n", at(width),
                         trace(&Column::actual, equal, line));
    body_ += fmt::format("<path class=\"actual unequal\" style=\"stroke-width:{}\" d=\"{}\"/>\n", at(width),
                         trace(&Column::actual, unequal, line));
  }

  template <class Condition, class Mark>
  [[nodiscard]] std::string trace(Series Column::*which, const Condition& condition, const Mark& mark) const {
    std::string path;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!condition(columns_[i])) continue;
      const Series& series = columns_[i].*which;
      if (series.has_number()) path += mark(column_x(i), value_y(series.high), value_y(series.low));
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (series.lanes[lane]) path += mark(column_x(i), lane_y_[lane], lane_y_[lane]);
      }
    }
    return path;
  }

  void draw_errors() {
    body_ += label(kLeft, error_top_ - 8, "start", "error in ulp, logarithmic");
    const double zero = error_y(0);
    body_ += rule(zero, "grid") + label(kLeft - 6, zero + 4, "end", "0");
    const std::string most = *most_ < 1e6 ? fmt::format("{}", *most_) : short_text(*most_);
    for (const auto& [shown, error, sign] :
         {std::tuple(has_positive_, *most_, "+"), std::tuple(has_negative_, -*most_, "-")}) {
      if (!shown) continue;
      body_ += rule(error_y(error), "grid") + label(kLeft - 6, error_y(error) + 4, "end", sign + most);
    }
    std::string path;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::optional<double>& error = columns_[i].error;
      if (error && *error != 0) path += fmt::format("M{} {}V{}", at(column_x(i)), at(zero), at(error_y(*error)));
    }
    body_ += fmt::format("<path class=\"error\" style=\"stroke-width:{}\" d=\"{}\"/>\n",
                         at(std::clamp(column_width() * 0.5, 1.0, 6.0)), path);
  }

  const Mismatch& mismatch_;
  std::vector<Column> columns_;
  std::optional<double> most_;  // the largest error of either sign
  bool has_positive_ = false;
  bool has_negative_ = false;
  double low_ = 0;
  double high_ = 1;
  double value_top_ = 0;
  double value_bottom_ = 0;
  double error_top_ = 0;
  double bottom_ = 0;
  std::array<double, kLanes> lane_y_ = {};  // 0 for a lane without any
  std::string body_;
};

}  // namespace

std::string plot_svg(const Mismatch& mismatch) { return mismatch.sample.empty() ? "" : Plot(mismatch).svg(); }

}  // namespace hardref::tools
