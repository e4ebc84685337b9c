// Where in ONNX text something is wrong: line, column and a caret, for faults of syntax and of meaning alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "error.h"
#include "hardref.hpp"

namespace hardref::model {

// A byte that continues a character of UTF-8.
[[nodiscard]] bool is_continuation(char c);

// The first bytes of a text, escaped; "..." for the rest.
[[nodiscard]] std::string shorten(std::string_view text, std::size_t bytes);

// Both from 1 on; a column is a character.
struct LineAndColumn {
  std::size_t line;
  std::size_t column;
};
[[nodiscard]] LineAndColumn line_and_column(std::string_view text, std::size_t offset);

// "line:column: message", the line and a caret below the place.
[[nodiscard]] std::string located(std::string_view message, std::string_view text, std::size_t offset);

// Runs parse, whose errors begin with line and column, or say what the text is instead; puts its origin in front.
template <class Parse>
decltype(auto) in_text(const std::string& origin, const Parse& parse) {
  try {
    return parse();
  } catch (const Error& error) {
    if (origin.empty()) throw;
    const std::string_view what = error.what();
    const bool has_place = !what.empty() && what.front() >= '1' && what.front() <= '9';
    throw Error(error.kind(), escaped(origin) + (has_place ? ":" : ": ") + std::string(what));
  }
}

// The error with the model's origin in front, and with its place where it has one and the model its text.
[[nodiscard]] Error with_origin(const hardref::Model& model, const Error& error);

// Runs action, from which errors of the model come.
template <class Action>
decltype(auto) in_model(const hardref::Model& model, const Action& action) {
  try {
    return action();
  } catch (const Error& error) {
    throw with_origin(model, error);
  }
}

}  // namespace hardref::model
