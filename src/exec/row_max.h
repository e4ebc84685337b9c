// Marks the first maximum of each row of an array: by whole rows where their elements are neighbours, by tiles of
// columns where they are not. Nothing here knows who asks for it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "exec/element.h"
#include "exec/instruction_set.h"
#include "exec/kernel.h"
#include "exec/tile.h"
#include "exec/vectors.h"

namespace hardref {

// An array as outer blocks of length times inner elements; a row runs along length, with inner elements between.
struct Rows {
  std::size_t outer;
  std::size_t length;
  std::size_t inner;
};

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

// One row of neighbours. The input is read once, a block at a time, but for the block with the maximum.
template <class T>
void mark_row(const T* input, std::size_t length, T* output) {
  auto best = std::numeric_limits<Key<T>>::lowest();
  std::size_t block = 0;
  for (std::size_t start = 0; start < length; start += kDefaultBlock) {
    const std::size_t end = std::min(start + kDefaultBlock, length);
    auto most = std::numeric_limits<Key<T>>::lowest();
    for (std::size_t i = start; i < end; ++i) most = std::max(most, order_key(input[i]));
    std::fill(output + start, output + end, store_element<T>(0));
    if (most > best) {
      best = most;
      block = start;
    }
  }
  // Steps over which the compiler can vectorise, because none of them ends the loop.
  constexpr std::size_t kStep = 64;
  for (bool found = false; !found && block + kStep <= length;) {
    unsigned equal = 0;
    for (std::size_t i = 0; i < kStep; ++i) equal |= order_key(input[block + i]) == best ? 1U : 0U;
    found = equal != 0;
    if (!found) block += kStep;
  }
  while (order_key(input[block]) != best) ++block;
  output[block] = store_element<T>(1);
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

// count neighbouring rows whose own elements are stride apart. Index counts them.
template <class Index, class T>
void mark_columns(const T* input, std::size_t length, std::size_t stride, std::size_t count, T* output) {
  Key<T> best[kDefaultBlock];
  Index winner[kDefaultBlock];
  for (std::size_t column = 0; column < count; ++column) {
    best[column] = order_key(input[column]);
    winner[column] = 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    const T* const line = input + i * stride;
    for (std::size_t column = 0; column < count; ++column) {
      const Key<T> key = order_key(line[column]);
      // Maxima, since i grows: they are cheaper than choices.
      winner[column] = std::max(winner[column], key > best[column] ? static_cast<Index>(i) : Index{0});
      best[column] = std::max(best[column], key);
    }
  }
  for (std::size_t i = 0; i < length; ++i) {
    T* const line = output + i * stride;
    for (std::size_t column = 0; column < count; ++column) {
      line[column] = mark<T>(winner[column] == static_cast<Index>(i));
    }
  }
}

template <class T>
struct MarkRows {
  // Rows begin to end, counted block by block.
  template <std::size_t kVectorBytes>
  static void run(const Rows& rows, const void* from, void* to, std::size_t begin, std::size_t end) {
    const auto* input = static_cast<const T*>(from);
    auto* output = static_cast<T*>(to);
    if (rows.inner != 1) return columns(rows, input, output, begin, end);
    input += begin * rows.length;
    output += begin * rows.length;
    if (rows.length == 2) return mark_short_rows<2>(input, end - begin, output);
    if (rows.length == 4) return mark_short_rows<4>(input, end - begin, output);
    if (rows.length == 8) return mark_short_rows<8>(input, end - begin, output);
    for (std::size_t row = 0; row < end - begin; ++row) {
      mark_row(input + row * rows.length, rows.length, output + row * rows.length);
    }
  }

 private:
  static void columns(const Rows& rows, const T* input, T* output, std::size_t begin, std::size_t end) {
    constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<Key<T>>::max());
    for (std::size_t row = begin; row < end;) {
      const std::size_t column = row % rows.inner;
      const std::size_t count = std::min({kDefaultBlock, end - row, rows.inner - column});
      const std::size_t first = row / rows.inner * rows.length * rows.inner + column;
      if (rows.length <= kMost) {
        mark_columns<Key<T>>(input + first, rows.length, rows.inner, count, output + first);
      } else {
        mark_columns<std::int64_t>(input + first, rows.length, rows.inner, count, output + first);
      }
      row += count;
    }
  }
};

}  // namespace detail

// 1 where an element is the first maximum of its row, 0 elsewhere; the first NaN of a row counts as its maximum.
// Expects at least one element.
template <class T>
[[nodiscard]] WholeTensorKernel mark_first_maximum(const Rows& rows) {
  constexpr std::size_t kElementsPerThread = 32768;
  const auto mark = Versions<detail::MarkRows<T>, const Rows&, const void*, void*, std::size_t, std::size_t>::best();
  return {.run = [rows, mark](const void* const* inputs, void* output, std::size_t begin,
                              std::size_t end) { mark(rows, inputs[0], output, begin, end); },
          .pieces = rows.outer * rows.inner,
          .grain = std::max<std::size_t>(1, kElementsPerThread / rows.length)};
}

}  // namespace hardref
