// Memory for elements: where it starts, and how large its pages are. Nothing here knows what it will hold.
#pragma once

#include <cstddef>

namespace hardref {

// Aligned for every vector register and to cache lines; large memory in huge pages where the system has them, since
// touching a fresh page costs far more than the arithmetic on it. Null where there is no memory.
[[nodiscard]] void* allocate(std::size_t bytes) noexcept;
void release(void* memory) noexcept;

}  // namespace hardref
