// Tensors whose elements stay in their file.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>

#include "tensor/data_type.h"
#include "tensor/file.h"

namespace hardref {
namespace {

constexpr std::size_t kLeast = std::size_t{1} << 20;

// The pages of a file from a multiple of the page size on, or null.
void* map_pages(const std::filesystem::path& file, std::uint64_t begin, std::size_t bytes) {
  // O_NONBLOCK, since opening a pipe waits for a writer.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return nullptr;
  struct stat status {};
  const bool has_them = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                        begin <= static_cast<std::uint64_t>(status.st_size) &&
                        bytes <= static_cast<std::uint64_t>(status.st_size) - begin;
  void* const pages =
      has_them ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, static_cast<off_t>(begin))
               : MAP_FAILED;
  close(descriptor);
  return pages == MAP_FAILED ? nullptr : pages;
}

}  // namespace

std::optional<Tensor> map_tensor(DataType type, Shape shape, const std::filesystem::path& file, std::uint64_t offset) {
  const std::size_t bytes = TensorView(type, shape, nullptr).byte_size();
  const bool is_plain = std::endian::native == std::endian::little && bit_width(type) >= 8 && type != DataType::kBool;
  if (bytes < kLeast || !is_plain || offset % element_size(type) != 0) return std::nullopt;
  const std::size_t before = offset % static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t mapped = before + bytes;
  void* const pages = map_pages(file, offset - before, mapped);
  if (pages == nullptr) return std::nullopt;
  const std::shared_ptr<void> mapping(pages, [mapped](void* begin) { munmap(begin, mapped); });
  return Tensor(type, std::move(shape), {mapping, static_cast<std::byte*>(pages) + before});
}

}  // namespace hardref
