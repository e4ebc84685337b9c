// Shapes: sizes, strides, and the two rules by which ONNX lets operands of different shapes meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hardref.hpp"

namespace hardref {

// "[2,3]"; "[]" for a scalar.
[[nodiscard]] std::string to_string(std::span<const std::int64_t> shape);

// The number of elements. Throws kInvalidInput for a negative dimension, kLimit for a product beyond 63 bits, in which
// dimensions of 0 do not hide what the others multiply to.
[[nodiscard]] std::size_t element_count(std::span<const std::int64_t> shape);

// Elements between neighbours along each dimension of a row-major tensor, for a shape that element_count accepts.
[[nodiscard]] Shape row_major_strides(std::span<const std::int64_t> shape);

// The multidirectional rule, as numpy has it (opset 7 and later): aligned at the last dimension, dimensions of 1
// stretch. Throws kInvalidInput where two extents do not meet.
[[nodiscard]] Shape broadcast_shapes(std::span<const std::int64_t> a, std::span<const std::int64_t> b);

// Strides that walk an operand in the order of a result that it is stretched to; 0 along stretched dimensions. Aligned
// at the last dimension. Expects that the operand fits; dimensions of 1 in front of all those of the result are
// dropped.
[[nodiscard]] Shape broadcast_strides(std::span<const std::int64_t> operand, std::span<const std::int64_t> result);

// The one-sided rule of opsets 1 to 6 (attributes broadcast and axis): b's dimensions stand for those of a from axis
// on, by default the last ones; a negative axis counts from the end. Dimensions of 1 in b stretch, although the text
// says otherwise: published tests of opset 6 need it. Returns how many dimensions of 1 to append to b. Throws
// kInvalidInput where b does not fit; a b with one element always does, whatever its rank and the axis.
[[nodiscard]] std::size_t legacy_broadcast(std::span<const std::int64_t> a, std::span<const std::int64_t> b,
                                           std::optional<std::int64_t> axis);

}  // namespace hardref
