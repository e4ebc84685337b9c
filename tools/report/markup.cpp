#include "report/markup.h"

#include "error.h"

namespace hardref::tools {
namespace {

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }

}  // namespace

std::string clean_text(std::string_view text) { return escaped(text, "\t\n"); }

std::string shorten(std::string_view text, std::size_t max_characters) {
  // A character has at most four bytes; no need to read the rest of a long text.
  std::string clean = clean_text(text.substr(0, 4 * max_characters + 4));
  std::size_t characters = 0;
  std::size_t cut = 0;  // where the last character that leaves room for the ellipsis ends
  for (std::size_t i = 0; i < clean.size(); ++i) {
    if (!starts_character(clean[i])) continue;
    if (++characters == max_characters) cut = i;
    if (characters > max_characters) return clean.substr(0, cut) + "\xe2\x80\xa6";
  }
  return clean;
}

}  // namespace hardref::tools
