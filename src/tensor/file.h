// Whole files of bytes, read and written, and tensors whose elements stay in their file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hardref.hpp"

namespace hardref {

// What is read at most of a pipe or device, which say no size: as much as a .pb file can hold.
inline constexpr std::size_t kMostBytesOfUnknownSize = std::size_t{2} << 30;

// The whole of a regular file, such as one that is found in a folder: nothing else is waited for or read. Throws kIo
// with the path and the system's reason.
[[nodiscard]] std::vector<std::byte> read_file(const std::filesystem::path& path);

// The whole of what a user names: a file, a pipe, a device, or standard input for "-", which can be read once. Throws
// kIo, kLimit for more than most bytes that it did not say, and kUsage for a second "-".
[[nodiscard]] std::vector<std::byte> read_stream(const std::filesystem::path& path,
                                                 std::size_t most = kMostBytesOfUnknownSize);

// Whether there is something that only read_stream reads, and only once: "-", a pipe, a device.
[[nodiscard]] bool is_stream(const std::filesystem::path& path);

// Up to count bytes that a regular file begins with. Throws as read_file.
[[nodiscard]] std::string beginning_of(const std::filesystem::path& path, std::size_t count);

// Writes the file in one go through a temporary beside it, so that a failure leaves nothing behind; a device or pipe is
// written to as it is. Throws kIo.
void write_file(const std::filesystem::path& path, std::string_view bytes);

// A folder and those above it. Throws kIo.
void create_folder(const std::filesystem::path& folder);

// Whether there is something of that name, and a folder or a link to one. Throw kIo where the system cannot tell.
[[nodiscard]] bool is_there(const std::filesystem::path& path);
[[nodiscard]] bool is_folder(const std::filesystem::path& path);

// What tells a file or folder from all others, whatever path leads to it; nothing where there is none.
[[nodiscard]] std::optional<std::pair<std::uint64_t, std::uint64_t>> file_identity(const std::filesystem::path& path);

// The same bytes as characters.
[[nodiscard]] inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The elements that a file has from offset on, little-endian and row-major: read as they are touched, while what is
// written stays in memory. The file must not shrink as long as the tensor lives. nullopt where reading serves better
// (below 1 MiB, or out of alignment), where not every bit pattern is an element, and where the file cannot be mapped.
[[nodiscard]] std::optional<Tensor> map_tensor(DataType type, Shape shape, const std::filesystem::path& file,
                                               std::uint64_t offset);

}  // namespace hardref
