#include "tensor/floating_point.h"

#if defined(__x86_64__) && defined(__GLIBC__)
#include <xmmintrin.h>
#endif

namespace hardref {

#if defined(__x86_64__) && defined(__GLIBC__)

// std::fegetenv and std::fesetenv take half a microsecond, longer than running a small model, since they load the state
// of the x87. Intel's manual, volume 1, has the bits: 8.1 (x87) and 10.2.3 (MXCSR).
namespace {

constexpr std::uint32_t kDefaultMxcsr = 0x1f80;
constexpr std::uint32_t kMxcsrExceptions = 0x3f;
constexpr std::uint16_t kDefaultX87Control = 0x37f;

std::uint16_t x87_control() noexcept {
  std::uint16_t control = 0;
  asm volatile("fnstcw %0" : "=m"(control));
  return control;
}

std::uint16_t x87_status() noexcept {
  std::uint16_t status = 0;
  asm volatile("fnstsw %0" : "=m"(status));
  return status;
}

}  // namespace

IeeeArithmetic::IeeeArithmetic() noexcept
    : mxcsr_(_mm_getcsr()), x87_control_(x87_control()), x87_status_(x87_status()) {
  if ((mxcsr_ & ~kMxcsrExceptions) != kDefaultMxcsr) _mm_setcsr(kDefaultMxcsr);
  if (x87_control_ != kDefaultX87Control) asm volatile("fldcw %0" : : "m"(kDefaultX87Control));
}

IeeeArithmetic::~IeeeArithmetic() {
  if (x87_control() != x87_control_ || x87_status() != x87_status_) {
    std::fenv_t state;
    std::fegetenv(&state);
    state.__control_word = x87_control_;
    state.__status_word = x87_status_;
    std::fesetenv(&state);
  }
  _mm_setcsr(mxcsr_);
}

#else

IeeeArithmetic::IeeeArithmetic() noexcept {
  std::fegetenv(&saved_);
  std::fesetenv(FE_DFL_ENV);
}

IeeeArithmetic::~IeeeArithmetic() { std::fesetenv(&saved_); }

#endif

}  // namespace hardref
