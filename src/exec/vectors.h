// Registers full of elements, as the vector types that GCC and clang have on every machine: reading, writing and
// rounding them. What is computed with them stands elsewhere.
#pragma once

#include <bit>
#include <cstring>

#include "exec/element.h"
#include "exec/instruction_set.h"

namespace hardref {

// Element types that are computed with in vectors.
template <class T>
inline constexpr bool kVectorFloat =
    std::is_floating_point_v<T> || std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>;

namespace detail {
template <class T, std::size_t kBytes>
struct VectorOf {
  using Type [[gnu::vector_size(kBytes)]] = T;
};
}  // namespace detail

// kBytes is the size of the registers.
template <class T, std::size_t kBytes>
using Vector = typename detail::VectorOf<T, kBytes>::Type;

template <class T, std::size_t kBytes>
using ComputeVector = Vector<Compute<T>, kBytes>;

template <class T, std::size_t kBytes>
inline constexpr std::size_t kWidth = kBytes / sizeof(Compute<T>);

namespace detail {

template <std::size_t kBytes>
using Halves = Vector<std::uint16_t, kBytes / 2>;

// The bits of 16-bit floats to floats and back, as widen and narrow do it for one. The instructions that AVX2 machines
// have for float16 make a signalling NaN quiet on the way, which any arithmetic does as well.
template <class T, std::size_t kBytes>
[[nodiscard]] inline Vector<float, kBytes> widen_vector(const Halves<kBytes>& halves) {
#if HARDREF_X86_64
  if constexpr (std::is_same_v<T, Float16> && kBytes == kAvx2Bytes) {
    return __builtin_ia32_vcvtph2ps256(std::bit_cast<Vector<short, 16>>(halves));
  } else
#endif
  {
    const auto bits = __builtin_convertvector(halves, Vector<std::uint32_t, kBytes>);
    if constexpr (std::is_same_v<T, Float16>) {
      return widen_float16<Vector<float, kBytes>>(bits);
    } else {
      return std::bit_cast<Vector<float, kBytes>>(bits << 16);
    }
  }
}

template <class T, std::size_t kBytes>
[[nodiscard]] inline Halves<kBytes> narrow_vector(const Vector<float, kBytes>& values) {
#if HARDREF_X86_64
  if constexpr (std::is_same_v<T, Float16> && kBytes == kAvx2Bytes) {
    return std::bit_cast<Halves<kBytes>>(__builtin_ia32_vcvtps2ph256(values, 0));  // 0: to nearest even
  } else
#endif
  {
    const auto bits = std::bit_cast<Vector<std::uint32_t, kBytes>>(values);
    if constexpr (std::is_same_v<T, Float16>) {
      return __builtin_convertvector(narrow_to_float16_bits<Vector<float, kBytes>>(bits), Halves<kBytes>);
    } else {
      return __builtin_convertvector(narrow_to_bfloat16_bits(bits), Halves<kBytes>);
    }
  }
}

}  // namespace detail

template <class T, std::size_t kBytes>
[[nodiscard]] inline ComputeVector<T, kBytes> load_vector(const T* from) {
  if constexpr (std::is_same_v<T, Compute<T>>) {
    ComputeVector<T, kBytes> values;
    std::memcpy(&values, from, sizeof values);
    return values;
  } else {
    detail::Halves<kBytes> halves;
    std::memcpy(&halves, from, sizeof halves);
    return detail::widen_vector<T, kBytes>(halves);
  }
}

template <class T, std::size_t kBytes>
inline void store_vector(const ComputeVector<T, kBytes>& values, T* to) {
  if constexpr (std::is_same_v<T, Compute<T>>) {
    std::memcpy(static_cast<void*>(to), &values, sizeof values);
  } else {
    const auto halves = detail::narrow_vector<T, kBytes>(values);
    std::memcpy(static_cast<void*>(to), &halves, sizeof halves);
  }
}

// As rounded(Compute<T>), lane by lane.
template <class T, class V>
[[nodiscard]] inline V rounded_vector(const V& values) {
  if constexpr (std::is_same_v<T, Float16>) {
    return detail::widen_vector<T, sizeof(V)>(detail::narrow_vector<T, sizeof(V)>(values));
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    const auto bits = std::bit_cast<Vector<std::uint32_t, sizeof(V)>>(values);
    return std::bit_cast<V>(narrow_to_bfloat16_bits(bits) << 16);
  } else {
    return values;
  }
}

template <class T, std::size_t kBytes>
[[nodiscard]] inline ComputeVector<T, kBytes> broadcast(const T& element) {
  ComputeVector<T, kBytes> values;
  for (std::size_t i = 0; i < kWidth<T, kBytes>; ++i) values[i] = load_element(element);
  return values;
}

}  // namespace hardref
