#include "text/lexer.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "error.h"
#include "tensor/data_type.h"
#include "tensor/decimal.h"
#include "text/text_place.h"

namespace hardref::model {
namespace {

constexpr std::size_t kLongestMessage = 300;  // in bytes
constexpr std::size_t kLongestQuote = 40;     // of a token in a message

// Not those of <cctype>, which depend on the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::size_t word_length(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_word) - text.begin());
}

// ONNX text has no numeral that begins with a point.
std::optional<TokenKind> number_kind(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::optional<NumeralKind> kind = numeral_kind(text);
  if (!kind || text.starts_with('.')) return std::nullopt;
  return *kind == NumeralKind::kInteger ? TokenKind::kInteger : TokenKind::kDecimal;
}

std::string describe(const Token& token) {
  if (token.kind == TokenKind::kEnd) return "the end of the text";
  const std::string_view quote = token.kind == TokenKind::kString ? "" : "'";
  return fmt::format("{}{}{}", quote, shorten(token.text, kLongestQuote), quote);
}

}  // namespace

bool is_identifier(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) && word_length(text) == text.size();
}

bool is_float_word(std::string_view text) { return numeral_kind(text) == NumeralKind::kWord; }

bool is_type_word(std::string_view text) {
  constexpr std::string_view kWords[] = {"seq", "map", "optional", "sparse_tensor", "opaque", "undefined"};
  return parse_data_type(text).has_value() || std::ranges::find(kWords, text) != std::end(kWords);
}

Lexer::Lexer(std::string_view source, ErrorKind kind) : source_(source), kind_(kind) { lex(); }

Token Lexer::take() {
  const Token taken = next_;
  lex();
  return taken;
}

bool Lexer::accept(std::string_view symbol) {
  if (!next_.is(symbol)) return false;
  lex();
  return true;
}

void Lexer::expect(std::string_view symbol) {
  if (!accept(symbol)) fail_expected(fmt::format("'{}'", symbol));
}

namespace {

// What is behind the backslash of "\x1b"; nothing for any other escape.
std::optional<char> escaped_byte(std::string_view text) {
  if (text.size() < 3 || text.front() != 'x') return std::nullopt;
  std::uint8_t byte = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 3, byte, 16);
  if (error != std::errc() || end != text.data() + 3) return std::nullopt;
  return static_cast<char>(byte);
}

}  // namespace

std::string Lexer::take_string() {
  if (next_.kind != TokenKind::kString) fail_expected("a string");
  const std::string_view raw = next_.text.substr(1, next_.text.size() - 2);
  std::string result;
  result.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      result += raw[i];
    } else if (const std::optional<char> byte = escaped_byte(raw.substr(i + 1))) {
      result += *byte;
      i += 3;
    } else {
      result += raw[++i];
    }
  }
  lex();
  return result;
}

void Lexer::fail_at(const Token& place, ErrorKind kind, std::string_view message) const {
  throw Error(kind, located(shorten(message, kLongestMessage), source_, place.offset));
}

void Lexer::fail_expected(std::string_view what) const {
  fail_at(next_, fmt::format("expected {}, found {}", what, describe(next_)));
}

void Lexer::skip_space_and_comments() {
  while (position_ < source_.size()) {
    if (source_[position_] == '#') {
      position_ = std::min(source_.find('\n', position_), source_.size());
    } else if (is_space(source_[position_])) {
      ++position_;
    } else {
      return;
    }
  }
}

void Lexer::lex() {
  const std::size_t behind_last = position_;
  skip_space_and_comments();
  if (position_ == source_.size()) {
    next_ = {TokenKind::kEnd, behind_last, {}};
    return;
  }
  const char first = source_[position_];
  next_ = {TokenKind::kSymbol, position_, {}};
  std::size_t length = 0;
  if (first == '"') {
    next_.kind = TokenKind::kString;
    length = string_length();
  } else if (source_.substr(position_).starts_with("->")) {
    next_.text = source_.substr(position_, 2);
    fail_at(next_, "expected '=>', found '->'");
  } else if (is_digit(first) || first == '-') {
    length = number_length();
    const std::optional<TokenKind> kind = number_kind(source_.substr(position_, length));
    next_.text = source_.substr(position_, length);
    if (!kind) fail_expected("a number");
    next_.kind = *kind;
  } else if (is_word(first)) {
    next_.kind = TokenKind::kName;
    length = word_length(source_.substr(position_));
  } else {
    length = symbol_length();
  }
  next_.text = source_.substr(position_, length);
  position_ += length;
}

std::size_t Lexer::string_length() const {
  std::size_t end = position_ + 1;
  while (end < source_.size() && source_[end] != '"') end += source_[end] == '\\' ? 2 : 1;
  if (end >= source_.size()) fail_at(next_, "expected '\"' at the end of this string, found the end of the text");
  return end + 1 - position_;
}

// As far as it could be meant as one number: 1.2.3 is a mistake, not a number and a rest.
std::size_t Lexer::number_length() const {
  std::size_t end = position_ + 1;
  const auto is_exponent = [](char c) { return c == 'e' || c == 'E'; };
  while (end < source_.size() && (is_word(source_[end]) || source_[end] == '.' ||
                                  ((source_[end] == '+' || source_[end] == '-') && is_exponent(source_[end - 1])))) {
    ++end;
  }
  return end - position_;
}

std::size_t Lexer::symbol_length() const {
  if (source_.substr(position_).starts_with("=>")) return 2;
  std::size_t end = position_ + 1;
  while (end < source_.size() && is_continuation(source_[end])) ++end;
  return end - position_;
}

}  // namespace hardref::model
