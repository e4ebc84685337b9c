// How an array falls into rows: which of its elements belong together, and where they lie.
#pragma once

#include <cstddef>

namespace hardref {

// An array as outer blocks of length times inner elements. Element i of the row whose first element is start is element
// start + i * inner of the array.
struct Rows {
  std::size_t outer;
  std::size_t length;
  std::size_t inner;

  [[nodiscard]] std::size_t count() const { return outer * inner; }
  [[nodiscard]] std::size_t start(std::size_t row) const { return row / inner * length * inner + row % inner; }
  [[nodiscard]] std::size_t row_of(std::size_t element) const {
    return element / (length * inner) * inner + element % inner;
  }
};

}  // namespace hardref
