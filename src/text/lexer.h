// ONNX text cut into tokens, and the one place that says where in the text something is wrong.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hardref.hpp"

namespace hardref::model {

// A name that needs no quotes.
[[nodiscard]] bool is_identifier(std::string_view text);
// A word where a number may stand: "nan" or "inf".
[[nodiscard]] bool is_float_word(std::string_view text);
// A word that begins a type, like "float" or "seq": as a name it needs quotes wherever a type may stand.
[[nodiscard]] bool is_type_word(std::string_view text);

enum class TokenKind {
  kName,
  kString,
  kInteger,
  kDecimal,  // with a point or an exponent, or one of -nan, -inf and -infinity
  kSymbol,   // "=>", or any other character
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::size_t offset = 0;
  std::string_view text;  // as it stands in the source, quotes included

  [[nodiscard]] bool is(std::string_view symbol) const { return kind == TokenKind::kSymbol && text == symbol; }
};

class Lexer {
 public:
  // Every error of the text is thrown with the kind given, apart from those that name another one.
  Lexer(std::string_view source, ErrorKind kind);

  [[nodiscard]] const Token& peek() const { return next_; }
  Token take();
  bool accept(std::string_view symbol);
  void expect(std::string_view symbol);
  // As take, for a string token: what its quotes hold.
  std::string take_string();
  // How many characters are left behind the next token.
  [[nodiscard]] std::size_t rest() const { return source_.size() - position_; }

  // "line:column: message", the line and a caret.
  [[noreturn]] void fail_at(const Token& place, std::string_view message) const { fail_at(place, kind_, message); }
  [[noreturn]] void fail_at(const Token& place, ErrorKind kind, std::string_view message) const;
  // "expected {what}, found {the next token}".
  [[noreturn]] void fail_expected(std::string_view what) const;

 private:
  void skip_space_and_comments();
  void lex();
  [[nodiscard]] std::size_t string_length() const;
  [[nodiscard]] std::size_t number_length() const;
  [[nodiscard]] std::size_t symbol_length() const;

  std::string_view source_;
  ErrorKind kind_;
  std::size_t position_ = 0;  // behind next_
  Token next_;
};

}  // namespace hardref::model
