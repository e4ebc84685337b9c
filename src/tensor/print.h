// Values as decimal text that reads back to the same bits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hardref.hpp"

namespace hardref {

// The fewest decimal digits that one rounding to nearest brings back to the value, always with a point or an exponent:
// "1.0", "0.1", "10000000000.0", "1e-05", "1e+16", "-0.0"; "nan" for every NaN, "inf", "-inf".
[[nodiscard]] std::string shortest(float value);
[[nodiscard]] std::string shortest(double value);
[[nodiscard]] std::string shortest(Float16 value);
[[nodiscard]] std::string shortest(BFloat16 value);

// One element as ONNX text has it: float and double as shortest, but whole numbers without ".0". The narrower formats
// keep it, since there the text "1" means the bit pattern 1; those of 8 bits and fewer have the digits of the float
// that they stand for. A bool is 0 or 1, a complex number its two parts, a string is quoted.
[[nodiscard]] std::string element_text(const TensorView& tensor, std::size_t index);
// All of them, "0.5, 1, 2", or the first max_values: "0.5, 1, ... 1000 values".
[[nodiscard]] std::string elements_text(const TensorView& tensor, std::size_t max_values);

// In quotes, with a backslash before quotes and backslashes, and escaped.
[[nodiscard]] std::string quoted_text(std::string_view text);

}  // namespace hardref
