// What a report shows of the graph behind a mismatch. How it is drawn is not decided here.
#pragma once

#include <optional>

#include "hardref.hpp"
#include "judge/test_result.h"

namespace hardref::tools {

// The model's graph with its functions expanded; nothing for a model that cannot be expanded.
[[nodiscard]] std::optional<ExpandedGraph> describe_graph(const Model& model);

}  // namespace hardref::tools
