#include "commands/judge_options.h"

#include "commands/command.h"

namespace hardref::tools {
void JudgeChoice::add_options(Command& command) {
  command
      .add_option("--judge", name_,
                  "onnx: rtol 1e-3, atol 1e-7, or data.json; ort: rtol 1e-3, atol 1e-5, or config.txt; strict: bit for "
                  "bit; all: onnx, and where the others disagree [onnx]")
      .one_of({"onnx", "ort", "strict", "all"});
  command.add_option("--rtol", given_.rtol, "relative tolerance, in place of the judge's own").without_minus().finite();
  command.add_option("--atol", given_.atol, "absolute tolerance, in place of the judge's own, and of integers")
      .without_minus()
      .finite();
  command.add_option("--ulp", given_.ulp, "units in the last place that always pass").without_minus();
}

JudgeOptions JudgeChoice::options() const {
  JudgeOptions options = given_;
  options.all = name_ == "all";
  for (const Judge judge : kJudges) {
    if (to_string(judge) == name_) options.judge = judge;
  }
  require_tolerant(options);
  return options;
}

void require_tolerant(const JudgeOptions& options) {
  if (options.judge != Judge::kStrict) return;
  const char* given = options.rtol ? "--rtol" : options.atol ? "--atol" : options.ulp ? "--ulp" : nullptr;
  if (given != nullptr) fail(ErrorKind::kUsage, "{}: bit for bit there is no tolerance", given);
}

}  // namespace hardref::tools
