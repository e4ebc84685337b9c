// The first half of an expansion: the nodes of each body stand where the call stood, as they were written, with the
// graph's names and with attributes bound.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compile/functions.h"
#include "compile/resolve.h"
#include "model/model.h"
#include "tensor/data_type.h"

namespace hardref {

struct InlinedGraph;

// A node with the graph's names, and by which opset it was written.
struct InlinedNode {
  model::Node node;
  const model::OpsetImports* imports = nullptr;
  std::map<const model::Graph*, InlinedGraph> graphs;  // those among its attributes, by what they were made from
  std::vector<std::size_t> inputs;                     // numbers of values, see ElementTypes
  std::vector<std::size_t> outputs;
};

// A call of an operator that has a body: one element type, one shape.
struct BodyCall {
  std::string input;
  std::string output;
  TypeSet types;
  std::size_t value = SIZE_MAX;  // the input's number
};

// One node of a graph, and what stands for it: the node itself, or the nodes of all that it calls.
struct Inlined {
  const ResolvedNode* source = nullptr;
  InlinedNode call;
  bool expanded = false;  // else nodes is the call alone
  std::vector<InlinedNode> nodes;
  std::vector<BodyCall> bodies;               // in the order of the nodes
  std::vector<model::ValueInfo> value_infos;  // of the values inside
};

struct InlinedGraph {
  model::Graph graph;  // without its nodes
  std::vector<Inlined> nodes;
};

struct Inlining {
  InlinedGraph graph;
  // Which node calls a function that could not be expanded in place and stays, and why.
  std::vector<std::string> kept;
};

// Enters the calls in the graphs among attributes too. Refers into the model and its resolution. Throws kInvalidModel,
// and kLimit for more than max_nodes nodes.
[[nodiscard]] Inlining inline_functions(const model::Model& model, const ResolvedModel& resolved, bool keep_functions,
                                        std::size_t max_nodes);

}  // namespace hardref
