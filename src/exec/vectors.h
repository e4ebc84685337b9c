// Registers full of elements, as the vector types that GCC and clang have on every machine: reading, writing and
// rounding them. What is computed with them stands elsewhere.
#pragma once

#include <bit>
#include <cstring>

#include "exec/instruction_set.h"
#include "tensor/element.h"

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

namespace detail {
template <class T, std::size_t kBytes>
auto vector_element() {
#if HARDREF_X86_64
  // The one instruction set with arithmetic in float16, which rounds as float does that is rounded to float16.
  if constexpr (std::is_same_v<T, Float16> && kBytes == kAvx512Bytes) {
    return _Float16{};
  } else
#endif
  {
    return Compute<T>{};
  }
}
}  // namespace detail

// What a T is computed with.
template <class T, std::size_t kBytes>
using ComputeVector = Vector<decltype(detail::vector_element<T, kBytes>()), kBytes>;

// The elements that are read and written together. BFloat16 are the upper halves of floats: of two neighbours in 32
// bits, one goes to the first vector and one to the second, which takes a single instruction each.
template <class T, std::size_t kBytes>
struct VectorGroup {
  static constexpr std::size_t kVectors = std::is_same_v<T, BFloat16> ? 2 : 1;
  static constexpr std::size_t kWidth = kVectors * kBytes / sizeof(decltype(detail::vector_element<T, kBytes>()));
  static constexpr bool kAsInMemory = kWidth * sizeof(T) == sizeof(ComputeVector<T, kBytes>) && kVectors == 1;
  ComputeVector<T, kBytes> vectors[kVectors];
};

namespace detail {

template <std::size_t kBytes>
using Halves = Vector<std::uint16_t, kBytes / 2>;

template <std::size_t kBytes>
using Words = Vector<std::uint32_t, kBytes>;

// The bits of float16 to floats and back, as widen and narrow do it for one. The instructions that AVX2 machines have
// make a signalling NaN quiet on the way, which any arithmetic does as well.
template <std::size_t kBytes>
[[nodiscard]] inline Vector<float, kBytes> widen_halves(const Halves<kBytes>& halves) {
#if HARDREF_X86_64
  if constexpr (kBytes == kAvx2Bytes) {
    return __builtin_ia32_vcvtph2ps256(std::bit_cast<Vector<short, 16>>(halves));
  } else
#endif
  {
    return widen_float16<Vector<float, kBytes>>(__builtin_convertvector(halves, Words<kBytes>));
  }
}

template <std::size_t kBytes>
[[nodiscard]] inline Halves<kBytes> narrow_to_halves(const Vector<float, kBytes>& values) {
#if HARDREF_X86_64
  if constexpr (kBytes == kAvx2Bytes) {
    return std::bit_cast<Halves<kBytes>>(__builtin_ia32_vcvtps2ph256(values, 0));  // 0: to nearest even
  } else
#endif
  {
    const auto bits = narrow_to_float16_bits<Vector<float, kBytes>>(std::bit_cast<Words<kBytes>>(values));
    return __builtin_convertvector(bits, Halves<kBytes>);
  }
}

template <class Memory>
[[nodiscard]] inline Memory read(const void* from) {
  Memory memory;
  std::memcpy(&memory, from, sizeof memory);
  return memory;
}

template <class Memory>
inline void write(const Memory& memory, void* to) {
  std::memcpy(to, &memory, sizeof memory);
}

}  // namespace detail

template <class T, std::size_t kBytes>
[[nodiscard]] inline VectorGroup<T, kBytes> load_vectors(const void* from) {
  if constexpr (std::is_same_v<T, BFloat16>) {
    const auto pairs = detail::read<detail::Words<kBytes>>(from);
    using V = ComputeVector<T, kBytes>;
    return {{std::bit_cast<V>(pairs << 16), std::bit_cast<V>(pairs & 0xffff0000U)}};
  } else if constexpr (VectorGroup<T, kBytes>::kAsInMemory) {
    return {{detail::read<ComputeVector<T, kBytes>>(from)}};
  } else {
    return {{detail::widen_halves<kBytes>(detail::read<detail::Halves<kBytes>>(from))}};
  }
}

// Rounds to nearest even. kExact says that there is nothing to round: the values are a T each, or a quiet NaN.
template <bool kExact, class T, std::size_t kBytes>
inline void store_vectors(const VectorGroup<T, kBytes>& values, T* to) {
  if constexpr (std::is_same_v<T, BFloat16>) {
    const auto first = std::bit_cast<detail::Words<kBytes>>(values.vectors[0]);
    const auto second = std::bit_cast<detail::Words<kBytes>>(values.vectors[1]);
    if constexpr (kExact) {
      detail::write(first >> 16 | second, to);
    } else {
      detail::write(narrow_to_bfloat16_bits(first) | narrow_to_bfloat16_bits(second) << 16, to);
    }
  } else if constexpr (VectorGroup<T, kBytes>::kAsInMemory) {
    detail::write(values.vectors[0], to);
  } else {
    detail::write(detail::narrow_to_halves<kBytes>(values.vectors[0]), to);
  }
}

// Rounds the results of an operation on T to T, as storing and loading them would, but keeps them in the registers.
// Rounding by addition would turn some NaNs into infinities or zeros, but none of these: a NaN that an operation on
// bfloat16 returns is an operand's, or the processor's default one, and so its lower 16 bits are 0.
template <class T, class V>
[[nodiscard]] inline V rounded_vector(const V& values) {
  if constexpr (std::is_same_v<T, BFloat16>) {
    const auto bits = std::bit_cast<detail::Words<sizeof(V)>>(values);
    return std::bit_cast<V>((bits + (0x7fffU + ((bits >> 16) & 1U))) & 0xffff0000U);
  } else if constexpr (std::is_same_v<T, Float16> && std::is_same_v<V, Vector<float, sizeof(V)>>) {
    return detail::widen_halves<sizeof(V)>(detail::narrow_to_halves<sizeof(V)>(values));
  } else {
    return values;
  }
}

template <class T, std::size_t kBytes>
[[nodiscard]] inline VectorGroup<T, kBytes> broadcast(const T& element) {
  const auto bits = Vector<Bits<T>, VectorGroup<T, kBytes>::kWidth * sizeof(T)>{} | std::bit_cast<Bits<T>>(element);
  return load_vectors<T, kBytes>(&bits);
}

}  // namespace hardref
