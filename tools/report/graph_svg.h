// An expanded graph as an SVG element inside of a page, whose style sheet colours it.
#pragma once

#include <set>
#include <string>

#include "judge/test_result.h"

namespace hardref::tools {

// One box for each node, each as far down as the nodes that need its result allow. Lines join boxes in neighbouring
// rows; any other input is told by its name. Outputs stand at the bottom; those that are not what was expected, and the
// nodes that made them, are marked.
[[nodiscard]] std::string graph_svg(const ExpandedGraph& graph, const std::set<std::string>& mismatched);

}  // namespace hardref::tools
