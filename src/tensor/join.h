// Lists in messages and texts.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace hardref {

// The items as text shows them, with the separator between them.
template <class Items, class Text>
[[nodiscard]] std::string join(const Items& items, std::string_view separator, const Text& text) {
  std::string result;
  std::string_view between;
  for (const auto& item : items) {
    result += between;
    result += std::invoke(text, item);
    between = separator;
  }
  return result;
}

}  // namespace hardref
