// A program as text, one line for each operation: what a reader sees of the compiler's work. Nothing parses it.
#pragma once

#include <string>

#include "exec/program.h"

namespace hardref {

// Inputs, constants, then each step with where its operands come from and where its result goes.
[[nodiscard]] std::string print(const Program& program);

}  // namespace hardref
