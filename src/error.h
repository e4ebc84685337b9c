// The one way in which hardref reports that something went wrong; what the kinds mean stands in hardref.hpp.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "hardref.hpp"

namespace hardref {

// Text that others chose, a name or a value, as a message or a terminal may show it: control characters and bytes that
// are no UTF-8 become "\\x1b", one for each byte, but for the characters that are kept.
[[nodiscard]] std::string escaped(std::string_view text, std::string_view kept = "");

namespace detail {
template <class Arg>
decltype(auto) shown(const Arg& arg) {
  if constexpr (std::is_convertible_v<const Arg&, std::string_view>) {
    return escaped(arg);
  } else {
    return (arg);
  }
}

[[noreturn]] inline void fail(std::optional<std::size_t> place, ErrorKind kind, fmt::string_view text,
                              fmt::format_args args) {
  Error error(kind, fmt::vformat(text, args));
  error.add_place(place);
  throw error;
}
}  // namespace detail

// Texts among the arguments are escaped.
template <class... Args>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Args...> text, const Args&... args) {
  detail::fail({}, kind, text, fmt::make_format_args(detail::shown(args)...));
}
// The same, where the fault stands in the model's text.
template <class... Args>
[[noreturn]] void fail_at(std::optional<std::size_t> place, ErrorKind kind, fmt::format_string<Args...> text,
                          const Args&... args) {
  detail::fail(place, kind, text, fmt::make_format_args(detail::shown(args)...));
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

// Runs action; an Error that leaves it gets the place in the model's text, unless it has one.
template <class Action>
decltype(auto) with_place(std::optional<std::size_t> place, Action&& action) {
  try {
    return std::forward<Action>(action)();
  } catch (Error& error) {
    error.add_place(place);
    throw;
  }
}
template <class Where, class Action>
decltype(auto) with_context(const Where& where, std::optional<std::size_t> place, Action&& action) {
  return with_context(where, [&]() -> decltype(auto) { return with_place(place, std::forward<Action>(action)); });
}

}  // namespace hardref
