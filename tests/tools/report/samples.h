// Reports that the tests of every form of report share.
#pragma once

#include <string>

#include "judge/test_result.h"

namespace hardref::test {

// Bytes that would break out of markup, are not UTF-8, or may not be in XML.
inline const std::string kHostile = "<b onclick='x'>&\"\x01\xff]]>";
// And what a reader gets of them.
inline const std::string kHostileShown = "<b onclick='x'>&\"\uFFFD\uFFFD]]>";
inline const std::string kHostileEscaped = "&lt;b onclick=&#39;x&#39;&gt;&amp;&quot;\uFFFD\uFFFD]]&gt;";

inline TestReport passed_test(std::string name) {
  return {.name = std::move(name), .path = "", .ops = {"Max-13"}, .types = {"float"}, .seconds = 0.25};
}

inline TestReport skipped_test(std::string name, std::string reason) {
  return {.name = std::move(name), .path = "", .verdict = Verdict::kSkipped, .reason = std::move(reason)};
}

// One of two elements differs, the second.
inline Mismatch small_mismatch() {
  Mismatch mismatch{.data_set = "test_data_set_0",
                    .output = "y",
                    .summary = "one differs",
                    .type = DataType::kFloat,
                    .shape = {2},
                    .producer = "node 0 (Max-13)",
                    .differing = 1,
                    .count = 2};
  mismatch.first = ElementReport{.index = {1},
                                 .actual = "2",
                                 .expected = "1",
                                 .actual_bits = "0x40000000",
                                 .expected_bits = "0x3f800000",
                                 .difference = {.element = 1, .absolute = 1, .relative = 1, .ulp = 8388608}};
  mismatch.has_tolerances = true;
  mismatch.passing = {.rtol = 1, .atol = 1, .ulp = 8388608};
  mismatch.sample = {{0, 0, 0, 0}, {1, 1, 2, 8388608}};
  return mismatch;
}

// What the terminal shows of it.
inline const std::string kSmallMismatchText =
    "  test_data_set_0: output \"y\": float[2] of node 0 (Max-13): 1 of 2 differ\n"
    "    first [1]: 2 (0x40000000), expected 1 (0x3f800000); absolute 1, relative 1, 8388608 ulp\n"
    "    --rtol 1 or --atol 1 or --ulp 8388608 would pass\n";

// How it is drawn.
inline const std::string kSmallMismatchPlot =
    R"(<svg class="plot" viewBox="0 0 440 336" role="img" aria-label="expected and actual values of output y">
<path class="expected" d="M76 9H92V12H76Z"/>
<text x="97" y="14" text-anchor="start">expected</text>
<path class="actual" d="M170 10.5h0"/>
<text x="178" y="14" text-anchor="start">actual</text>
<path class="actual unequal" d="M234 10.5h0"/>
<text x="242" y="14" text-anchor="start">not equal</text>
<path class="grid" d="M76 36H432"/>
<text x="70" y="40" text-anchor="end">2</text>
<path class="grid" d="M76 186H432"/>
<text x="70" y="190" text-anchor="end">0</text>
<text x="76" y="330" text-anchor="start">element 0</text>
<text x="432" y="330" text-anchor="end">1</text>
<path class="worst" d="M343 24V314"/>
<path class="worst" d="M322 3V18"/>
<text x="329" y="14" text-anchor="start">worst</text>
<path class="expected" d="M156 184.5H174V187.5H156ZM334 109.5H352V112.5H334Z"/>
<path class="actual" style="stroke-width:4.5" d="M165 186v0"/>
<path class="actual unequal" style="stroke-width:4.5" d="M343 36v0"/>
<text x="76" y="206" text-anchor="start">error in ulp, logarithmic</text>
<path class="grid" d="M76 314H432"/>
<text x="70" y="318" text-anchor="end">0</text>
<path class="grid" d="M76 214H432"/>
<text x="70" y="218" text-anchor="end">+8.39e6</text>
<path class="error" style="stroke-width:6" d="M343 314V214"/>
</svg>
)";

inline TestReport failed_test(std::string name) {
  TestReport test{.name = std::move(name),
                  .path = "",
                  .verdict = Verdict::kFailed,
                  .reason = "one differs",
                  .ops = {"Max-13"},
                  .types = {"float"},
                  .seconds = 0.5};
  test.mismatches.push_back(small_mismatch());
  test.graph = ExpandedGraph{.nodes = {{"Max-13", "", {"x"}, {"y"}}}, .outputs = {"y"}};
  return test;
}

}  // namespace hardref::test
