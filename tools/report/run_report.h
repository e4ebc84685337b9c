// What a report says of a run beyond the result of each test. Nothing is computed or printed here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "judge/test_result.h"
#include "judge/tolerances.h"
#include "report/graph.h"

namespace hardref::tools {

struct Totals {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
  std::size_t known = 0;
  std::size_t unsupported = 0;

  void add(Verdict verdict) {
    switch (verdict) {
      case Verdict::kPassed:
        ++passed;
        return;
      case Verdict::kFailed:
        ++failed;
        return;
      case Verdict::kSkipped:
        ++skipped;
        return;
      case Verdict::kKnown:
        ++known;
        return;
      case Verdict::kUnsupported:
        ++unsupported;
        return;
    }
  }
  [[nodiscard]] std::size_t all() const { return passed + failed + skipped + known + unsupported; }
};

// By which tests were chosen and judged, as the options of the command line say it; empty texts were not given.
struct GivenOptions {
  std::vector<std::string> paths;
  std::string only;  // -k
  std::string exclude;
  std::string shard;
  bool fail_fast = false;
  std::string xfail;
  JudgeOptions judge;
  std::string results;  // --actual
};

// Reports that need every test gather them here; others see one test at a time.
struct RunReport {
  std::string version = {};  // of hardref, where a report is of tests
  std::optional<GivenOptions> options = {};
  Totals totals = {};
  std::vector<TestResult> tests;
};

// What ran. Commands are as one would type them.
struct RunInfo {
  std::string version;  // of hardref
  std::string date;     // "2026-02-28 12:00 UTC"
  std::string command;
  std::string judge;    // "onnx", "ort" or "strict"
  std::string results;  // the folder whose files were judged; empty where the models were run
};

// Leaves the elements that do not pass in the samples of outputs.
inline void drop_passing_elements(TestResult& test) {
  for (Mismatch& mismatch : test.mismatches) {
    std::erase_if(mismatch.sample, [](const SamplePoint& point) { return point.passes; });
  }
}

struct ReportedTest {
  TestResult result;
  std::string command = {};                 // repeats it alone
  std::optional<ExpandedGraph> graph = {};  // behind a mismatch
};

}  // namespace hardref::tools
