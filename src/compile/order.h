// The order in which nodes run, and every rule about names: who gives a value, who uses it, that there is no circle.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace hardref {

struct Ordering {
  std::vector<std::size_t> nodes;  // indices, each after the nodes whose outputs it uses
  bool was_sorted = true;          // whether that is the order of the file
};

// The names that are there before any node runs are given; those that must be there afterwards are wanted, which
// stand at these places. Throws kInvalidModel for a name with two sources or none, and for a cycle.
[[nodiscard]] Ordering order_nodes(std::span<const model::Node> nodes, std::span<const std::string> given,
                                   std::span<const std::string> wanted, std::span<const model::TextPlace> places = {});

// What a graph among a node's attributes reads of the graphs around it.
[[nodiscard]] std::set<std::string_view> captured_names(const model::Graph& graph);

}  // namespace hardref
