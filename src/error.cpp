#include "error.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace hardref {
namespace {

// The bytes of the character at the front of a text that is not empty, and its number; no number for what is no UTF-8
// (RFC 3629: too long, a surrogate, beyond 10FFFF, or cut).
struct Character {
  std::size_t bytes = 1;
  std::optional<char32_t> number = std::nullopt;
};

Character front(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const auto length = static_cast<std::size_t>(std::countl_one(byte(0)));
  if (length == 0) return {1, byte(0)};
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (length == 1 || length > 4 || length > text.size()) return {};
  char32_t number = byte(0) & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    number = number << 6 | (byte(i) & 0x3fU);
  }
  const bool is_valid = number >= kSmallest[length] && number <= 0x10ffff && (number < 0xd800 || number > 0xdfff);
  return is_valid ? Character{length, number} : Character{};
}

// Control characters, line separators and what reverses the direction of text (Unicode, annex 9): a terminal shows them
// as something else than the text that they are part of. And what XML has no way to hold (2.2 of XML 1.0).
bool is_shown(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return first <= c && c <= last; };
  return c >= 0x20 && !within(0x7f, 0x9f) && !within(0x2028, 0x202e) && !within(0x2066, 0x2069) &&
         !within(0xfffe, 0xffff);
}

}  // namespace

std::string escaped(std::string_view text, std::string_view kept) {
  std::string result;
  while (!text.empty()) {
    const Character c = front(text);
    const std::string_view bytes = text.substr(0, c.bytes);
    if ((c.number && is_shown(*c.number)) || kept.find(bytes) != std::string_view::npos) {
      result += bytes;
    } else {
      for (const char byte : bytes) result += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(byte));
    }
    text.remove_prefix(c.bytes);
  }
  return result;
}

void Error::add_context(std::string_view where) { message_ = fmt::format("{}: {}", escaped(where), message_); }

}  // namespace hardref
