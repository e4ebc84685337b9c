// What a kernel looks like to the machine that calls it: plain memory in, plain memory out. Nothing here knows
// operators or models.
#pragma once

#include <cstddef>
#include <functional>

namespace hardref {

// One operand of an elementwise kernel: an element for each result, or one that stands for all of them.
struct KernelOperand {
  const void* data = nullptr;
  bool uniform = false;
};

// Writes count results from up to kMaxOperands operands, none of which the result overlaps.
inline constexpr std::size_t kMaxOperands = 5;
using ElementwiseKernel = void (*)(const KernelOperand* operands, void* result, std::size_t count);

// Computes an output from whole inputs, for the shapes that it was made for, in pieces that do not depend on each
// other.
struct WholeTensorKernel {
  std::function<void(const void* const* inputs, void* output, std::size_t begin, std::size_t end)> run;
  std::size_t pieces = 1;
  std::size_t grain = 1;  // as many pieces as are worth a thread of their own
};

}  // namespace hardref
