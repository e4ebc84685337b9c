// Hardmax as fast as memory: by whole rows where their elements are neighbours, by tiles of columns where they are not.
// What is computed stands in hardmax.h.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "exec/instruction_set.h"
#include "exec/kernel.h"
#include "ops/rows.h"
#include "tensor/element.h"
#include "tensor/memory.h"

namespace hardref {

namespace detail {

// As wide as a float, or a double: the compiler vectorises little that is narrower.
template <class T>
using Key = std::conditional_t<sizeof(T) == sizeof(std::int64_t), std::int64_t, std::int32_t>;

// An integer that is ordered as the element is: NaN above all numbers, both zeros equal. Integers have the vector
// maximum that floating-point numbers with a NaN among them lack.
template <class T>
[[nodiscard]] Key<T> order_key(const T& element) {
  if constexpr (std::is_floating_point_v<T>) {
    using Integer = Key<T>;
    constexpr Integer kMost = std::numeric_limits<Integer>::max();
    constexpr auto kInfinity = std::bit_cast<Integer>(std::numeric_limits<T>::infinity());
    const auto bits = std::bit_cast<Integer>(element);
    const Integer magnitude = bits & kMost;
    const Integer sign = bits >> std::numeric_limits<Integer>::digits;  // 0 or -1
    const Integer ordered = (magnitude ^ sign) - sign;
    // By a mask, since the compiler makes a branch of a choice here, and then no vectors.
    const Integer nan = -static_cast<Integer>(magnitude > kInfinity);
    return (ordered & ~nan) | (kMost & nan);
  } else if constexpr (std::is_same_v<T, Float16>) {
    // Without widening, which costs more than the rest.
    constexpr std::int32_t kInfinity = 0x7c00;
    const std::int32_t magnitude = element.bits & 0x7fff;
    const std::int32_t sign = -(element.bits >> 15);
    const std::int32_t nan = -static_cast<std::int32_t>(magnitude > kInfinity);
    return (((magnitude ^ sign) - sign) & ~nan) | (0x7fff & nan);
  } else {
    return order_key(load_element(element));
  }
}

// 1 or 0; of the 16-bit formats by a mask, as above.
template <class T>
[[nodiscard]] T mark(bool is_first) {
  const T one = store_element<T>(1);
  if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>) {
    return {static_cast<std::uint16_t>(-static_cast<int>(is_first) & one.bits)};
  } else {
    return is_first ? one : store_element<T>(0);
  }
}

// Where results go: the caches, or past them.
struct Sink {
  bool streamed;

  template <class T>
  void put(const T* elements, std::size_t count, T* output, const void* next) const {
    if (streamed) {
      stream(output, elements, count * sizeof(T), next);
    } else {
      std::memcpy(static_cast<void*>(output), elements, count * sizeof(T));
    }
  }
};

// One row of neighbours. The input is read once, a piece at a time, but for the piece with the maximum.
template <class T>
void mark_row(const T* input, std::size_t length, T* output, Sink sink) {
  constexpr std::size_t kPiece = 256;
  static constexpr std::array<T, kPiece> kZeros{};
  auto best = std::numeric_limits<Key<T>>::lowest();
  std::size_t piece = 0;
  for (std::size_t start = 0; start < length; start += kPiece) {
    const std::size_t end = std::min(start + kPiece, length);
    auto most = std::numeric_limits<Key<T>>::lowest();
    for (std::size_t i = start; i < end; ++i) most = std::max(most, order_key(input[i]));
    sink.put(kZeros.data(), end - start, output + start, input + end);
    if (most > best) {
      best = most;
      piece = start;
    }
  }
  // The smallest index, since the compiler vectorises no loop that a match ends.
  auto first = static_cast<Key<T>>(kPiece);
  const auto count = static_cast<Key<T>>(std::min(kPiece, length - piece));
  for (Key<T> i = 0; i < count; ++i) {
    const bool same = order_key(input[piece + static_cast<std::size_t>(i)]) == best;
    first = std::min(first, same ? i : static_cast<Key<T>>(kPiece));
  }
  output[piece + static_cast<std::size_t>(first)] = store_element<T>(1);
}

// Where the first maximum of each of count neighbouring rows is, whose own elements are stride apart. Index counts
// them.
template <class Index, class T>
void find_in_columns(const T* input, std::size_t length, std::size_t stride, std::size_t count, Index* first) {
  Key<T> best[kDefaultBlock];
  for (std::size_t column = 0; column < count; ++column) {
    best[column] = order_key(input[column]);
    first[column] = 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    const T* const line = input + i * stride;
    for (std::size_t column = 0; column < count; ++column) {
      const Key<T> key = order_key(line[column]);
      // Maxima, since i grows: they are cheaper than choices.
      first[column] = std::max(first[column], key > best[column] ? static_cast<Index>(i) : Index{0});
      best[column] = std::max(best[column], key);
    }
  }
}

template <class Index, class T>
void mark_columns(const T* input, std::size_t length, std::size_t stride, std::size_t count, T* output, Sink sink) {
  Index first[kDefaultBlock];
  find_in_columns(input, length, stride, count, first);
  // Lines that are neighbours in memory leave together.
  T marks[kDefaultBlock];
  std::size_t held = 0;
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t column = 0; column < count; ++column) {
      marks[held + column] = mark<T>(first[column] == static_cast<Index>(i));
    }
    held += count;
    if (count == stride && i + 1 < length && held + count <= kDefaultBlock) continue;
    sink.put(marks, held, output + i * stride + count - held, nullptr);
    held = 0;
  }
}

// Rows of a few neighbours, of a number that the compiler knows: it vectorises across rows.
template <std::size_t kLength, class T>
void mark_short_rows(const T* input, std::size_t rows, T* output) {
  for (std::size_t row = 0; row < rows; ++row) {
    Key<T> keys[kLength];
    for (std::size_t i = 0; i < kLength; ++i) keys[i] = order_key(input[row * kLength + i]);
    Key<T> most = keys[0];
    for (std::size_t i = 1; i < kLength; ++i) most = std::max(most, keys[i]);
    bool found = false;
    for (std::size_t i = 0; i < kLength; ++i) {
      const bool first = !found & (keys[i] == most);
      output[row * kLength + i] = mark<T>(first);
      found |= first;
    }
  }
}

// Rows of neighbours, of which several fit a block. Short ones are turned into columns, which is faster than to find
// out where each of them ends.
template <class T>
void mark_block(const T* input, std::size_t rows, std::size_t length, T* output) {
  constexpr std::size_t kShort = 64;
  if (length == 2) return mark_short_rows<2>(input, rows, output);
  if (length == 4) return mark_short_rows<4>(input, rows, output);
  if (length == 8) return mark_short_rows<8>(input, rows, output);
  if (length >= kShort) {
    for (std::size_t i = 0; i < rows * length; i += length) mark_row(input + i, length, output + i, Sink{false});
    return;
  }
  if (rows == 0 || length == 0) return;  // never: so that the compiler knows that columns are filled
  T columns[kDefaultBlock];
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t row = 0; row < rows; ++row) columns[i * rows + row] = input[row * length + i];
  }
  Key<T> first[kDefaultBlock];
  find_in_columns(columns, length, rows, rows, first);
  std::fill(output, output + rows * length, store_element<T>(0));
  for (std::size_t row = 0; row < rows; ++row) {
    output[row * length + static_cast<std::size_t>(first[row])] = store_element<T>(1);
  }
}

template <class T>
struct MarkRows {
  // Rows begin to end, counted block by block.
  template <std::size_t kVectorBytes>
  static void run(const Rows& rows, const void* from, void* to, std::size_t begin, std::size_t end, bool streamed) {
    const auto* input = static_cast<const T*>(from);
    auto* output = static_cast<T*>(to);
    const Sink sink{streamed};
    if (rows.inner == 1) {
      neighbours(rows, input, output, begin, end, sink);
    } else {
      columns(rows, input, output, begin, end, sink);
    }
    if (streamed) end_streaming();
  }

 private:
  static void neighbours(const Rows& rows, const T* input, T* output, std::size_t begin, std::size_t end, Sink sink) {
    const std::size_t together = kDefaultBlock / rows.length;
    T marks[kDefaultBlock];
    for (std::size_t row = begin; row < end;) {
      const T* const source = input + row * rows.length;
      T* const target = output + row * rows.length;
      const std::size_t count = std::clamp<std::size_t>(together, 1, end - row);
      if (count == 1) {
        mark_row(source, rows.length, target, sink);
      } else {
        mark_block(source, count, rows.length, marks);
        sink.put(marks, count * rows.length, target, source + count * rows.length);
      }
      row += count;
    }
  }

  static void columns(const Rows& rows, const T* input, T* output, std::size_t begin, std::size_t end, Sink sink) {
    constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<Key<T>>::max());
    for (std::size_t row = begin; row < end;) {
      const std::size_t column = row % rows.inner;
      const std::size_t count = std::min({kDefaultBlock, end - row, rows.inner - column});
      const std::size_t first = rows.start(row);
      if (rows.length <= kMost) {
        mark_columns<Key<T>>(input + first, rows.length, rows.inner, count, output + first, sink);
      } else {
        mark_columns<std::int64_t>(input + first, rows.length, rows.inner, count, output + first, sink);
      }
      row += count;
    }
  }
};

}  // namespace detail

// The kernel for rows of at least one element. Results of streamed_from bytes or more go past the caches.
template <class T>
[[nodiscard]] WholeTensorKernel mark_first_maximum(const Rows& rows, std::size_t streamed_from = kStreamedBytes) {
  constexpr std::size_t kElementsPerThread = 32768;
  const bool streamed = rows.count() * rows.length * sizeof(T) >= streamed_from;
  const auto mark =
      Dispatch<detail::MarkRows<T>, const Rows&, const void*, void*, std::size_t, std::size_t, bool>::select();
  return {.run = [rows, mark, streamed](const void* const* inputs, void* output, std::size_t begin,
                                        std::size_t end) { mark(rows, inputs[0], output, begin, end, streamed); },
          .pieces = rows.count(),
          .grain = std::max<std::size_t>(1, kElementsPerThread / rows.length)};
}

}  // namespace hardref
