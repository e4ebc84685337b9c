// Elements below 8 bits between memory, where each has a byte, and files, where 2 or 4 share one: the first of them in
// the lowest bits (IR section on tensor storage). Bits that no element needs are written as zero and not read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hardref.hpp"

namespace hardref {

[[nodiscard]] constexpr bool is_packed(std::size_t bit_width) { return bit_width != 0 && bit_width < 8; }

// Bytes of a file for count elements. The caller has checked that count * bit_width does not overflow.
[[nodiscard]] constexpr std::size_t file_bytes(std::size_t count, std::size_t bit_width) {
  return is_packed(bit_width) ? count / (8 / bit_width) + (count % (8 / bit_width) != 0 ? 1 : 0)
                              : count * (bit_width / 8);
}

// is_signed: the highest bit of an element is a sign, and fills the byte.
void unpack(std::span<const std::byte> packed, std::size_t bit_width, bool is_signed, std::span<std::byte> elements);
[[nodiscard]] std::vector<std::byte> pack(std::span<const std::byte> elements, std::size_t bit_width);

}  // namespace hardref
