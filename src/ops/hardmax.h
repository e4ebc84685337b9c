// What Hardmax means: where the rows of its input lie, and which element of a row gets the 1. The loops that compute it
// are tested against this, and who judges results asks it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ops/op.h"
#include "ops/rows.h"

namespace hardref {

// The rows that a version of Hardmax sees in a shape. Throws kInvalidInput for a scalar, and for an axis that the shape
// does not have.
[[nodiscard]] Rows rows_of(const OpVersion& op, std::span<const std::int64_t> shape, std::int64_t axis);

// The first of the largest elements of a row, where at(i) is the value of element i. The first NaN counts as the
// largest.
template <class At>
[[nodiscard]] std::size_t first_maximum(std::size_t length, const At& at) {
  std::size_t first = 0;
  for (std::size_t i = 1; i < length; ++i) {
    const auto most = at(first);
    const auto value = at(i);
    const bool larger = value > most || value != value;  // value != value holds for NaN alone
    if (larger && most == most) first = i;
  }
  return first;
}

}  // namespace hardref
