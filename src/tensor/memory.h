// Memory for elements: where it starts, and how large its pages are. Nothing here knows what it will hold.
#pragma once

#include <cstddef>

namespace hardref {

// Aligned for every vector register and to cache lines; large memory in huge pages where the system has them, since
// touching a fresh page costs far more than the arithmetic on it. Null where there is no memory.
[[nodiscard]] void* allocate(std::size_t bytes) noexcept;
void release(void* memory) noexcept;

// Gives back pages of a file that were mapped.
void unmap(void* pages, std::size_t bytes) noexcept;

// Results of this size or more leave the caches before anybody reads them.
inline constexpr std::size_t kStreamedBytes = std::size_t{16} << 20;

// As memcpy, but past the caches where the machine can: to write a line into a cache it has to be read first, which
// makes a third of all that is moved. Meanwhile as many bytes are fetched from next on, if that is not null, which will
// be read then; they need not exist.
void stream(void* to, const void* from, std::size_t bytes, const void* next) noexcept;

// Before this, other threads may see what was streamed in any order.
void end_streaming() noexcept;

}  // namespace hardref
