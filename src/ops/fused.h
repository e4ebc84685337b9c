// Kernels that compute what several operators compute one after the other, for the sequences that are worth it. They
// mean nothing of their own: each is made of the scalar functions that its parts are made of.
#pragma once

#include <array>
#include <span>

#include "exec/kernel.h"

namespace hardref {

// In the order of the parts: each takes the result before it as its first operand, and a constant as its second. The
// whole takes the first part's first operand, then all constants.
struct FusedKernel {
  std::array<ElementwiseKernel, 4> parts;
  ElementwiseKernel whole;
  // Whether the whole gives what the parts give with these constants, an element each.
  bool (*fits)(const std::array<const void*, 4>& constants);
};

[[nodiscard]] std::span<const FusedKernel> fused_kernels();

}  // namespace hardref
