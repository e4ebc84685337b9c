#include "load/packing.h"

namespace hardref {

void unpack(std::span<const std::byte> packed, std::size_t bit_width, bool is_signed, std::span<std::byte> elements) {
  const std::size_t per_byte = 8 / bit_width;
  const unsigned mask = (1U << bit_width) - 1;
  const unsigned sign = is_signed ? 1U << (bit_width - 1) : 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto bits = (std::to_integer<unsigned>(packed[i / per_byte]) >> (i % per_byte * bit_width)) & mask;
    elements[i] = static_cast<std::byte>((bits ^ sign) - sign);
  }
}

std::vector<std::byte> pack(std::span<const std::byte> elements, std::size_t bit_width) {
  const std::size_t per_byte = 8 / bit_width;
  const auto mask = static_cast<std::byte>((1U << bit_width) - 1);
  std::vector<std::byte> packed(file_bytes(elements.size(), bit_width));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    packed[i / per_byte] |= (elements[i] & mask) << (i % per_byte * bit_width);
  }
  return packed;
}

}  // namespace hardref
