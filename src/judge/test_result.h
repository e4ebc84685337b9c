// What became of a test directory, as plain data. Nothing is computed here, and what reports make of it is not known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hardref.hpp"
#include "tensor/compare.h"

namespace hardref {

// ---- One output that is not what was expected -----------------------------------------------------------------------

// On which side of which knee of HardSigmoid an element lies.
struct KneePosition {
  enum class Knee { kLower, kUpper };         // where the result becomes 0, and where it becomes 1
  enum class Side { kFlat, kSlope, kExact };  // kExact: on the knee itself
  std::string x;                              // as ONNX text
  double knee_x = 0;                          // of the nearest knee: -beta / alpha or (1 - beta) / alpha
  Knee knee = Knee::kLower;
  Side side = Side::kFlat;
};

// What a row of Hardmax looks like: its maximum, and the largest of the other elements.
struct RowMaximum {
  std::size_t winner = 0;                     // place in the row
  std::string winner_value;                   // as ONNX text
  std::optional<std::size_t> runner_up = {};  // nothing for a row of one element
  std::string runner_up_value = {};           // as ONNX text
  bool tie = false;                           // both are equal, and the first one counts
  std::optional<std::size_t> first_nan = {};  // place in the row
};

struct ElementReport {
  Shape index;
  std::string actual;  // as ONNX text
  std::string expected;
  std::string actual_bits;  // "0x3f800000"; empty for strings
  std::string expected_bits;
  ElementDifference difference;
  std::optional<KneePosition> knee = {};   // where a HardSigmoid made the value
  std::optional<RowMaximum> maximum = {};  // where a Hardmax made the value
};

// An element on both sides, as numbers.
struct SamplePoint {
  std::size_t element = 0;  // row-major
  double expected = 0;
  double actual = 0;
  std::optional<std::int64_t> ulp_error = {};  // actual minus expected, in steps of the element type
  std::optional<double> x = {};                // where a HardSigmoid made the value: of what
  bool passes = false;                         // shown beside those that do not
};

inline constexpr std::size_t kMaxSamplePoints = 4096;

// A row of Hardmax's output that is not what was expected, by its elements that are not 0 on both sides.
struct DifferingRow {
  struct Mark {
    std::size_t place = 0;  // in the row
    std::string expected;   // as ONNX text, as the others
    std::string actual;
    std::string x;
  };
  Shape index;  // of the row's first element
  std::size_t length = 0;
  std::vector<Mark> marks;
  std::size_t left_out = 0;  // marks beyond the first ones
};

inline constexpr std::size_t kMaxDifferingRows = 8;
inline constexpr std::size_t kMaxRowMarks = 8;

struct Mismatch {
  std::string data_set;  // "test_data_set_0"; empty where two tensors were compared
  std::string output;
  std::string summary;  // one line: types or shapes that differ, or how many elements, the first and the worst
  DataType type = DataType::kUndefined;
  Shape shape;
  std::string producer = {};  // the node of the expanded graph: `node 3 (Max-13)`; empty where it is not known
  // All of the following is empty where element types or shapes differ.
  std::size_t differing = 0;
  std::size_t count = 0;
  std::optional<ElementReport> first = {};
  // By the absolute difference, absent where it is the first; by the two others, absent where it is the former.
  std::optional<ElementReport> worst = {};
  std::optional<ElementReport> worst_relative = {};
  std::optional<ElementReport> worst_ulp = {};
  DifferenceClasses classes = {};
  bool has_tolerances = false;  // numbers, complex ones too
  PassingTolerance passing = {};
  PassingTolerance passing_finite = {};  // the same without NaN and infinities
  // Elements that do not pass, the first and the worst among them, then others; both evenly spaced, where there are too
  // many. Nothing for types that are not numbers.
  std::vector<SamplePoint> sample = {};
  std::vector<DifferingRow> rows = {};  // where a Hardmax made the output: the first of them
};

// An output that passed without being the same.
struct CloseOutput {
  std::string data_set;
  std::string output;
  DataType type = DataType::kUndefined;
  Shape shape;
  std::size_t unequal = 0;
  std::size_t count = 0;
  WorstElements worst = {};
  std::string measures;  // as text
};

// ---- One test -------------------------------------------------------------------------------------------------------

enum class Verdict {
  kPassed,
  kFailed,
  kSkipped,      // needs what hardref does not have
  kKnown,        // is at fault itself, or is expected to fail
  kUnsupported,  // by the runtime whose results are judged
};

// What one judge says, where several were asked.
struct JudgeVerdict {
  std::string judge;  // "onnx", "ort" or "strict"
  Verdict verdict = Verdict::kPassed;
};

struct TestResult {
  std::string name;
  std::string path;  // of the directory
  Verdict verdict = Verdict::kPassed;
  std::string reason = {};           // empty for a test that passed as it is
  std::set<std::string> ops = {};    // that the model's own nodes mean, as "Hardmax-13"; empty where not all are known
  std::set<std::string> types = {};  // element types of the inputs, or of the outputs where there is no input
  double seconds = 0;
  std::vector<Mismatch> mismatches = {};
  std::vector<CloseOutput> close = {};
  std::vector<JudgeVerdict> judges = {};  // with --judge all
  std::vector<std::string> legal = {};    // which member of the legal set an output matched, one line each
};

}  // namespace hardref
