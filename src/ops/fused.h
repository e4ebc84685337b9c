// Kernels that compute a sequence of operators in one pass, for the sequences that are worth it. They mean nothing of
// their own: each is made of the scalar functions that its parts are made of.
#pragma once

#include <array>
#include <span>

#include "exec/kernel.h"

namespace hardref {

// parts are the kernels of the sequence, in order: part i computes y[i] = part(y[i - 1], c[i]) of the result before it
// and a scalar constant. whole computes the last result of (x, c[0], ..., c[3]), where x is what the first part reads.
struct FusedKernel {
  std::array<ElementwiseKernel, 4> parts;
  ElementwiseKernel whole;
  // Whether whole gives the same bits as parts for these constants, an element each.
  bool (*fits)(const std::array<const void*, 4>& constants);
};

[[nodiscard]] std::span<const FusedKernel> fused_kernels();

}  // namespace hardref
