// Elements between memory and the form that files have on every machine, which is little-endian.
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

// A bool may only be 0 or 1 in C++, and a file may hold any byte: what is not zero is true.
inline void make_bools(std::span<std::byte> elements) {
  for (std::byte& byte : elements) byte = byte == std::byte{0} ? byte : std::byte{1};
}

}  // namespace hardref
