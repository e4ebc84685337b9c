#include "judge/npy_strings.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "error.h"
#include "tensor/little_endian.h"

namespace hardref {
namespace {

constexpr char32_t kLastCodePoint = 0x10ffff;

bool is_surrogate(char32_t c) { return c >= 0xd800 && c <= 0xdfff; }

void append_utf8(std::string& text, char32_t c) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xc0 | c >> 6);
    tail(0);
  } else if (c < 0x10000) {
    text += static_cast<char>(0xe0 | c >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0 | c >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

// Nothing where the text is not UTF-8.
std::optional<std::u32string> decode_utf8(std::string_view text) {
  std::u32string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const auto length = static_cast<std::size_t>(first < 0x80 ? 1 : std::countl_one(first));
    if ((first >= 0x80 && (length < 2 || length > 4)) || text.size() - i < length) return std::nullopt;
    char32_t c = length == 1 ? first : first & (0x7fU >> length);
    for (std::size_t k = 1; k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xc0) != 0x80) return std::nullopt;
      c = c << 6 | (next & 0x3f);
    }
    std::string shortest;
    append_utf8(shortest, c);
    if (shortest.size() != length || is_surrogate(c) || c > kLastCodePoint) return std::nullopt;
    result += c;
    i += length;
  }
  return result;
}

std::string from_utf32(std::string_view element, bool is_swapped) {
  std::string text;
  std::size_t used = 0;  // without the zeros at the end
  for (std::size_t i = 0; i < element.size(); i += sizeof(char32_t)) {
    std::uint32_t c = 0;
    std::memcpy(&c, element.data() + i, sizeof(c));
    if (is_swapped) swap_bytes(std::as_writable_bytes(std::span(&c, 1)), sizeof(c));
    if (c > kLastCodePoint || is_surrogate(c)) {
      fail(ErrorKind::kInvalidInput, "{:#x} in a string is no character of Unicode", c);
    }
    append_utf8(text, c);
    if (c != 0) used = text.size();
  }
  text.resize(used);
  return text;
}

}  // namespace

void read_npy_strings(std::string_view elements, const NpyType& type, std::span<std::string> to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::string_view element = elements.substr(i * type.width, type.width);
    to[i] = type.is_unicode ? from_utf32(element, type.is_swapped)
                            : std::string(element.substr(0, element.find_last_not_of('\0') + 1));
  }
}

NpyStrings write_npy_strings(std::span<const std::string> strings) {
  std::size_t most_bytes = 1;  // as NumPy, which has no strings of width 0 in files
  std::size_t most_characters = 1;
  bool is_unicode = true;
  std::vector<std::u32string> decoded;
  for (const std::string& text : strings) {
    if (text.ends_with('\0')) {
      fail(ErrorKind::kUnsupported,
           "a string that ends with a zero byte, which NumPy would drop; write a .pb file instead");
    }
    most_bytes = std::max(most_bytes, text.size());
    const auto characters = decode_utf8(text);
    is_unicode = is_unicode && characters;
    if (is_unicode) most_characters = std::max(most_characters, decoded.emplace_back(*characters).size());
  }
  NpyStrings result;
  if (!is_unicode) {
    result.descr = fmt::format("|S{}", most_bytes);
    for (const std::string& text : strings) {
      result.elements += text;
      result.elements.append(most_bytes - text.size(), '\0');
    }
    return result;
  }
  result.descr = fmt::format("<U{}", most_characters);
  for (std::u32string& text : decoded) {
    text.resize(most_characters, U'\0');
    convert_little_endian(std::as_writable_bytes(std::span(text)), sizeof(char32_t));
    result.elements.append(reinterpret_cast<const char*>(text.data()), text.size() * sizeof(char32_t));
  }
  return result;
}

}  // namespace hardref
