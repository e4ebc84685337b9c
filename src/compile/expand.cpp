#include "compile/expand.h"

#include <algorithm>
#include <map>
#include <set>

#include "compile/bind.h"
#include "compile/functions.h"
#include "compile/resolve.h"
#include "compile/value_names.h"
#include "error.h"
#include "ops/registry.h"

namespace hardref {
namespace {

constexpr TypeSet kAnyType = AllTypes::kSet;
constexpr std::int64_t kFirstIrWithFunctions = 8;
// The domain of bodies that stay functions.
constexpr std::string_view kBodyDomain = "hardref";

// A node of the new graph, with the meaning that it has to keep.
struct PlacedNode {
  model::Node node;
  const model::OpsetImports* imports = nullptr;  // by which it was written
  TypeSet types;                                 // the element types that it can meet
};

bool attributes_fit(const model::Node& node, const OpVersion& op) {
  return std::ranges::all_of(node.attributes, [&](const model::Attribute& attribute) {
    const AttributeSpec* spec = op.attribute(attribute.name);
    return spec != nullptr && spec->kind == attribute.kind();
  });
}

// Whether a node can stand in a graph with these imports and mean what it meant.
bool keeps_meaning(const PlacedNode& placed, const model::OpsetImports& imports) {
  const auto wanted = placed.imports->find(placed.node.domain);
  const auto offered = imports.find(placed.node.domain);
  if (wanted == placed.imports->end()) return true;  // broken before, broken after
  if (offered == imports.end() || wanted->second == offered->second) return true;
  const OpVersion* before = known_version(placed.node, *placed.imports);
  const OpVersion* after = known_version(placed.node, imports);
  return before != nullptr && after != nullptr && attributes_fit(placed.node, *after) &&
         keeps_meaning(*before, placed.types, offered->second);
}

// The first node that changes its meaning under the imports.
const PlacedNode* first_changed(std::span<const PlacedNode> nodes, const model::OpsetImports& imports) {
  const auto found = std::ranges::find_if(nodes, [&](const PlacedNode& node) { return !keeps_meaning(node, imports); });
  return found == nodes.end() ? nullptr : &*found;
}

void add_missing_imports(std::span<const PlacedNode> nodes, model::OpsetImports& imports) {
  for (const PlacedNode& placed : nodes) {
    const auto wanted = placed.imports->find(placed.node.domain);
    if (wanted != placed.imports->end()) imports.insert(*wanted);
  }
}

// Nodes inside of graph attributes are not rewritten, so what stands around them has to stay as well.
bool has_graph_attributes(const std::vector<model::Node>& nodes) {
  return std::ranges::any_of(nodes, [](const model::Node& node) {
    return std::ranges::any_of(node.attributes, [](const model::Attribute& attribute) {
      return attribute.kind() == model::AttributeKind::kGraph || attribute.kind() == model::AttributeKind::kGraphs;
    });
  });
}

// What keeps the nodes of a function from standing in place of a call; empty where nothing does.
std::string obstacle(const model::Function& function) {
  if (has_graph_attributes(function.nodes)) return "its nodes have graphs as attributes";
  // Such an output has no node of its own that could be renamed.
  std::set<std::string_view> seen(function.inputs.begin(), function.inputs.end());
  for (const std::string& name : function.outputs) {
    if (!seen.insert(name).second) return fmt::format("its output {} is an input or another output as well", name);
  }
  return "";
}

class Expander {
 public:
  Expander(const model::Model& model, std::size_t max_nodes)
      : model_(model),
        resolved_(resolve(model, UnknownOperators::kLeftAlone)),
        namer_(model.graph),
        budget_(max_nodes) {}

  Expansion run() {
    result_.model = model_;
    expand_graph();
    if (!expand_under_one_opset()) keep_some_functions();
    remove_unused_functions();
    return std::move(result_);
  }

 private:
  // The nodes that stand for one of the graph's.
  struct Expanded {
    const ResolvedNode* node;
    std::size_t begin;  // in nodes_
    std::size_t end;
  };

  [[nodiscard]] std::span<const PlacedNode> nodes_of(const Expanded& item) const {
    return {nodes_.data() + item.begin, item.end - item.begin};
  }

  void expand_graph() {
    for (const ResolvedNode& node : resolved_.nodes) {
      const std::size_t begin = nodes_.size();
      top_ = &node;
      with_context([&] { return node.label; }, [&] { expand(node, {*node.node, &model_.opset_imports, kAnyType}); });
      expanded_.push_back({&node, begin, nodes_.size()});
    }
  }

  // Adds the nodes of the function's body, and of the functions that they call, with the graph's names and bound
  // attributes; any other node as it is.
  void expand(const ResolvedNode& resolved, PlacedNode placed) {
    budget_.take();
    if (resolved.function == nullptr) return nodes_.push_back(std::move(placed));
    if (stays(resolved)) {
      reserve_names(*resolved.function, placed.node.outputs);
      return nodes_.push_back(std::move(placed));
    }
    const model::Node& call = placed.node;
    const BoundAttributes bound = resolved.op != nullptr
                                      ? attributes_of_call(*resolved.op, call.attributes)
                                      : attributes_of_call(*resolved.function->function, call.attributes);
    const TypeSet types = resolved.op != nullptr ? resolved.op->types("T") & placed.types : placed.types;
    CallNames names = namer_.enter(*resolved.function, call.inputs, call.outputs);
    const auto rename = [&](std::string& name) { name = names.values[name]; };
    for (const ResolvedNode& inner : resolved.function->nodes) {
      PlacedNode copy{*inner.node, &resolved.function->function->opset_imports, types};
      copy.node.name = namer_.node_name(names, copy.node.name);
      copy.node.attributes = bind_references(inner.node->attributes, bound);
      std::ranges::for_each(copy.node.inputs, rename);
      std::ranges::for_each(copy.node.outputs, rename);
      expand(inner, std::move(copy));
    }
  }

  // What stands inside of a call that stays has names in a run, and nothing else may have them.
  void reserve_names(const ResolvedFunction& function, std::span<const std::string> outputs) {
    CallNames names = namer_.enter(function, {}, outputs);
    for (const ResolvedNode& inner : function.nodes) {
      budget_.take();
      if (inner.function == nullptr) continue;
      std::vector<std::string> inner_outputs;
      for (const std::string& name : inner.node->outputs) inner_outputs.push_back(names.values[name]);
      reserve_names(*inner.function, inner_outputs);
    }
  }

  bool stays(const ResolvedNode& call) {
    const model::Function& function = *call.function->function;
    const std::string reason = obstacle(function);
    if (reason.empty()) return false;
    result_.kept.push_back(fmt::format("{}: {} stays a function: {}", top_->label, name_of(function), reason));
    return true;
  }

  // The lowest opset that suits all nodes, wherever they come from.
  bool expand_under_one_opset() {
    model::OpsetImports imports = model_.opset_imports;
    add_missing_imports(nodes_, imports);
    if (imports.contains("")) {
      const std::int64_t first = imports[""];
      for (std::int64_t& opset = imports[""]; first_changed(nodes_, imports) != nullptr; ++opset) {
        if (opset >= std::max(first, kNewestOpset)) return false;
      }
    }
    finish(std::move(nodes_), imports);
    return true;
  }

  void finish(std::vector<PlacedNode> nodes, const model::OpsetImports& imports) {
    if (imports != model_.opset_imports) raise_ir_version();
    result_.model.opset_imports = imports;
    result_.model.graph.nodes.clear();
    for (PlacedNode& placed : nodes) result_.model.graph.nodes.push_back(std::move(placed.node));
  }

  // The model keeps its opset; what cannot stand under it stays a function.
  void keep_some_functions() {
    model::OpsetImports imports = model_.opset_imports;
    std::vector<PlacedNode> nodes;
    for (const Expanded& item : expanded_) {
      add_missing_imports(nodes_of(item), imports);
      const PlacedNode* changed = first_changed(nodes_of(item), imports);
      if (changed == nullptr) {
        nodes.insert(nodes.end(), nodes_of(item).begin(), nodes_of(item).end());
      } else {
        nodes.push_back(kept_call(*item.node, *changed, imports));
      }
    }
    add_missing_imports(nodes, imports);
    finish(std::move(nodes), imports);
    raise_ir_version();
  }

  PlacedNode kept_call(const ResolvedNode& resolved, const PlacedNode& changed, model::OpsetImports& imports) {
    PlacedNode call{*resolved.node, &model_.opset_imports, kAnyType};
    const model::Function& body = *resolved.function->function;
    result_.kept.push_back(
        fmt::format("{}: {} stays a function with opset {}: its node {} would mean something else under opset {}",
                    resolved.label, name_of(body), opset_of(*changed.imports, changed.node.domain),
                    changed.node.op_type, opset_of(imports, changed.node.domain)));
    if (resolved.op != nullptr) {
      call.node.op_type = add_body(body, fmt::format("{}_{}", resolved.op->name, resolved.op->since_version));
      call.node.domain = kBodyDomain;
      call.node.attributes = explicit_attributes(*resolved.op, body, call.node);
      imports.emplace(kBodyDomain, 1);
    }
    return call;
  }

  // Every attribute of the body with its value: functions have defaults of their own from IR version 9 on only.
  static std::vector<model::Attribute> explicit_attributes(const OpVersion& op, const model::Function& body,
                                                           const model::Node& call) {
    const BoundAttributes bound = attributes_of_call(op, call.attributes);
    std::vector<model::Attribute> attributes;
    for (const std::string& name : body.attributes) attributes.push_back({name, bound.at(name)});
    return attributes;
  }

  // The body of an operator as a function of the model, once, and its name there.
  const std::string& add_body(const model::Function& body, const std::string& wanted) {
    const auto [known, is_new] = bodies_.try_emplace(&body, wanted);
    std::string& name = known->second;
    if (!is_new) return name;
    const auto is_taken = [&](const model::Function& function) {
      return function.domain == kBodyDomain && function.name == name;
    };
    for (int i = 2; std::ranges::any_of(model_.functions, is_taken); ++i) name = fmt::format("{}_{}", wanted, i);
    model::Function& added = result_.model.functions.emplace_back(body);
    added.domain = kBodyDomain;
    added.name = name;
    return name;
  }

  void raise_ir_version() { result_.model.ir_version = std::max(result_.model.ir_version, kFirstIrWithFunctions); }

  // Keeps what the graph's nodes still call, directly or not. A graph attribute may call any function.
  void remove_unused_functions() {
    model::Model& model = result_.model;
    if (has_graph_attributes(model.graph.nodes) ||
        std::ranges::any_of(model.functions, has_graph_attributes, &model::Function::nodes)) {
      return;
    }
    const FunctionTable table(model);
    std::set<const model::Function*> used;
    const auto use = [&](const auto& self, const std::vector<model::Node>& nodes) -> void {
      for (const model::Node& node : nodes) {
        const model::Function* function = table.find(node);
        if (function != nullptr && used.insert(function).second) self(self, function->nodes);
      }
    };
    use(use, model.graph.nodes);
    std::vector<model::Function> kept;
    for (const model::Function& function : model.functions) {
      if (used.contains(&function)) kept.push_back(function);
    }
    model.functions = std::move(kept);
  }

  const model::Model& model_;
  ResolvedModel resolved_;
  ValueNamer namer_;
  NodeBudget budget_;
  const ResolvedNode* top_ = nullptr;  // the graph's node that is being expanded
  std::vector<PlacedNode> nodes_;      // of the whole expansion
  std::vector<Expanded> expanded_;
  std::map<const model::Function*, std::string> bodies_;  // of operators that stay functions
  Expansion result_;
};

}  // namespace

Expansion expand_functions(const model::Model& model, std::size_t max_nodes) {
  return Expander(model, max_nodes).run();
}

}  // namespace hardref
