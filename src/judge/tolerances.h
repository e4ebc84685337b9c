// How far an output may be from what was expected: the rules of each judge, and where a test directory overrides them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "tensor/tolerance.h"

namespace hardref {

enum class Judge {
  kOnnx,    // onnx.backend.test: rtol 1e-3, atol 1e-7, or what data.json says
  kOrt,     // onnx_test_runner: rtol 1e-3, atol 1e-5, or what config.txt says
  kStrict,  // bit for bit
};

inline constexpr Judge kJudges[] = {Judge::kOnnx, Judge::kOrt, Judge::kStrict};

// "onnx", "ort", "strict".
[[nodiscard]] std::string_view to_string(Judge judge);

// Whose rules hold, and what counts in place of them.
struct JudgeOptions {
  Judge judge = Judge::kOnnx;
  // In place of the judge's and the test's own.
  std::optional<double> rtol = std::nullopt;
  std::optional<double> atol = std::nullopt;
  std::optional<std::uint64_t> ulp = std::nullopt;
  bool all = false;    // note the verdicts of the other judges too; this one decides
  bool legal = false;  // accept what the standard leaves open
  bool known = true;   // the published tests that are at fault are known, and are no failures
};

// The tolerance of a judge where no test directory says anything.
[[nodiscard]] Tolerance tolerance_of(Judge judge, const JudgeOptions& options);
// The tolerance for a test directory. Throws kInvalidInput for a data.json or config.txt that makes no sense.
[[nodiscard]] Tolerance tolerance_of(Judge judge, const JudgeOptions& options, const std::filesystem::path& folder);

}  // namespace hardref
