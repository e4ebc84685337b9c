#include "tensor/memory.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

namespace hardref {
namespace {

constexpr std::size_t kCacheLine = 64;
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

}  // namespace hardref
