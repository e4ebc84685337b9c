// Whole files of bytes, read and written. What the bytes mean is not known here.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace hardref {

// The whole file. Throws kIo with the path and the system's reason.
[[nodiscard]] std::vector<std::byte> read_file(const std::filesystem::path& path);

// Writes the file in one go through a temporary beside it, so that a failure leaves nothing behind; a device or pipe is
// written to as it is. Throws kIo.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace hardref
