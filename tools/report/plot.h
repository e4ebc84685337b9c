// The plot of an output that is not what was expected, as an SVG element inside of a page, whose style sheet colours
// it.
#pragma once

#include <string>

#include "judge/test_result.h"

namespace hardref::tools {

// Expected against actual values over the elements, and for floating-point types the errors below, in units in the last
// place on a logarithmic scale. Empty for a mismatch without a sample. At most about 20 kB, whatever the tensor's size.
[[nodiscard]] std::string plot_svg(const Mismatch& mismatch);

}  // namespace hardref::tools
