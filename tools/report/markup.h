// Text on its way into a document: what makes any bytes, hostile ones too, safe to show. Documents themselves are put
// together elsewhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hardref::tools {

// UTF-8 without what XML 1.0 forbids or a reader would not see as it is: escaped, but for tabs and line breaks.
[[nodiscard]] std::string clean_text(std::string_view text);

// clean_text of at most max_characters characters; a longer one ends in an ellipsis, which counts.
[[nodiscard]] std::string shorten(std::string_view text, std::size_t max_characters);

}  // namespace hardref::tools
