// Elements from one place in memory to another, whatever their type.
#pragma once

#include "hardref.hpp"

namespace hardref {

// to has room for as many elements; for strings it holds constructed ones.
void copy_elements(const TensorView& from, void* to);

}  // namespace hardref
