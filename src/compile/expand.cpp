#include "compile/expand.h"

#include <algorithm>
#include <set>

#include "compile/functions.h"
#include "compile/inline.h"
#include "compile/opset_move.h"
#include "compile/resolve.h"
#include "compile/value_facts.h"
#include "compile/write_typed.h"
#include "error.h"

namespace hardref {
namespace {

std::string model_opset(const model::OpsetImports& imports) { return fmt::format("opset {}", opset_of(imports, "")); }

using Names = std::set<std::string_view>;

Names names_of_node_outputs(const model::Graph& graph) {
  Names names;
  for (const model::Node& node : graph.nodes) names.insert(node.outputs.begin(), node.outputs.end());
  return names;
}

// What the graph says of values: not of those that are gone, and of those that came in what the functions said.
void keep_true_infos(model::Graph& graph, std::vector<model::ValueInfo> added) {
  const Names computed = names_of_node_outputs(graph);
  Names defined = computed;
  for (const model::ValueInfo& input : graph.inputs) defined.insert(input.name);
  for (const model::Initializer& initializer : graph.initializers) defined.insert(initializer.name);
  std::erase_if(graph.value_infos, [&](const model::ValueInfo& info) { return !defined.contains(info.name); });
  std::set<std::string> said;
  for (const model::ValueInfo& info : graph.value_infos) said.insert(info.name);
  for (const model::ValueInfo& output : graph.outputs) said.insert(output.name);
  for (model::ValueInfo& info : added) {
    if (computed.contains(info.name) && said.insert(info.name).second) graph.value_infos.push_back(std::move(info));
  }
}

// Keeps what the graph's nodes still call, directly or not.
void remove_unused_functions(model::Model& model) {
  const FunctionTable table(model);
  std::set<const model::Function*> used;
  const auto use = [&](const auto& self, const std::vector<model::Node>& nodes) -> void {
    for (const model::Node& node : nodes) {
      const model::Function* function = table.find(node);
      if (function != nullptr && used.insert(function).second) self(self, function->nodes);
      for (const model::Attribute& attribute : node.attributes) {
        for (const model::GraphPtr& graph : model::graphs_of(attribute)) self(self, graph->nodes);
      }
    }
  };
  use(use, model.graph.nodes);
  std::vector<model::Function> kept;
  for (const model::Function& function : model.functions) {
    if (used.contains(&function)) kept.push_back(function);
  }
  model.functions = std::move(kept);
}

class Expander {
 public:
  Expander(const model::Model& model, const ExpandOptions& options)
      : model_(model), options_(options), imports_(model.opset_imports) {}

  Expansion run() {
    const ResolvedModel resolved = resolve(model_, UnknownOperators::kLeftAlone);
    Inlining inlining = inline_functions(model_, resolved, options_.keep_functions, options_.max_nodes);
    facts_ = find_value_facts(inlining.graph, options_.types);
    kept_ = std::move(inlining.kept);
    Expansion result{.model = model_, .kept = {}};
    result.model.graph = finish(inlining.graph);
    result.model.opset_imports = std::move(imports_);
    result.kept = std::move(kept_);
    remove_unused_functions(result.model);
    return result;
  }

 private:
  model::Graph finish(InlinedGraph& inlined) {
    model::Graph graph = std::move(inlined.graph);
    std::vector<model::ValueInfo> added;
    bool expanded = false;
    for (Inlined& one : inlined.nodes) {
      with_context([&] { return one.source->label; }, one.source->node->place,
                   [&] {
                     settle(one);
                     for (InlinedNode& node : one.nodes) graph.nodes.push_back(finish(std::move(node)));
                   });
      if (one.expanded) std::ranges::move(one.value_infos, std::back_inserter(added));
      expanded = expanded || one.expanded;
    }
    if (expanded) keep_true_infos(graph, std::move(added));
    return graph;
  }

  model::Node finish(InlinedNode placed) {
    for (model::Attribute& attribute : placed.node.attributes) {
      std::vector<model::GraphPtr> graphs = model::graphs_of(attribute);
      for (model::GraphPtr& graph : graphs) {
        const auto inlined = placed.graphs.find(graph.get());
        if (inlined != placed.graphs.end()) graph = std::make_shared<model::Graph>(finish(inlined->second));
      }
      if (attribute.get<model::GraphPtr>() != nullptr) attribute.value = model::AttributeValue(graphs.front());
      if (attribute.get<std::vector<model::GraphPtr>>() != nullptr) attribute.value = model::AttributeValue(graphs);
    }
    return std::move(placed.node);
  }

  // Decides whether the nodes stand in place of the call, and writes them for the model's opset.
  void settle(Inlined& one) {
    if (!one.expanded) return;
    model::OpsetImports imports = imports_;
    add_missing_imports(one, imports);
    write_typed(one, imports, facts_);
    for (const InlinedNode& node : one.nodes) {
      const auto obstacle = move_obstacle(node, imports, facts_);
      if (!obstacle) continue;
      return keep(one, node, *obstacle, imports);
    }
    imports_ = std::move(imports);
  }

  static void add_missing_imports(const Inlined& one, model::OpsetImports& imports) {
    for (const InlinedNode& node : one.nodes) {
      const auto wanted = node.imports->find(node.node.domain);
      if (wanted != node.imports->end()) imports.insert(*wanted);
    }
  }

  void keep(Inlined& one, const InlinedNode& node, const MoveObstacle& obstacle, const model::OpsetImports& imports) {
    const ResolvedNode& source = *one.source;
    if (obstacle.kind != MoveObstacle::Kind::kMeaning) {
      const std::string value = value_to_name(one, obstacle.value);
      const bool type = obstacle.kind == MoveObstacle::Kind::kUnknownType;
      const std::string lack =
          fmt::format("the {} of value \"{}\" is not known", type ? "element type" : "shape", value);
      if (!options_.keep_unknown) {
        fail(ErrorKind::kUnsupported,
             "cannot be written for {}{} while {}: {}infer shapes first, or leave it with --keep-functions",
             model_opset(imports), type ? "" : fmt::format(", whose {} does not broadcast,", node.node.op_type), lack,
             type ? fmt::format("give it with --type {}=TYPE, ", value) : "");
      }
      kept_.push_back(fmt::format("{}: {} stays: {}", source.label, name_of(*source.function->function), lack));
    } else {
      kept_.push_back(fmt::format("{}: {} stays a function with opset {}: {}", source.label,
                                  name_of(*source.function->function), opset_of(*node.imports, node.node.domain),
                                  obstacle.reason));
    }
    one.nodes = {one.call};
    one.expanded = false;
  }

  // Of the values that have this one's type or shape, the one that the user knows.
  [[nodiscard]] std::string value_to_name(const Inlined& one, std::size_t value) const {
    const auto body = std::ranges::find_if(one.bodies, [&](const BodyCall& call) {
      return call.value != ElementTypes::kNone && facts_.types.joined(call.value, value);
    });
    return body == one.bodies.end() ? facts_.types.name(value) : body->input;
  }

  const model::Model& model_;
  const ExpandOptions& options_;
  model::OpsetImports imports_;
  ValueFacts facts_;
  std::vector<std::string> kept_;
};

}  // namespace

Expansion expand_functions(const model::Model& model, const ExpandOptions& options) {
  return Expander(model, options).run();
}

}  // namespace hardref
