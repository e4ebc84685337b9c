#include "exec/instruction_set.h"

#include <cstdlib>
#include <string_view>

namespace hardref {
namespace {

InstructionSet chosen() {
#if HARDREF_X86_64
  const char* const variable = std::getenv("HARDREF_INSTRUCTION_SET");  // NOLINT(concurrency-mt-unsafe): read once
  const std::string_view most = variable == nullptr ? "" : variable;
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
