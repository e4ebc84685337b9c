// Takes out of a computation what nobody reads. Its types and shapes were checked when it was made.
#pragma once

#include "compile/operation.h"

namespace hardref {

// Operations whose results are no outputs and are read neither by a check nor by an operation that stays, unless they
// can fail. Values and constants keep their numbers.
void drop_unread(Computation& computation);

}  // namespace hardref
