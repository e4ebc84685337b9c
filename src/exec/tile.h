// The size of a block, and nothing else: how many elements of a chain are computed before the next ones are read.
#pragma once

#include <cstddef>

namespace hardref {

// Three buffers of doubles fit a first-level cache of 48 KiB; the results do not depend on it.
inline constexpr std::size_t kDefaultBlock = 2048;

}  // namespace hardref
