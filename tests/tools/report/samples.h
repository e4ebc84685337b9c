// Results that the tests of every form of report share.
#pragma once

#include <string>

#include "report/run_report.h"

namespace hardref::test {

// Bytes that would break out of markup, are not UTF-8, or may not be in XML.
inline const std::string kHostile = "<b onclick='x'>&\"\x01\xff]]>";
// And what a reader gets of them.
inline const std::string kHostileShown = "<b onclick='x'>&\"\\x01\\xff]]>";

inline TestResult passed_test(std::string name) {
  return {.name = std::move(name), .path = "", .ops = {"Max-13"}, .types = {"float"}, .seconds = 0.25};
}

inline TestResult skipped_test(std::string name, std::string reason) {
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

inline TestResult failed_test(std::string name) {
  TestResult test{.name = std::move(name),
                  .path = "",
                  .verdict = Verdict::kFailed,
                  .reason = "one differs",
                  .ops = {"Max-13"},
                  .types = {"float"},
                  .seconds = 0.5};
  test.mismatches.push_back(small_mismatch());
  return test;
}

}  // namespace hardref::test
