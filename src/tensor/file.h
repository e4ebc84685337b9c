// Whole files of bytes, read and written.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace hardref {

// The whole file. Throws kIo with the path and the system's reason.
[[nodiscard]] std::vector<std::byte> read_file(const std::filesystem::path& path);

// Writes the file in one go through a temporary beside it, so that a failure leaves nothing behind; a device or pipe is
// written to as it is. Throws kIo.
void write_file(const std::filesystem::path& path, std::string_view bytes);

// A folder and those above it. Throws kIo.
void create_folder(const std::filesystem::path& folder);

// The same bytes as characters.
[[nodiscard]] inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace hardref
