// Rewrites a model so that its functions are gone: the nodes of each body stand where the call stood, for runtimes that
// know the primitives only. The model means the same afterwards, keeps its opset, and says of its values what is true.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/model.h"

namespace hardref {

struct ExpandOptions {
  // Element types of values, beside those that the model declares and those that follow.
  std::map<std::string, DataType> types = {};
  // Leaves calls of model-local functions as they are.
  bool keep_functions = false;
  // Leaves as they are also calls of whose values too little is known, where this is an error otherwise.
  bool keep_unknown = false;
  std::size_t max_nodes = 1'000'000;
};

struct Expansion {
  model::Model model;
  // Which node was not expanded, and why.
  std::vector<std::string> kept;
};

// Expands model-local functions and operators with a body, in the graphs among attributes too, under the model's own
// opset: constants have their type where it is known, else they are cast by CastLike, from opset 15 on. A model-local
// function whose nodes would change stays a function with its own opset import. Operators that are not known here are
// left alone; names and the nodes that are known are checked as for a run, and sorted. Throws kInvalidModel,
// kUnsupported where too little is known of a value, and kLimit for more than max_nodes nodes.
[[nodiscard]] Expansion expand_functions(const model::Model& model, const ExpandOptions& options = {});

}  // namespace hardref
