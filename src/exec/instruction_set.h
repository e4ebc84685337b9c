// The vector instructions of the machine that hardref runs on: one loop is compiled for several sets of them, and one
// of the results is picked at run time. What a loop computes does not depend on the choice.
#pragma once

#include <algorithm>
#include <cstddef>

// GCC attaches instructions to single functions. So does clang, but it refuses to call a function that takes vectors
// from one that has other instructions, even where the call is inlined. Without optimisation nothing is inlined. GCC 11
// does not know AVX-512 with float16.
#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__) && defined(__OPTIMIZE__)
#define HARDREF_X86_64 1  // NOLINT(cppcoreguidelines-macro-usage): for #if
#else
#define HARDREF_X86_64 0  // NOLINT(cppcoreguidelines-macro-usage): for #if
#endif

namespace hardref {

enum class InstructionSet {
  kBaseline,  // what every machine of the build's target has
  kAvx2,      // 256 bits, and conversions of float16
  kAvx512,    // 512 bits, and arithmetic in float16: from Sapphire Rapids on
};

// The best one of this machine, but none above the one that the environment variable HARDREF_INSTRUCTION_SET names:
// "baseline" or "avx2". Throws kUsage where it names anything else.
[[nodiscard]] InstructionSet instruction_set();

// Sizes of a register in bytes, by which loops know what they are compiled for.
inline constexpr std::size_t kBaselineBytes = 16;
inline constexpr std::size_t kAvx2Bytes = 32;
inline constexpr std::size_t kAvx512Bytes = 64;

// Loop::run<size of a register> for each set of instructions. Everything that it calls has to be inline: a call into a
// function of its own would leave the instruction set.
template <class Loop, class... Args>
struct Dispatch {
  using Pointer = void (*)(Args...);

  static void baseline(Args... args) { Loop::template run<kBaselineBytes>(args...); }
#if HARDREF_X86_64
  [[gnu::target("avx2,f16c"), gnu::flatten]] static void avx2(Args... args) { Loop::template run<kAvx2Bytes>(args...); }
  [[gnu::target("avx512fp16,prefer-vector-width=512"), gnu::flatten]] static void avx512(Args... args) {
    Loop::template run<kAvx512Bytes>(args...);
  }
#endif

  // The one for this machine, but none above highest.
  [[nodiscard]] static Pointer select([[maybe_unused]] InstructionSet highest = InstructionSet::kAvx512) {
#if HARDREF_X86_64
    switch (std::min(highest, instruction_set())) {
      case InstructionSet::kAvx512:
        return &avx512;
      case InstructionSet::kAvx2:
        return &avx2;
      case InstructionSet::kBaseline:
        break;
    }
#endif
    return &baseline;
  }
};

}  // namespace hardref
