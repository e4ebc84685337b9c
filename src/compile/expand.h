// Rewrites a model so that its functions are gone: the nodes of each body stand where the call stood, for runtimes that
// know the primitives only. The model means the same afterwards.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace hardref {

struct Expansion {
  model::Model model;
  // Which node calls a function that could not be expanded in place and is a model-local function, and why.
  std::vector<std::string> kept;
};

// Expands model-local functions and operators with a body. The result imports the lowest opset, not below the model's,
// under which every node means what it meant. Where there is none, a body whose nodes would change stays a model-local
// function with its own opset import. Operators that are not known here are left alone, and so are nodes inside of
// graph attributes; names and the nodes that are known are checked as for a run, and sorted. Throws kInvalidModel, and
// kLimit for more than max_nodes nodes.
[[nodiscard]] Expansion expand_functions(const model::Model& model, std::size_t max_nodes = 1'000'000);

}  // namespace hardref
