// Where in a model the values of an output come from: the node that made them, and what is worth knowing about its
// input at the places that differ.
#pragma once

#include <span>

#include "hardref.hpp"
#include "report.h"

namespace hardref::tools {

// Fills in producer, and for an output of HardSigmoid or Hardmax the knees and maxima of the elements reported. Leaves
// out what cannot be found, as the input of an operator that hardref cannot compute.
void explain_origin(const Model& model, std::span<const NamedTensor> inputs, Mismatch& mismatch);

}  // namespace hardref::tools
