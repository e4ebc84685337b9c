// The one way in which hardref reports that something went wrong; what the kinds mean stands in hardref.hpp.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "hardref.hpp"

namespace hardref {

template <class... Args>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Args...> text, Args&&... args) {
  throw Error(kind, fmt::format(text, std::forward<Args>(args)...));
}

// Runs action; an Error that leaves it gets the text of where() in front. The text is made only when it is needed.
template <class Where, class Action>
decltype(auto) with_context(const Where& where, Action&& action) {
  try {
    return std::forward<Action>(action)();
  } catch (Error& error) {
    error.add_context(where());
    throw;
  }
}

}  // namespace hardref
