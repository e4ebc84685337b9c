// Turns operations into steps and gives every value its place. See emit.h.
#pragma once

#include "compile/emit.h"

namespace hardref {

// Adds steps, places and memory sizes to a program that has values, constants and inputs.
void assemble_steps(Program& program, const std::vector<Operation>& operations, const std::vector<ValueId>& outputs,
                    bool single_steps);

}  // namespace hardref
