// The values of an element type at which operators change what they do.
#pragma once

#include <span>

#include "hardref.hpp"

namespace hardref::tools {

// As many as the shape has, from the beginning again where these are more than there are. Of floating-point types: the
// knees with the numbers next to them, both zeros and ones, infinities, NaN, the subnormal, small and huge numbers at
// the ends of the range; of integers the ends and zero. Neighbours are equal at times, as ties of Hardmax.
[[nodiscard]] Tensor edge_tensor(DataType type, Shape shape, std::span<const double> knees);

}  // namespace hardref::tools
