#include "report/markup.h"

#include <nlohmann/json.hpp>

namespace hardref::tools {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

// By way of the JSON library, which checks UTF-8 when it writes.
std::string valid_utf8(std::string_view text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
}

bool is_forbidden_control(char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n'; }

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }

}  // namespace

std::string clean_text(std::string_view text) {
  const std::string valid_text = valid_utf8(text);
  const std::string_view valid = valid_text;
  std::string clean;
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const std::string_view rest = valid.substr(i);
    if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf")) {
      clean += kReplacement;
      i += 2;
    } else if (is_forbidden_control(valid[i])) {
      clean += kReplacement;
    } else {
      clean += valid[i];
    }
  }
  return clean;
}

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
