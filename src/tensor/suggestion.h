// What somebody may have meant who mistyped a word.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hardref {

// The candidate that is nearest to the word: at most one of three letters changed, left out, added or exchanged with
// its neighbour (Damerau 1964), whatever their case. Nothing where none is that near, or where the word is one of them.
[[nodiscard]] std::optional<std::string> suggestion(std::string_view word, std::span<const std::string> candidates);

// The same as the end of a message: `; did you mean "run"?`, or "".
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

}  // namespace hardref
