// Element types as the descr of a .npy header spells them: by NumPy's codes ('<f4'), by name ('float32'), or as raw
// bytes ('<V2'), which is how NumPy stores the types of the ml_dtypes package.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hardref.hpp"

namespace hardref {

struct NpyType {
  // Of the tensor. For raw bytes it is the unsigned integer of their width.
  DataType type = DataType::kUndefined;
  std::size_t width = 0;    // bytes of an element in the file
  bool is_raw = false;      // which type the bits belong to stands elsewhere
  bool is_swapped = false;  // against the byte order of this machine
  bool is_unicode = false;  // of strings: UTF-32 instead of bytes
};

// Reads the descr as it stands in the header, with its quotes. Throws kUnsupported for what no tensor can hold.
[[nodiscard]] NpyType parse_npy_type(std::string_view descr);

// The descr of an element type other than string, without quotes, as numpy.load takes it. Types that NumPy lacks are
// raw bytes, from which array.view makes those of ml_dtypes.
[[nodiscard]] std::string npy_descr(DataType type);

// Whether npy_descr gives raw bytes.
[[nodiscard]] bool is_raw_in_npy(DataType type);

}  // namespace hardref
