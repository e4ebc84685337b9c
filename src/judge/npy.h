// NumPy's .npy files as tensors, and tensors as .npy files. Archives of them (.npz) are not read here.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "hardref.hpp"

namespace hardref {

// Format versions 1.0, 2.0 and 3.0, either byte order, row-major or column-major. Throws kInvalidInput for a file that
// is not what its header says, kUnsupported for another version or an element type that tensors do not have.
[[nodiscard]] Tensor parse_npy(std::span<const std::byte> bytes);
// As above; the message begins with the path. Throws kIo where the file cannot be read.
[[nodiscard]] Tensor read_npy(const std::filesystem::path& path);

// Version 1.0, little-endian, row-major. Throws kUnsupported for an element type that NumPy does not have.
[[nodiscard]] std::string serialize_npy(const TensorView& tensor);

}  // namespace hardref
