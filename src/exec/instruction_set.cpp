#include "exec/instruction_set.h"

#include <cstdlib>
#include <string_view>

namespace hardref {
namespace {

InstructionSet chosen() {
#if HARDREF_X86_64
  const char* const wanted = std::getenv("HARDREF_INSTRUCTION_SET");  // NOLINT(concurrency-mt-unsafe): read once
  const bool baseline = wanted != nullptr && std::string_view(wanted) == "baseline";
  if (!baseline && __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("f16c") != 0) {
    return InstructionSet::kAvx2;
  }
#endif
  return InstructionSet::kBaseline;
}

}  // namespace

InstructionSet instruction_set() {
  static const InstructionSet kChosen = chosen();
  return kChosen;
}

}  // namespace hardref
