// NumPy's .npy files as tensors, and tensors as .npy files. Archives of them (.npz) are not read here.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "hardref.hpp"

namespace hardref {

// Format versions 1.0, 2.0 and 3.0, either byte order, row-major or column-major, element types in all of NumPy's
// spellings. Elements that are raw bytes ('<V2') are of the declared type where that has their width, else unsigned
// integers. Throws kInvalidInput for a file that is not what its header says, kUnsupported for another version or an
// element type that tensors do not have.
[[nodiscard]] Tensor parse_npy(std::span<const std::byte> bytes, std::optional<DataType> declared = std::nullopt);
// As above, of a regular file; the message begins with the path. Throws kIo where the file cannot be read.
[[nodiscard]] Tensor read_npy(const std::filesystem::path& path, std::optional<DataType> declared = std::nullopt);

// The same bits as elements of another type of the same width in memory.
[[nodiscard]] Tensor reinterpret_bits(const Tensor& tensor, DataType type);

// Version 1.0, little-endian, row-major. What NumPy has no type for is written as raw bytes, one element in each byte
// where it is narrower. Throws kUnsupported for strings that NumPy cannot hold.
[[nodiscard]] std::string serialize_npy(const TensorView& tensor);

}  // namespace hardref
