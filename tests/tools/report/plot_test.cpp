// The plot of a mismatch, as text. What it looks like is seen in a browser.
#include "report/plot.h"

#include <cmath>
#include <limits>

#include "tools/report/samples.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

using tools::plot_svg;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_CASE("plot: expected and actual values, the worst element, and the errors") {
  CHECK(plot_svg(small_mismatch()) == kSmallMismatchPlot);
}

TEST_CASE("plot: numbers that are not finite have lanes of their own") {
  Mismatch mismatch = small_mismatch();
  mismatch.sample = {{0, kNan, 1, {}}, {1, kInfinity, -kInfinity, {}}, {2, kNan, kNan, {}}, {3, 1, 1, 0}};
  CHECK(plot_svg(mismatch) ==
        R"(<svg class="plot" viewBox="0 0 440 378" role="img" aria-label="expected and actual values of output y">
<path class="expected" d="M76 9H92V12H76Z"/>
<text x="97" y="14" text-anchor="start">expected</text>
<path class="actual" d="M170 10.5h0"/>
<text x="178" y="14" text-anchor="start">actual</text>
<path class="actual unequal" d="M234 10.5h0"/>
<text x="242" y="14" text-anchor="start">not equal</text>
<text x="70" y="41" text-anchor="end">NaN</text>
<path class="lane" d="M76 37H432"/>
<text x="70" y="55" text-anchor="end">inf</text>
<path class="lane" d="M76 51H432"/>
<text x="70" y="231" text-anchor="end">-inf</text>
<path class="lane" d="M76 227H432"/>
<path class="grid" d="M76 139H432"/>
<text x="70" y="143" text-anchor="end">1</text>
<text x="76" y="372" text-anchor="start">element 0</text>
<text x="432" y="372" text-anchor="end">3</text>
<path class="worst" d="M209.5 24V356"/>
<path class="worst" d="M322 3V18"/>
<text x="329" y="14" text-anchor="start">worst</text>
<path class="expected" d="M111.5 35.5H129.5V38.5H111.5ZM200.5 49.5H218.5V52.5H200.5ZM289.5 35.5H307.5V38.5H289.5ZM378.5 137.5H396.5V140.5H378.5Z"/>
<path class="actual" style="stroke-width:4.5" d="M298.5 37v0M387.5 139v0"/>
<path class="actual unequal" style="stroke-width:4.5" d="M120.5 139v0M209.5 227v0"/>
<text x="76" y="248" text-anchor="start">error in ulp, logarithmic</text>
<path class="grid" d="M76 356H432"/>
<text x="70" y="360" text-anchor="end">0</text>
<path class="error" style="stroke-width:6" d=""/>
</svg>
)");
}

TEST_CASE("plot: no errors below for types without tolerances") {
  Mismatch mismatch = small_mismatch();
  for (SamplePoint& point : mismatch.sample) point.ulp_error.reset();
  CHECK_FALSE(contains(plot_svg(mismatch), "ulp"));
  CHECK(contains(plot_svg(mismatch), "viewBox=\"0 0 440 214\""));
}

TEST_CASE("plot: errors of one sign, of both and of none") {
  const auto labels = [](const std::vector<std::int64_t>& errors) {
    Mismatch mismatch = small_mismatch();
    mismatch.sample.clear();
    for (const std::int64_t error : errors) mismatch.sample.push_back({mismatch.sample.size(), 1, 2, error});
    const std::string svg = plot_svg(mismatch);
    std::string found;
    for (const char* label : {">+7<", ">0<", ">-7<", ">+1e6<", ">-9.22e18<"}) {
      if (contains(svg.substr(svg.find("error in ulp")), label)) found += label;
    }
    return found;
  };
  CHECK(labels({7, 0}) == ">+7<>0<");
  CHECK(labels({-7, 0}) == ">0<>-7<");
  CHECK(labels({-7, 3}) == ">+7<>0<>-7<");
  CHECK(labels({0, 0}) == ">0<");
  CHECK(labels({1'000'000}) == ">0<>+1e6<");
  CHECK(labels({std::numeric_limits<std::int64_t>::min()}) == ">0<>-9.22e18<");
}

TEST_CASE("plot: the largest doubles, none at all, and a single element") {
  Mismatch mismatch = small_mismatch();
  const double most = std::numeric_limits<double>::max();
  mismatch.sample = {{0, most, -most, 9}, {1, 0, 0, 0}};
  const std::string svg = plot_svg(mismatch);
  CHECK(contains(svg, ">1.8e308<"));
  CHECK(contains(svg, ">-1.8e308<"));
  CHECK_FALSE(contains(svg, "nan"));
  CHECK_FALSE(contains(svg, "inf"));
  mismatch.sample = {{0, kNan, kNan, {}}};
  CHECK_FALSE(contains(plot_svg(mismatch), "nan"));
  mismatch.sample.clear();
  CHECK(plot_svg(mismatch).empty());
}

TEST_CASE("plot: limits have three digits") {
  for (const auto& [value, text] : std::vector<std::pair<double, std::string>>{{0.1236, "0.124"},
                                                                               {-1234, "-1.23e3"},
                                                                               {1e-5, "1e-5"},
                                                                               {-1.5e-300, "-1.5e-300"},
                                                                               {1e100, "1e100"},
                                                                               {999, "999"}}) {
    Mismatch mismatch = small_mismatch();
    mismatch.sample = {{0, value, value, 0}};
    CHECK(contains(plot_svg(mismatch), "text-anchor=\"end\">" + text + "</text>"));
  }
}

TEST_CASE("plot: its size is bounded, and no element is lost between columns") {
  Mismatch mismatch = small_mismatch();
  mismatch.sample.clear();
  for (std::size_t i = 0; i < kMaxSamplePoints; ++i) {
    mismatch.sample.push_back({i, std::sin(static_cast<double>(i)) * 1e-7, 0.1234567, static_cast<std::int64_t>(i)});
  }
  mismatch.sample[2000].actual = 77;
  const std::string svg = plot_svg(mismatch);
  CHECK(svg.size() < 20'000);
  CHECK(contains(svg, ">77<"));
  CHECK(contains(svg, ">4095<"));
}

TEST_CASE("plot: a hostile name") {
  Mismatch mismatch = small_mismatch();
  mismatch.output = kHostile;
  CHECK(contains(plot_svg(mismatch), "aria-label=\"expected and actual values of output " + kHostileEscaped + "\">"));
}

}  // namespace
}  // namespace hardref::test
