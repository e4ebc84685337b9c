#include "text/text_place.h"

#include <algorithm>

#include "error.h"
#include "model/model.h"

namespace hardref::model {
namespace {

constexpr std::size_t kContextBefore = 80;  // bytes of a long line that are shown before the place
constexpr std::size_t kContextAfter = 40;

// The first bytes, fewer where the last character would be cut.
std::string_view prefix(std::string_view text, std::size_t bytes) {
  if (bytes >= text.size()) return text;
  while (bytes > 0 && is_continuation(text[bytes])) --bytes;
  return text.substr(0, bytes);
}

std::size_t line_begin(std::string_view text, std::size_t offset) {
  return text.substr(0, offset).rfind('\n') + 1;  // 0 on the first line, where rfind gives npos
}

// The line around the offset and a caret below it. A long line is cut at both ends.
std::string excerpt(std::string_view source, std::size_t begin, std::size_t offset) {
  std::size_t from = begin;
  if (offset - begin > kContextBefore) {
    from = offset - kContextBefore;
    while (from < offset && is_continuation(source[from])) ++from;
  }
  std::string_view after = source.substr(offset);
  after = after.substr(0, after.find_first_of("\r\n"));
  const std::string before = (from == begin ? "" : "...") + escaped(source.substr(from, offset - from), "\t");
  std::string indent;
  for (const char c : before) {
    if (!is_continuation(c)) indent += c == '\t' ? '\t' : ' ';
  }
  return fmt::format("{}{}\n{}^", before, shorten(after, kContextAfter), indent);
}

}  // namespace

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

std::string shorten(std::string_view text, std::size_t bytes) {
  const std::string_view shown = prefix(text, bytes);
  return escaped(shown, "\t") + (shown.size() < text.size() ? "..." : "");
}

LineAndColumn line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t begin = line_begin(text, offset);
  const auto column = 1 + std::ranges::count_if(before.substr(begin), [](char c) { return !is_continuation(c); });
  return {1 + static_cast<std::size_t>(std::ranges::count(before, '\n')), static_cast<std::size_t>(column)};
}

std::string located(std::string_view message, std::string_view text, std::size_t offset) {
  const auto [line, column] = line_and_column(text, offset);
  return fmt::format("{}:{}: {}\n{}", line, column, message, excerpt(text, line_begin(text, offset), offset));
}

Error with_origin(const hardref::Model& model, const Error& error) {
  const std::string origin = escaped(model.origin());
  const std::shared_ptr<const std::string>& text = model.content().text;
  if (text == nullptr || !error.place()) {
    return {error.kind(), origin.empty() ? error.what() : fmt::format("{}: {}", origin, error.what())};
  }
  return {error.kind(), (origin.empty() ? "" : origin + ":") + located(error.what(), *text, *error.place())};
}

}  // namespace hardref::model
