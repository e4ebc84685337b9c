// The formats below 32 bits under one set of names: rounding a number to any of them, and the integers' ranges.
#pragma once

#include <concepts>

#include "tensor/small_floats.h"
#include "tensor/tiny_floats.h"
#include "tensor/types.h"

namespace hardref {

// One rounding to nearest. What is too large becomes an infinity, or NaN in a format without infinities, or the largest
// number in one that has neither.
template <NarrowFloat T, std::floating_point Wide>
[[nodiscard]] T narrow(Wide value) noexcept {
  if constexpr (std::is_same_v<T, Float8e8m0>) {
    return encode_e8m0(value, false, RoundMode::kNearest);
  } else if constexpr (TinyFloat<T>) {
    return {encode(kTinyFormat<T>, value, false, false)};
  } else if constexpr (std::is_same_v<Wide, double>) {
    return narrow<T>(round_to_odd(value));
  } else if constexpr (std::is_same_v<T, Float16>) {
    return narrow_to_float16(value);
  } else {
    return narrow_to_bfloat16(value);
  }
}

struct IntegerRange {
  std::int8_t least;
  std::int8_t most;
};

template <SubByteInteger T>
[[nodiscard]] constexpr IntegerRange integer_range() {
  if constexpr (std::is_same_v<T, Int4>) {
    return {-8, 7};
  } else if constexpr (std::is_same_v<T, Uint4>) {
    return {0, 15};
  } else if constexpr (std::is_same_v<T, Int2>) {
    return {-2, 1};
  } else {
    return {0, 3};
  }
}

}  // namespace hardref
