// Floating-point states in which a process may be that calls hardref.
#pragma once

#include <array>
#include <cfenv>
#include <string_view>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

namespace hardref::test {

struct HostState {
  std::string_view name;
  int rounding = FE_TONEAREST;
  bool flushes = false;  // subnormal numbers to zero, operands and results
  bool raised = false;   // with exceptions that were raised before
};

inline constexpr std::array<HostState, 6> kHostStates = {{
    {"flush to zero", FE_TONEAREST, true, false},
    {"upward", FE_UPWARD, false, true},
    {"downward", FE_DOWNWARD, false, false},
    {"toward zero", FE_TOWARDZERO, false, true},
    {"upward, flush to zero", FE_UPWARD, true, false},
    {"to nearest, exceptions raised", FE_TONEAREST, false, true},
}};

// Everything that the state consists of.
struct Observed {
  int rounding;
  int raised;
  unsigned mxcsr;

  static Observed now() {
#ifdef __SSE2__
    return {std::fegetround(), std::fetestexcept(FE_ALL_EXCEPT), _mm_getcsr()};
#else
    return {std::fegetround(), std::fetestexcept(FE_ALL_EXCEPT), 0};
#endif
  }
  bool operator==(const Observed&) const = default;
};

// Runs action in the state, and says whether the state was the same afterwards.
template <class Action>
[[nodiscard]] bool keeps_state(const HostState& state, const Action& action) {
  std::fenv_t before;
  std::fegetenv(&before);
  std::feclearexcept(FE_ALL_EXCEPT);
  if (state.raised) std::feraiseexcept(FE_DIVBYZERO | FE_UNDERFLOW);
  std::fesetround(state.rounding);
#ifdef __SSE2__
  if (state.flushes) _mm_setcsr(_mm_getcsr() | 0x8040U);
#endif
  const Observed entered = Observed::now();
  action();
  const bool kept = Observed::now() == entered;
  std::fesetenv(&before);
  return kept;
}

}  // namespace hardref::test
