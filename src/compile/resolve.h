// What each node of a model refers to: an operator's version, or a function. Everything that can be said without
// knowing the inputs' types is checked here; nothing is computed.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/model.h"
#include "ops/op.h"

namespace hardref {

struct ResolvedFunction;

struct ResolvedNode {
  const model::Node* node = nullptr;
  std::size_t index = 0;                       // among the nodes of its graph or function, as the file has them
  const OpVersion* op = nullptr;               // null for a model-local function, and for an unknown operator
  const ResolvedFunction* function = nullptr;  // the model-local function, or the operator's body
  std::string label;                           // `node "act" (Hardmax-13)`
  // The nodes of the graphs among its attributes, where unknown operators are left alone: others have none.
  std::map<const model::Graph*, std::vector<ResolvedNode>> graphs = {};
};

// A function with its nodes in the order in which they run, each resolved by the function's own opset imports.
struct ResolvedFunction {
  const model::Function* function = nullptr;
  std::vector<ResolvedNode> nodes;
};

// Refers into the model that it was made from.
struct ResolvedModel {
  std::vector<ResolvedNode> nodes;  // of the graph, in the order in which they run
  std::deque<ResolvedFunction> functions;
  std::vector<std::string> warnings;
};

enum class UnknownOperators { kRefused, kLeftAlone };

// Throws kInvalidModel, kUnsupported for an operator that is not there, kLimit for functions nested too deeply. Where
// unknown operators are left alone, their nodes may have any domain and opset, imported or not.
[[nodiscard]] ResolvedModel resolve(const model::Model& model, UnknownOperators unknown = UnknownOperators::kRefused);

// The version that a node means under an opset of the default domain; null for an operator that is not known here.
[[nodiscard]] const OpVersion* known_version(const model::Node& node, const model::OpsetImports& imports);

// The opset version that imports give a domain. Throws kInvalidModel where there is none.
[[nodiscard]] std::int64_t opset_of(const model::OpsetImports& imports, const std::string& domain);

// `node "act" (Hardmax-13)`; the version is left out for a function.
[[nodiscard]] std::string label_of(const model::Node& node, std::size_t index, const OpVersion* op);

}  // namespace hardref
