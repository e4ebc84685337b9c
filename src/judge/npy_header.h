// The dictionary in front of the elements of a .npy file, which is Python source text.
#pragma once

#include <string_view>

#include "hardref.hpp"

namespace hardref {

struct NpyHeader {
  std::string_view descr;  // as it stands in the text: '<f4' with its quotes, or the list of a structured type
  bool fortran_order = false;
  Shape shape;
};

// Reads the three keys in any order and spacing, each of them once. Nothing is evaluated. Throws kInvalidInput with the
// place, counted from the beginning of the header.
[[nodiscard]] NpyHeader parse_npy_header(std::string_view text);

}  // namespace hardref
