#include "exec/instruction_set.h"

#include <cstdlib>
#include <string_view>

#include "error.h"

namespace hardref {
namespace {

InstructionSet chosen() {
  const char* const variable = std::getenv("HARDREF_INSTRUCTION_SET");  // NOLINT(concurrency-mt-unsafe): read once
  const std::string_view most = variable == nullptr ? "" : variable;
  if (!most.empty() && most != "baseline" && most != "avx2") {
    fail(ErrorKind::kUsage, "HARDREF_INSTRUCTION_SET is {:?}, but must be \"baseline\" or \"avx2\"", most);
  }
#if HARDREF_X86_64
  if (most == "baseline" || __builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("f16c") == 0) {
    return InstructionSet::kBaseline;
  }
  return most == "avx2" || __builtin_cpu_supports("avx512fp16") == 0 ? InstructionSet::kAvx2 : InstructionSet::kAvx512;
#else
  return InstructionSet::kBaseline;
#endif
}

}  // namespace

InstructionSet instruction_set() {
  static const InstructionSet kChosen = chosen();
  return kChosen;
}

}  // namespace hardref
