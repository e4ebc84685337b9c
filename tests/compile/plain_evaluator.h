// Evaluates a model node by node, in the plainest way, as an oracle for the compiler and the machine: no chains, no
// kernels, indices of its own, and exact arithmetic where an element type is not one of the processor's. For sorted
// graphs of the newest Add, Mul, Min, Max, Cast and Hardmax.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/model.h"

namespace hardref::test {

// Elements are bit patterns; those of signed integers are extended by their sign.
struct Array {
  DataType type = DataType::kFloat;
  Shape shape;
  std::vector<std::uint64_t> bits;
};

[[nodiscard]] Array to_array(const TensorView& tensor);
[[nodiscard]] Tensor to_tensor(const Array& array);

// All values of the graph, by name.
[[nodiscard]] std::map<std::string, Array> evaluate(const model::Graph& graph, std::map<std::string, Array> inputs);

}  // namespace hardref::test
