// The options by which a sub-command is told how to judge.
#pragma once

#include <string>

#include "commands/options.h"
#include "judge/tolerances.h"

namespace hardref::tools {

// Throws kUsage for a tolerance that the strict judge would not use.
void require_tolerant(const JudgeOptions& options);

class JudgeChoice {
 public:
  void add_options(Command& command);
  [[nodiscard]] JudgeOptions options() const;

 private:
  std::string name_ = "onnx";
  JudgeOptions given_;
};

}  // namespace hardref::tools
