#include "compile/resolve.h"

#include <algorithm>
#include <set>
#include <type_traits>
#include <unordered_map>

#include "compile/check.h"
#include "compile/declarations.h"
#include "compile/functions.h"
#include "compile/order.h"
#include "error.h"
#include "ops/registry.h"
#include "tensor/join.h"

namespace hardref {
namespace {

template <class Item>
void reject_duplicates(const std::vector<Item>& items, std::string_view what) {
  std::set<std::string_view> names;
  for (const Item& item : items) {
    std::string_view name;
    model::TextPlace place;
    if constexpr (std::is_same_v<Item, std::string>) {
      name = item;
    } else {
      name = item.name;
    }
    if constexpr (requires { item.place; }) place = item.place;
    if (!names.insert(name).second) fail_at(place, ErrorKind::kInvalidModel, "{} \"{}\" is there twice", what, name);
  }
}

class Resolver {
 public:
  Resolver(const model::Model& model, UnknownOperators unknown) : model_(model), unknown_(unknown), functions_(model) {
    for (const model::Function& function : model.functions) {
      if (function.domain.empty() && !find_operator(function.name).empty()) {
        resolved_.warnings.push_back(fmt::format(
            "function {} has the name of a standard operator, which it does not replace", name_of(function)));
      }
    }
  }

  ResolvedModel run() {
    std::vector<std::string> given = names_of(model_.graph.inputs);
    const std::vector<std::string> initializers = names_of(model_.graph.initializers);
    reject_duplicates(model_.graph.inputs, "graph input");
    reject_duplicates(model_.graph.initializers, "initializer");
    check_initializers(model_.graph);
    note_irregularities();
    given.insert(given.end(), initializers.begin(), initializers.end());
    std::vector<model::TextPlace> places;
    for (const model::ValueInfo& output : model_.graph.outputs) places.push_back(output.place);
    resolved_.nodes =
        nodes(model_.graph.nodes, model_.opset_imports, given, names_of(model_.graph.outputs), "", places);
    return std::move(resolved_);
  }

 private:
  // What the IR forbids and no number depends on.
  void note_irregularities() {
    const model::Graph& graph = model_.graph;
    resolved_.warnings.insert(resolved_.warnings.end(), model_.notes.begin(), model_.notes.end());
    if (graph.name.empty()) resolved_.warnings.emplace_back("the graph has no name");
    for (const model::ValueInfo& input : graph.inputs) {
      if (!input.type) resolved_.warnings.push_back(fmt::format("input \"{}\" has no type", input.name));
    }
    std::set<std::string_view> keys;
    for (const auto& [key, value] : model_.metadata) {
      if (!keys.insert(key).second) resolved_.warnings.push_back(fmt::format("metadata_props has {:?} twice", key));
    }
  }

  void note_repeated_names(const std::vector<model::Node>& nodes, const std::string& place) {
    std::unordered_map<std::string_view, std::size_t> named;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto [other, is_new] = named.try_emplace(nodes[i].name, i);
      if (is_new || nodes[i].name.empty()) continue;
      resolved_.warnings.push_back(
          fmt::format("{}nodes {} and {} have one name, \"{}\"", place, other->second, i, nodes[i].name));
    }
  }

  std::vector<ResolvedNode> nodes(const std::vector<model::Node>& nodes, const model::OpsetImports& imports,
                                  const std::vector<std::string>& given, const std::vector<std::string>& wanted,
                                  const std::string& place, std::span<const model::TextPlace> places_of_wanted = {}) {
    const Ordering ordering = order_nodes(nodes, given, wanted, places_of_wanted);
    if (!ordering.was_sorted) resolved_.warnings.push_back(place + "the nodes are not sorted; they were for this run");
    note_repeated_names(nodes, place);
    std::vector<ResolvedNode> resolved;
    resolved.reserve(nodes.size());
    for (const std::size_t index : ordering.nodes) resolved.push_back(node(nodes[index], index, imports));
    return resolved;
  }

  ResolvedNode node(const model::Node& node, std::size_t index, const model::OpsetImports& imports) {
    ResolvedNode resolved{.node = &node, .index = index, .label = label_of(node, index, nullptr)};
    with_context([&] { return resolved.label; }, node.place,
                 [&] {
                   if (const model::Function* callee = functions_.find(node)) {
                     (void)opset_of(imports, node.domain);  // has to be there
                     check_call(node, *callee);
                     resolved.function = function(*callee);
                     return;
                   }
                   resolved.op = unknown_ == UnknownOperators::kLeftAlone
                                     ? known_version(node, imports)
                                     : &find_version(node.domain, node.op_type, opset_of(imports, node.domain));
                   resolved.label = label_of(node, index, resolved.op);
                 });
    with_context([&] { return resolved.label; }, node.place,
                 [&] {
                   reject_duplicates(node.attributes, "attribute");
                   if (resolved.op != nullptr) check_node(node, *resolved.op);
                 });
    if (resolved.op == nullptr) {
      with_context([&] { return resolved.label; }, node.place, [&] { add_graphs(resolved, imports); });
      return resolved;
    }
    if (const auto* body = std::get_if<FunctionBody>(&resolved.op->meaning)) {
      resolved.function = function(body->function());
    }
    return resolved;
  }

  void add_graphs(ResolvedNode& resolved, const model::OpsetImports& imports) {
    if (unknown_ != UnknownOperators::kLeftAlone) return;
    for (const model::Attribute& attribute : resolved.node->attributes) {
      for (const model::GraphPtr& graph : model::graphs_of(attribute)) {
        std::vector<std::string> given = names_of(graph->inputs);
        const std::vector<std::string> initializers = names_of(graph->initializers);
        const std::set<std::string_view> captured = captured_names(*graph);
        given.insert(given.end(), initializers.begin(), initializers.end());
        given.insert(given.end(), captured.begin(), captured.end());
        resolved.graphs[graph.get()] = nodes(graph->nodes, imports, given, names_of(graph->outputs), "");
      }
    }
  }

  const ResolvedFunction* function(const model::Function& function) {
    ResolvedFunction*& known = known_[&function];
    if (known == nullptr) {
      ResolvedFunction& added = resolved_.functions.emplace_back();
      added.function = &function;
      added.nodes = with_context([&] { return fmt::format("function {}", name_of(function)); }, function.place,
                                 [&] {
                                   reject_duplicates(function.inputs, "input");
                                   reject_duplicates(function.outputs, "output");
                                   return nodes(function.nodes, function.opset_imports, function.inputs,
                                                function.outputs, fmt::format("function {}: ", name_of(function)));
                                 });
      known = &added;
    }
    return known;
  }

  const model::Model& model_;
  UnknownOperators unknown_;
  ResolvedModel resolved_;
  FunctionTable functions_;
  std::map<const model::Function*, ResolvedFunction*> known_;
};

}  // namespace

std::int64_t opset_of(const model::OpsetImports& imports, const std::string& domain) {
  const auto found = imports.find(domain);
  if (found == imports.end()) {
    fail(ErrorKind::kInvalidModel, "opset_import names no version for {}",
         domain.empty() ? "the default domain" : "domain " + domain);
  }
  return found->second;
}

std::string label_of(const model::Node& node, std::size_t index, const OpVersion* op) {
  const std::string kind = op == nullptr ? model::qualified_op_type(node) : to_string(*op);
  return node.name.empty() ? fmt::format("node {} ({})", index, kind)
                           : fmt::format("node \"{}\" ({})", node.name, kind);
}

namespace {

// "; missing in all are Conv (53 nodes), Relu (1 node)": what the graph and its functions ask for and is not here,
// where that is more than one node.
std::string all_missing(const model::Model& model) {
  const FunctionTable functions(model);
  std::map<std::string, std::size_t> missing;
  std::size_t nodes = 0;
  const auto count = [&](const std::vector<model::Node>& list, const model::OpsetImports& imports) {
    for (const model::Node& node : list) {
      if (functions.find(node) != nullptr || known_version(node, imports) != nullptr) continue;
      ++missing[qualified_op_type(node)];
      ++nodes;
    }
  };
  count(model.graph.nodes, model.opset_imports);
  for (const model::Function& function : model.functions) count(function.nodes, function.opset_imports);
  if (nodes < 2) return "";
  return "; missing in all are " + join(missing, ", ", [](const auto& entry) {
           return fmt::format("{} ({} node{})", entry.first, entry.second, entry.second == 1 ? "" : "s");
         });
}

}  // namespace

ResolvedModel resolve(const model::Model& model, UnknownOperators unknown) {
  try {
    return Resolver(model, unknown).run();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kUnsupported) throw;
    fail_at(error.place(), ErrorKind::kUnsupported, "{}{}", error.what(), all_missing(model));
  }
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

}  // namespace hardref
