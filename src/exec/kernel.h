// What a kernel looks like to the machine that calls it: plain memory in, plain memory out.
#pragma once

#include <cstddef>
#include <functional>

namespace hardref {

// An operand of an elementwise kernel: as many elements as there are results, or one that is used for all of them.
struct KernelOperand {
  const void* data = nullptr;
  bool uniform = false;
};

// Writes count results, result[i] of element i of each operand. The result overlaps none of them.
inline constexpr std::size_t kMaxOperands = 5;
using ElementwiseKernel = void (*)(const KernelOperand* operands, void* result, std::size_t count);

// How many elements an elementwise kernel computes before the next one of its chain takes them. Three buffers of
// doubles fit a first-level cache of 48 KiB; the results do not depend on it.
inline constexpr std::size_t kDefaultBlock = 2048;

// Computes an output from whole inputs, for the shapes that it was made for, in pieces that do not depend on each
// other.
struct WholeTensorKernel {
  std::function<void(const void* const* inputs, void* output, std::size_t begin, std::size_t end)> run;
  std::size_t pieces = 1;
  std::size_t grain = 1;  // as many pieces as are worth a thread of their own
};

}  // namespace hardref
