// Strings as NumPy stores them: of one width, filled up with zeros, which are no part of the string.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "judge/npy_type.h"

namespace hardref {

// Fills to from as many elements of the type. Throws kInvalidInput for what is no UTF-32.
void read_npy_strings(std::string_view elements, const NpyType& type, std::span<std::string> to);

struct NpyStrings {
  std::string descr;  // without quotes: '<U3', or '|S3' where not all are UTF-8
  std::string elements;
};
// Throws kUnsupported for a string that ends with a zero byte.
[[nodiscard]] NpyStrings write_npy_strings(std::span<const std::string> strings);

}  // namespace hardref
