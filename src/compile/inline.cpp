#include "compile/inline.h"

#include <algorithm>
#include <map>

#include "compile/bind.h"
#include "compile/check.h"
#include "error.h"
#include "ops/registry.h"

namespace hardref {
bool has_graph_attributes(const std::vector<model::Node>& nodes) {
  return std::ranges::any_of(nodes, [](const model::Node& node) {
    return std::ranges::any_of(node.attributes, [](const model::Attribute& attribute) {
      return attribute.kind() == model::AttributeKind::kGraph || attribute.kind() == model::AttributeKind::kGraphs;
    });
  });
}

std::string obstacle(const model::Function& function) {
  if (has_graph_attributes(function.nodes)) return "its nodes have graphs as attributes";
  // Such an output has no node of its own that could be renamed.
  std::set<std::string_view> seen(function.inputs.begin(), function.inputs.end());
  for (const std::string& name : function.outputs) {
    if (!seen.insert(name).second) return fmt::format("its output {} is an input or another output as well", name);
  }
  return "";
}

const OpVersion* known_version(const model::Node& node, const model::OpsetImports& imports) {
  const auto opset = imports.find("");
  if (!node.domain.empty() || opset == imports.end()) return nullptr;
  const OpVersions versions = find_operator(node.op_type);
  if (versions.empty() || opset->second < versions.front().since_version || opset->second > kNewestOpset) {
    return nullptr;
  }
  return &find_version("", node.op_type, opset->second);
}

Inliner::Inliner(const model::Model& model, const FunctionTable& functions, std::size_t max_nodes)
    : functions_(functions), max_nodes_(max_nodes) {
  add_names(model.graph);
}

// A graph that is an attribute sees the names around it and must not define one of them again.
void Inliner::add_names(const model::Graph& graph) {
  for (const model::ValueInfo& value : graph.inputs) names_.insert(value.name);
  for (const model::NamedValue& value : graph.initializers) names_.insert(value.name);
  for (const model::Node& node : graph.nodes) {
    names_.insert(node.outputs.begin(), node.outputs.end());
    for (const model::Attribute& attribute : node.attributes) {
      if (const auto* inner = attribute.get<model::GraphPtr>()) add_names(**inner);
      if (const auto* list = attribute.get<std::vector<model::GraphPtr>>()) {
        for (const model::GraphPtr& inner : *list) add_names(*inner);
      }
    }
  }
}

const model::Function* Inliner::body_of(const PlacedNode& placed) const {
  const model::Function* function = functions_.find(placed.node);
  if (function == nullptr) {
    const OpVersion* op = known_version(placed.node, *placed.imports);
    const auto* body = op == nullptr ? nullptr : std::get_if<FunctionBody>(&op->meaning);
    if (body != nullptr) function = &body->function();
  }
  return function;
}

std::string Inliner::unique(const std::string& wanted) {
  std::string name = wanted;
  for (std::size_t i = 1; !names_.insert(name).second; ++i) name = fmt::format("{}_{}", wanted, i);
  return name;
}

std::vector<PlacedNode> Inliner::expand(const PlacedNode& placed) {
  if (++nodes_ > max_nodes_) fail(ErrorKind::kLimit, "expanding functions gives more than {} nodes", max_nodes_);
  const model::Function* function = body_of(placed);
  if (function == nullptr || !obstacle(*function).empty()) return {placed};
  const model::Node& call = placed.node;

  const OpVersion* op = known_version(call, *placed.imports);
  const BoundAttributes bound =
      op != nullptr ? attributes_of_call(*op, call.attributes) : attributes_of_call(*function, call.attributes);
  const TypeSet types = op != nullptr ? op->types("T") & placed.types : placed.types;
  if (op != nullptr) {
    check_node(call, *op);
  } else {
    check_call(call, *function);
  }

  std::map<std::string, std::string> renamed;  // of the body's names
  for (std::size_t i = 0; i < function->inputs.size(); ++i) {
    renamed[function->inputs[i]] = i < call.inputs.size() ? call.inputs[i] : "";
  }
  for (std::size_t i = 0; i < call.outputs.size(); ++i) {
    if (!call.outputs[i].empty()) renamed[function->outputs[i]] = call.outputs[i];
  }
  const std::string prefix = (call.outputs.empty() ? call.op_type : call.outputs.front()) + "_";
  const auto rename = [&](std::string& name) {
    if (name.empty()) return;
    const auto [known, is_new] = renamed.try_emplace(name);
    if (is_new) known->second = unique(prefix + name);
    name = known->second;
  };

  std::vector<PlacedNode> nodes;
  for (const model::Node& inner : function->nodes) {
    PlacedNode copy{inner, &function->opset_imports, types};
    if (!copy.node.name.empty()) copy.node.name = prefix + copy.node.name;
    copy.node.attributes = bind_references(inner.attributes, bound);
    std::ranges::for_each(copy.node.inputs, rename);
    std::ranges::for_each(copy.node.outputs, rename);
    for (PlacedNode& node : expand(copy)) nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace hardref
