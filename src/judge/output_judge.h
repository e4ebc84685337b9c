// Judges outputs one after the other and gathers in a TestResult what there is to say of them.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>

#include "hardref.hpp"
#include "judge/test_result.h"
#include "judge/tolerances.h"

namespace hardref {

class OutputJudge {
 public:
  enum class Computed { kActual, kExpected };

  // The model behind an output: it explains what differs, and what else the standard allows. None for mere tensors.
  struct Origin {
    const Model* model = nullptr;
    std::span<const NamedTensor> inputs = {};
    Computed by_hardref = Computed::kActual;  // of the two, the other may be a legal result
  };

  // A folder is a test directory, whose files may override tolerances.
  OutputJudge(TestResult& result, const JudgeOptions& options, std::filesystem::path folder = {})
      : result_(result), options_(options), folder_(std::move(folder)) {}

  // Before the first output. Throws kInvalidInput for a data.json or config.txt that makes no sense.
  void read_tolerances();
  void judge(const std::string& data_set, const std::string& output, const TensorView& actual,
             const TensorView& expected, const Origin& origin);
  // After the last: the verdict and reason of what ended like this, unless an output differs; what each judge says.
  void finish(Verdict verdict = Verdict::kPassed, std::string reason = {});

 private:
  TestResult& result_;
  const JudgeOptions& options_;
  std::filesystem::path folder_;
  std::map<Judge, Tolerance> tolerances_;
  std::set<Judge> refused_by_;
};

}  // namespace hardref
