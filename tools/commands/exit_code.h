// The exit codes of the program.
#pragma once

#include "hardref.hpp"

namespace hardref::tools {

inline constexpr int kSuccess = 0;
inline constexpr int kDifferent = 1;  // a comparison or test failed

// usage 2, invalid model or input 3, unsupported 4, limit 5, I/O 6, internal 70.
[[nodiscard]] int exit_code(ErrorKind kind);

}  // namespace hardref::tools
