/* Put in front of a program by LD_PRELOAD, as any library of a process may be: sets the floating-point state that
   HARDREF_HOST_STATE names before main begins. */
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

__attribute__((constructor)) static void set_state(void) {
  const char* const state = getenv("HARDREF_HOST_STATE");
  if (state == NULL) return;
  if (strcmp(state, "upward") == 0) fesetround(FE_UPWARD);
  if (strcmp(state, "downward") == 0) fesetround(FE_DOWNWARD);
  if (strcmp(state, "toward_zero") == 0) fesetround(FE_TOWARDZERO);
#ifdef __SSE2__
  if (strcmp(state, "flush_to_zero") == 0) _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
}
