// The state of the processor that arithmetic depends on.
#pragma once

#include <cfenv>
#include <cstdint>

namespace hardref {

// As long as it lives, arithmetic on this thread is that of IEEE 754 by default: rounding to nearest even, subnormal
// numbers as they are, no traps. Afterwards all is as it was: rounding, flush-to-zero and denormals-are-zero, which a
// process gets from any library linked with -ffast-math, and the exceptions raised until then. Every entry from outside
// has one, and every thread. It takes a few nanoseconds where the state is the default.
class IeeeArithmetic {
 public:
  IeeeArithmetic() noexcept;
  ~IeeeArithmetic();
  IeeeArithmetic(const IeeeArithmetic&) = delete;
  IeeeArithmetic& operator=(const IeeeArithmetic&) = delete;

 private:
#if defined(__x86_64__) && defined(__GLIBC__)
  std::uint32_t mxcsr_;        // of everything but long double
  std::uint16_t x87_control_;  // of long double
  std::uint16_t x87_status_;
#else
  std::fenv_t saved_;
#endif
};

}  // namespace hardref
