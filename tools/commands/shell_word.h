// Words as one would type them in a shell.
#pragma once

#include <string>

namespace hardref::tools {

// The word, in quotes where a shell would make something else of it.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace hardref::tools
