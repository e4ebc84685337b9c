#include "tensor/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace hardref {
namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kLarge = 2 * kHugePage;  // rounding up to whole pages wastes at most a third

}  // namespace

void* allocate(std::size_t bytes) noexcept {
  const std::size_t alignment = bytes >= kLarge ? kHugePage : kCacheLine;
  if (bytes > PTRDIFF_MAX - alignment) return nullptr;
  const std::size_t rounded = bytes == 0 ? alignment : (bytes + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded);
#ifdef MADV_HUGEPAGE
  // It is advice: where it is refused, small pages do.
  if (memory != nullptr && alignment == kHugePage) madvise(memory, rounded, MADV_HUGEPAGE);
#endif
  return memory;
}

// NOLINTNEXTLINE(cppcoreguidelines-no-malloc): whoever calls this is what owns it
void release(void* memory) noexcept { std::free(memory); }

bool streaming_pays() noexcept {
#if defined(__SSE2__) && defined(__GNUC__)
  return __builtin_cpu_is("intel") != 0;
#else
  return false;
#endif
}

void stream(void* to, const void* from, std::size_t bytes, [[maybe_unused]] const void* next) noexcept {
#ifdef __SSE2__
  auto* target = static_cast<std::byte*>(to);
  const auto* source = static_cast<const std::byte*>(from);
  const auto* fetched = static_cast<const std::byte*>(next == nullptr ? from : next);
  const std::size_t begin = std::min(bytes, -reinterpret_cast<std::uintptr_t>(target) % kCacheLine);
  std::memcpy(target, source, begin);
  const auto line = [&](std::size_t i) {
    __builtin_prefetch(fetched + i);
    for (std::size_t k = i; k < i + kCacheLine; k += sizeof(__m128i)) {
      const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + k));
      _mm_stream_si128(reinterpret_cast<__m128i*>(target + k), part);
    }
  };
  std::size_t i = begin;
  // Two pages side by side, since the machine reads ahead inside of a page alone.
  for (; i + 2 * kPage <= bytes; i += 2 * kPage) {
    for (std::size_t k = i; k < i + kPage; k += kCacheLine) {
      line(k);
      line(k + kPage);
    }
  }
  for (; i + kCacheLine <= bytes; i += kCacheLine) line(i);
  std::memcpy(target + i, source + i, bytes - i);
#else
  std::memcpy(to, from, bytes);
#endif
}

void end_streaming() noexcept {
#ifdef __SSE2__
  _mm_sfence();
#endif
}

}  // namespace hardref
