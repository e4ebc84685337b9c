// Numerals of ONNX text as numbers: range-checked, and rounded once to the type they are for. Does not depend on the
// locale.
#pragma once

#include "text/lexer.h"

namespace hardref::model {

// Takes the next token as a T, which is any element type of a tensor whose elements are single numbers. For the
// floating-point types of 16 bits and fewer an integer is the bit pattern, as in ONNX's own text; with a point or an
// exponent it is a value.
template <class T>
[[nodiscard]] T take_number(Lexer& lexer);

}  // namespace hardref::model
