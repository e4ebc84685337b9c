// The vector instructions of the machine that hardref runs on: one loop is compiled for several sets of them, and one
// of the results is picked at run time. What a loop computes does not depend on the choice.
#pragma once

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
// "baseline" or "avx2".
[[nodiscard]] InstructionSet instruction_set();

// Sizes of a register in bytes, by which loops know what they are compiled for.
inline constexpr std::size_t kBaselineBytes = 16;
inline constexpr std::size_t kAvx2Bytes = 32;
inline constexpr std::size_t kAvx512Bytes = 64;

// Loop::run<size of a register> for each set of instructions. Everything that it calls has to be inline: a call into a
// function of its own would leave the instruction set.
template <class Loop, class... Args>
struct Versions {
  using Pointer = void (*)(Args...);

  static void baseline(Args... args) { Loop::template run<kBaselineBytes>(args...); }
#if HARDREF_X86_64
  [[gnu::target("avx2,f16c"), gnu::flatten]] static void avx2(Args... args) { Loop::template run<kAvx2Bytes>(args...); }
  [[gnu::target("avx512fp16,prefer-vector-width=512"), gnu::flatten]] static void avx512(Args... args) {
    Loop::template run<kAvx512Bytes>(args...);
  }
#endif

  // Up to AVX2, for loops that choose between explicit vectors: GCC 12 expands that element by element for 512 bits.
  [[nodiscard]] static Pointer best() {
#if HARDREF_X86_64
    if (instruction_set() >= InstructionSet::kAvx2) return &avx2;
#endif
    return &baseline;
  }

  // For loops that do not, or that the compiler itself makes vectors of.
  [[nodiscard]] static Pointer widest() {
#if HARDREF_X86_64
    if (instruction_set() == InstructionSet::kAvx512) return &avx512;
#endif
    return best();
  }
};

}  // namespace hardref
