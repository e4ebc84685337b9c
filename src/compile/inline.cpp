#include "compile/inline.h"

#include <algorithm>
#include <set>
#include <span>

#include "compile/bind.h"
#include "compile/value_names.h"
#include "error.h"

namespace hardref {
namespace {

// What keeps the nodes of a function from standing in place of a call; empty where nothing does. Such an output has no
// node of its own that could be renamed.
std::string obstacle(const model::Function& function) {
  std::set<std::string_view> seen(function.inputs.begin(), function.inputs.end());
  for (const std::string& name : function.outputs) {
    if (!seen.insert(name).second) return fmt::format("its output {} is an input or another output as well", name);
  }
  return "";
}

// A symbol of a function is none of the graph's: two calls may give it two extents.
std::optional<model::Type> without_symbols(const std::optional<model::Type>& type) {
  const auto* tensor = type ? std::get_if<model::TensorTypeInfo>(&type->value) : nullptr;
  if (tensor == nullptr || !tensor->shape) return type;
  model::TensorTypeInfo info = *tensor;
  for (Dimension& dimension : *info.shape) {
    if (std::holds_alternative<std::string>(dimension)) dimension = {};
  }
  return model::Type{info};
}

// A name that nobody defines stays what it is.
std::string name_in_graph(const CallNames& names, const std::string& name) {
  const auto found = names.values.find(name);
  return found == names.values.end() ? name : found->second;
}

class Inliner {
 public:
  Inliner(const model::Model& model, bool keep_functions, std::size_t max_nodes)
      : model_(model), keep_functions_(keep_functions), namer_(model.graph), budget_(max_nodes) {}

  Inlining run(const ResolvedModel& resolved) {
    model::Graph frame = model_.graph;
    frame.nodes.clear();
    Inlining result{.graph = {.graph = std::move(frame), .nodes = {}}, .kept = {}};
    add_nodes(resolved.nodes, {&model_.opset_imports, nullptr, nullptr}, result.graph);
    result.kept = std::move(kept_);
    return result;
  }

 private:
  // Where a node stands: in a graph, whose names are its own, or inside of a call.
  struct Surroundings {
    const model::OpsetImports* imports;
    const CallNames* names;
    const BoundAttributes* bound;
  };

  void add_nodes(const std::vector<ResolvedNode>& nodes, const Surroundings& around, InlinedGraph& graph) {
    std::set<std::string_view> names;
    for (const ResolvedNode& node : nodes) {
      Inlined inlined;
      inlined.source = &node;
      with_context([&] { return node.label; }, node.node->place,
                   [&] {
                     inlined.call = place(node, around, {});
                     std::string& name = inlined.call.node.name;
                     if (!names.insert(node.node->name).second)
                       name = namer_.node_name({}, name);  // the graph has it twice
                     inlined.expanded = expand(node, inlined.call, inlined);
                   });
      graph.nodes.push_back(std::move(inlined));
    }
  }

  // The node as it stands in the graph. Graphs that the caller passes as attributes have been placed by it.
  InlinedNode place(const ResolvedNode& resolved, const Surroundings& around,
                    const std::map<const model::Graph*, InlinedGraph>& passed) {
    InlinedNode placed;
    placed.node = *resolved.node;
    placed.imports = around.imports;
    if (around.names != nullptr) rename(placed.node, *around.names);
    if (around.bound != nullptr) placed.node.attributes = bind_references(resolved.node->attributes, *around.bound);
    for (const model::Attribute& attribute : placed.node.attributes) {
      for (const model::GraphPtr& graph : model::graphs_of(attribute)) {
        if (const auto own = resolved.graphs.find(graph.get()); own != resolved.graphs.end()) {
          placed.graphs.emplace(graph.get(), place_graph(*graph, own->second, around));
        } else if (const auto known = passed.find(graph.get()); known != passed.end()) {
          placed.graphs.insert(*known);
        }
      }
    }
    return placed;
  }

  void rename(model::Node& node, const CallNames& names) {
    node.name = namer_.node_name(names, node.name);
    for (std::string& name : node.inputs) name = name_in_graph(names, name);
    for (std::string& name : node.outputs) name = name_in_graph(names, name);
  }

  InlinedGraph place_graph(const model::Graph& graph, const std::vector<ResolvedNode>& nodes,
                           const Surroundings& around) {
    InlinedGraph placed;
    placed.graph = graph;
    placed.graph.nodes.clear();
    if (around.names == nullptr) {
      add_nodes(nodes, around, placed);
      return placed;
    }
    const CallNames names = namer_.enter(graph, *around.names);
    const auto rename_all = [&](auto& items) {
      for (auto& item : items) item.name = name_in_graph(names, item.name);
    };
    rename_all(placed.graph.inputs);
    rename_all(placed.graph.outputs);
    rename_all(placed.graph.initializers);
    rename_all(placed.graph.value_infos);
    add_nodes(nodes, {around.imports, &names, around.bound}, placed);
    return placed;
  }

  // Adds the nodes of the function's body, and of the functions that they call; any other node as it is, and says so.
  bool expand(const ResolvedNode& resolved, const InlinedNode& call, Inlined& result) {
    budget_.take();
    if (resolved.function == nullptr || stays(resolved, *result.source)) {
      if (resolved.function != nullptr) reserve_names(*resolved.function, call.node.outputs);
      result.nodes.push_back(call);
      return false;
    }
    const model::Function& function = *resolved.function->function;
    if (resolved.op != nullptr) {
      result.bodies.push_back(
          {.input = call.node.inputs.front(), .output = call.node.outputs.front(), .types = resolved.op->types("T")});
    }
    const BoundAttributes bound = resolved.op != nullptr ? attributes_of_call(*resolved.op, call.node.attributes)
                                                         : attributes_of_call(function, call.node.attributes);
    const CallNames names = namer_.enter(*resolved.function, call.node.inputs, call.node.outputs);
    for (const model::ValueInfo& info : function.value_infos) {
      result.value_infos.push_back({name_in_graph(names, info.name), without_symbols(info.type), info.unread});
    }
    for (const ResolvedNode& inner : resolved.function->nodes) {
      expand(inner, place(inner, {&function.opset_imports, &names, &bound}, call.graphs), result);
    }
    return true;
  }

  // What stands inside of a call that stays has names in a run, and nothing else may have them.
  void reserve_names(const ResolvedFunction& function, std::span<const std::string> outputs) {
    const CallNames names = namer_.enter(function, {}, outputs);
    for (const ResolvedNode& inner : function.nodes) {
      budget_.take();
      if (inner.function == nullptr) continue;
      std::vector<std::string> inner_outputs;
      for (const std::string& name : inner.node->outputs) inner_outputs.push_back(name_in_graph(names, name));
      reserve_names(*inner.function, inner_outputs);
    }
  }

  bool stays(const ResolvedNode& call, const ResolvedNode& top) {
    if (keep_functions_ && call.op == nullptr) return true;
    const model::Function& function = *call.function->function;
    const std::string reason = obstacle(function);
    if (reason.empty()) return false;
    kept_.push_back(fmt::format("{}: {} stays a function: {}", top.label, name_of(function), reason));
    return true;
  }

  const model::Model& model_;
  bool keep_functions_;
  ValueNamer namer_;
  NodeBudget budget_;
  std::vector<std::string> kept_;
};

}  // namespace

Inlining inline_functions(const model::Model& model, const ResolvedModel& resolved, bool keep_functions,
                          std::size_t max_nodes) {
  return Inliner(model, keep_functions, max_nodes).run(resolved);
}

}  // namespace hardref
