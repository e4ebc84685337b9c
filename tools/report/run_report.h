// What a report says of a run beyond the result of each test. Nothing is computed or printed here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "judge/test_result.h"
#include "report/graph.h"

namespace hardref::tools {

struct Totals {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;

  void add(Verdict verdict) {
    ++(verdict == Verdict::kFailed ? failed : verdict == Verdict::kPassed ? passed : skipped);
  }
};

// Reports that need every test gather them here; others see one test at a time.
struct RunReport {
  Totals totals;
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

struct ReportedTest {
  TestResult result;
  std::string command = {};                 // repeats it alone
  std::optional<ExpandedGraph> graph = {};  // behind a mismatch
};

}  // namespace hardref::tools
