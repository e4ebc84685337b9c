// What a report shows of the graph behind a mismatch. How it is drawn is not decided here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hardref.hpp"

namespace hardref::tools {

struct GraphNode {
  std::string op;          // "Max-13"; without a version where the operator is not known
  std::string attributes;  // "axis = 1"; of a constant the value, "float{0.2}"
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};

inline constexpr std::size_t kMaxGraphNodes = 48;
inline constexpr std::size_t kMaxGraphOperands = 12;

// A graph with its functions expanded, in the order of its nodes; of a large one the last nodes, of each
// node the first inputs and outputs.
struct ExpandedGraph {
  std::vector<GraphNode> nodes;
  std::size_t left_out = 0;
  std::vector<std::string> outputs;
};

// The model's graph with its functions expanded; nothing for a model that cannot be expanded.
[[nodiscard]] std::optional<ExpandedGraph> describe_graph(const Model& model);

}  // namespace hardref::tools
