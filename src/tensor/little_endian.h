// Elements between memory and the little-endian form that raw_data has on every machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

namespace hardref {

// Turns the bytes of every element of width bytes around.
inline void swap_bytes(std::span<std::byte> elements, std::size_t width) {
  for (std::size_t first = 0; first < elements.size(); first += width) {
    std::reverse(elements.data() + first, elements.data() + first + width);
  }
}

// From the machine's order to little endian, or back.
inline void convert_little_endian(std::span<std::byte> elements, std::size_t width) {
  if constexpr (std::endian::native == std::endian::big) swap_bytes(elements, width);
}

}  // namespace hardref
