// Memory for elements: where it starts, how large its pages are, and how it is filled.
#pragma once

#include <cstddef>

#include "hardref.hpp"

namespace hardref {

// Aligned for every vector register and to cache lines; large memory in huge pages where the system has them, since
// touching a fresh page costs far more than the arithmetic on it. Null where there is no memory.
[[nodiscard]] void* allocate(std::size_t bytes) noexcept;
void release(void* memory) noexcept;

// Elements of any type. to has room for as many; for strings it holds constructed ones.
void copy_elements(const TensorView& from, void* to);

// Results of this size or more leave the caches before anybody reads them.
inline constexpr std::size_t kStreamedBytes = std::size_t{16} << 20;

// Whether the processor gains by stream where that costs a copy of its own. Measured: Intel's Sapphire Rapids gains
// nearly half, AMD's Zen 4 loses a quarter and more.
[[nodiscard]] bool streaming_pays() noexcept;

// memcpy by non-temporal stores: past the caches, into which a line is otherwise read before it is overwritten. If next
// is not null, it is what the caller reads afterwards: as many bytes are prefetched from there, which need not exist.
void stream(void* to, const void* from, std::size_t bytes, const void* next) noexcept;

// Orders what was streamed before all stores that follow, as ordinary stores are. Until then no other thread may be
// told of it.
void end_streaming() noexcept;

}  // namespace hardref
