// The nodes of a function as they stand in place of a call: names made unique, attributes bound. See expand.h.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compile/functions.h"
#include "ops/op.h"

namespace hardref {

// A node together with the meaning that it has to keep.
struct PlacedNode {
  model::Node node;
  const model::OpsetImports* imports = nullptr;  // by which it was written
  TypeSet types;                                 // the element types that it can meet
};

class Inliner {
 public:
  Inliner(const model::Model& model, const FunctionTable& functions, std::size_t max_nodes);

  // Replaces a call by the nodes of the function's body, and the calls among them in turn; any other node is returned
  // as it is.
  [[nodiscard]] std::vector<PlacedNode> expand(const PlacedNode& placed);

  // The body that the node calls: a model-local function's or an operator's. Null for a primitive.
  [[nodiscard]] const model::Function* body_of(const PlacedNode& placed) const;

 private:
  void add_names(const model::Graph& graph);
  [[nodiscard]] std::string unique(const std::string& wanted);

  const FunctionTable& functions_;
  std::size_t max_nodes_;
  std::size_t nodes_ = 0;
  std::set<std::string, std::less<>> names_;
};

// Nodes inside of graph attributes are not rewritten, so what stands around them has to stay as well.
[[nodiscard]] bool has_graph_attributes(const std::vector<model::Node>& nodes);

// What keeps the nodes of a function from standing in place of a call; empty where nothing does.
[[nodiscard]] std::string obstacle(const model::Function& function);

// The version that a node means under an opset of the default domain; null for an operator that is not known here.
[[nodiscard]] const OpVersion* known_version(const model::Node& node, const model::OpsetImports& imports);

}  // namespace hardref
