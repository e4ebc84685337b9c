#include "judge/npy_header.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "error.h"

namespace hardref {
namespace {

// Every function leaves at_ behind the space that follows what it has read.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text) { skip_space(); }

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      entry();
      if (!accept(',') && !at('}')) fail_expected("',' or '}'");
    }
    if (at_ != text_.size()) fail_expected("the end of the header");
    return {required(descr_, "descr"), required(fortran_order_, "fortran_order"), required(shape_, "shape")};
  }

 private:
  void entry() {
    const std::size_t place = at_;
    const std::string_view quoted = string();
    const std::string_view key = quoted.substr(1, quoted.size() - 2);
    expect(':');
    if (key == "descr") {
      set(descr_, descr(), key, place);
    } else if (key == "fortran_order") {
      set(fortran_order_, boolean(), key, place);
    } else if (key == "shape") {
      set(shape_, tuple(), key, place);
    } else {
      fail_at(place, "expected the key 'descr', 'fortran_order' or 'shape'");
    }
  }

  template <class T>
  void set(std::optional<T>& member, T value, std::string_view key, std::size_t place) const {
    if (member) fail_at(place, fmt::format("the key '{}' appears twice", key));
    member = std::move(value);
  }

  template <class T>
  static T required(std::optional<T>& member, std::string_view key) {
    if (!member) fail(ErrorKind::kInvalidInput, "the header has no key '{}'", key);
    return *std::move(member);
  }

  // With its quotes. A backslash is a character as others are; no string of a header needs one.
  std::string_view string() {
    if (!at_quote()) fail_expected("a string");
    const std::size_t start = at_;
    const std::size_t end = text_.find(text_[start], start + 1);
    if (end == std::string_view::npos) fail_at(start, "the string has no end");
    return take(start, end + 1);
  }

  // A string, or the list or tuple of a type with fields or dimensions of its own, which is kept for the message.
  std::string_view descr() {
    if (at_quote()) return string();
    if (!at('[') && !at('(')) fail_expected("an element type");
    const std::size_t start = at_;
    std::size_t depth = 0;
    do {
      if (at_quote()) {
        string();
        continue;
      }
      if (at_ == text_.size()) fail_at(start, "the element type has no end");
      if (at('[') || at('(')) ++depth;
      if (at(']') || at(')')) --depth;
      ++at_;
    } while (depth != 0);
    return take(start, at_);
  }

  bool boolean() {
    for (const std::string_view word : {"True", "False"}) {
      if (text_.substr(at_).starts_with(word)) return take(at_, at_ + word.size()) == "True";
    }
    fail_expected("True or False");
  }

  Shape tuple() {
    Shape shape;
    expect('(');
    while (!accept(')')) {
      shape.push_back(dimension());
      // In Python (3) is a number, and only (3,) a tuple.
      if (!accept(',') && (shape.size() == 1 || !at(')'))) fail_expected(shape.size() == 1 ? "','" : "',' or ')'");
    }
    return shape;
  }

  std::int64_t dimension() {
    std::int64_t value = 0;
    if (at('-')) fail_expected("a dimension");
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error == std::errc::invalid_argument) fail_expected("a dimension");
    if (error == std::errc::result_out_of_range) fail_at(at_, "the dimension does not fit in 64 bits");
    at_ = static_cast<std::size_t>(end - text_.data());
    accept('L');  // NumPy under Python 2 wrote long integers so
    skip_space();
    return value;
  }

  // Whether the next character is c; at the end there is none.
  [[nodiscard]] bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  [[nodiscard]] bool at_quote() const { return at('\'') || at('"'); }
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  // The text from start to end, behind which parsing goes on.
  std::string_view take(std::size_t start, std::size_t end) {
    at_ = end;
    skip_space();
    return text_.substr(start, end - start);
  }
  bool accept(char c) {
    if (!at(c)) return false;
    take(at_, at_ + 1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail_expected(fmt::format("'{}'", c));
  }

  [[noreturn]] void fail_expected(std::string_view expected) const {
    if (at_ == text_.size()) fail_at(at_, fmt::format("expected {}, found the end of the header", expected));
    const char found = text_[at_];
    const bool printable = found >= ' ' && found <= '~';
    fail_at(at_, printable
                     ? fmt::format("expected {}, found '{}'", expected, found)
                     : fmt::format("expected {}, found the byte {:#04x}", expected, static_cast<unsigned char>(found)));
  }
  [[noreturn]] static void fail_at(std::size_t place, std::string_view what) {
    fail(ErrorKind::kInvalidInput, "byte {} of the header: {}", place, what);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<std::string_view> descr_;
  std::optional<bool> fortran_order_;
  std::optional<Shape> shape_;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text) { return HeaderParser(text).parse(); }

}  // namespace hardref
