// A program as text, one line for each operation: what a reader sees of the compiler's work. Nothing parses it.
#pragma once

#include <string>

#include "compile/value_names.h"

namespace hardref {

// Inputs, constants, then each step with where its operands come from and where its result goes. The names are those of
// the model that the program was made from.
[[nodiscard]] std::string print(const Program& program, const ValueNames& names);

}  // namespace hardref
