// One node as a model of its own, at the opset that introduced its version, run through a session. What must come out
// is for the caller to say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

namespace hardref::test {

using Strings = std::vector<std::string>;

struct SingleNode {
  std::string op_type;
  std::int64_t opset;
  std::vector<model::Attribute> attributes = {};
};

// The graph's inputs are declared with the types and shapes of the given tensors.
[[nodiscard]] Tensor run_node(const SingleNode& node, const std::vector<Tensor>& inputs);

// "Add-14 float", "Cast-9 float -> string".
[[nodiscard]] std::string cell_of(std::string_view op_type, std::int64_t version, DataType type);
[[nodiscard]] std::string cell_of(std::string_view op_type, std::int64_t version, DataType from, DataType to);

}  // namespace hardref::test
