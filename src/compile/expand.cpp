#include "compile/expand.h"

#include <algorithm>
#include <set>

#include "compile/bind.h"
#include "compile/functions.h"
#include "compile/inline.h"
#include "compile/resolve.h"
#include "error.h"
#include "ops/registry.h"

namespace hardref {
namespace {

constexpr TypeSet kAnyType = AllTypes::kSet;
constexpr std::int64_t kFirstIrWithFunctions = 8;
// The domain of bodies that stay functions.
constexpr std::string_view kBodyDomain = "hardref";

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
const PlacedNode* first_changed(const std::vector<PlacedNode>& nodes, const model::OpsetImports& imports) {
  const auto found = std::ranges::find_if(nodes, [&](const PlacedNode& node) { return !keeps_meaning(node, imports); });
  return found == nodes.end() ? nullptr : &*found;
}

void add_missing_imports(const std::vector<PlacedNode>& nodes, model::OpsetImports& imports) {
  for (const PlacedNode& placed : nodes) {
    const auto wanted = placed.imports->find(placed.node.domain);
    if (wanted != placed.imports->end()) imports.insert(*wanted);
  }
}

class Expander {
 public:
  Expander(const model::Model& model, std::size_t max_nodes)
      : model_(model), functions_(model), inliner_(model, functions_, max_nodes) {}

  Expansion run() {
    result_.model = model_;
    expand_calls();
    if (!expand_under_one_opset()) keep_some_functions();
    remove_unused_functions();
    return std::move(result_);
  }

 private:
  struct Expanded {
    std::string label;
    PlacedNode call;
    std::vector<PlacedNode> nodes;
  };

  void expand_calls() {
    for (std::size_t i = 0; i < model_.graph.nodes.size(); ++i) {
      const PlacedNode call{model_.graph.nodes[i], &model_.opset_imports, kAnyType};
      std::string label = label_of(call.node, i, known_version(call.node, model_.opset_imports));
      with_context([&] { return label; }, [&] { expanded_.push_back({label, call, inliner_.expand(call)}); });
      for (const PlacedNode& placed : expanded_.back().nodes) report_obstacle(label, placed);
    }
  }

  void report_obstacle(const std::string& label, const PlacedNode& placed) {
    const model::Function* function = inliner_.body_of(placed);
    if (function == nullptr) return;
    result_.kept.push_back(fmt::format("{}: {} stays a function: {}", label, name_of(*function), obstacle(*function)));
  }

  // The lowest opset that suits all nodes, wherever they come from.
  bool expand_under_one_opset() {
    std::vector<PlacedNode> all;
    for (const Expanded& item : expanded_) all.insert(all.end(), item.nodes.begin(), item.nodes.end());
    model::OpsetImports imports = model_.opset_imports;
    add_missing_imports(all, imports);
    if (!imports.contains("")) return finish(all, imports);
    const std::int64_t first = imports[""];
    for (std::int64_t opset = first; opset == first || opset <= kNewestOpset; ++opset) {
      imports[""] = opset;
      if (first_changed(all, imports) == nullptr) return finish(all, imports);
    }
    return false;
  }

  bool finish(const std::vector<PlacedNode>& nodes, const model::OpsetImports& imports) {
    if (imports != model_.opset_imports) raise_ir_version();
    result_.model.opset_imports = imports;
    result_.model.graph.nodes.clear();
    for (const PlacedNode& placed : nodes) result_.model.graph.nodes.push_back(placed.node);
    return true;
  }

  // The model keeps its opset; what cannot stand under it stays a function.
  void keep_some_functions() {
    model::OpsetImports imports = model_.opset_imports;
    std::vector<PlacedNode> nodes;
    for (Expanded& item : expanded_) {
      add_missing_imports(item.nodes, imports);
      const PlacedNode* changed = first_changed(item.nodes, imports);
      if (changed == nullptr) {
        nodes.insert(nodes.end(), item.nodes.begin(), item.nodes.end());
      } else {
        nodes.push_back(kept_call(item, *changed, imports));
      }
    }
    add_missing_imports(nodes, imports);
    finish(nodes, imports);
    raise_ir_version();
  }

  PlacedNode kept_call(const Expanded& item, const PlacedNode& changed, model::OpsetImports& imports) {
    PlacedNode call = item.call;
    const model::Function& body = *inliner_.body_of(call);
    result_.kept.push_back(
        fmt::format("{}: {} stays a function with opset {}: its node {} would mean something else under opset {}",
                    item.label, name_of(body), opset_of(*changed.imports, changed.node.domain), changed.node.op_type,
                    opset_of(imports, changed.node.domain)));
    if (const OpVersion* op = known_version(call.node, model_.opset_imports)) {
      add_body(body, fmt::format("{}_{}", op->name, op->since_version));
      call.node.op_type = result_.model.functions.back().name;
      call.node.domain = kBodyDomain;
      call.node.attributes = explicit_attributes(*op, body, call.node);
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

  // The body of an operator as a function of the model; the last one if it is there already.
  void add_body(const model::Function& body, const std::string& name) {
    auto& functions = result_.model.functions;
    if (!functions.empty() && functions.back().domain == kBodyDomain && functions.back().name == name) return;
    functions.push_back(body);
    functions.back().domain = kBodyDomain;
    functions.back().name = name;
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
  FunctionTable functions_;
  Inliner inliner_;
  std::vector<Expanded> expanded_;
  Expansion result_;
};

}  // namespace

Expansion expand_functions(const model::Model& model, std::size_t max_nodes) {
  return Expander(model, max_nodes).run();
}

}  // namespace hardref
