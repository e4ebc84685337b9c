#include "compile/value_facts.h"

#include <set>
#include <span>
#include <unordered_map>

#include "error.h"

namespace hardref {
namespace {

using Value = ElementTypes::Value;

// The operands of a graph among attributes.
struct Body {
  std::vector<Value> inputs;
  std::vector<Value> outputs;
};

Value at(std::span<const Value> values, std::size_t i) { return i < values.size() ? values[i] : ElementTypes::kNone; }

// The values of a graph, and of those around it.
struct FactScope {
  const FactScope* outer;
  std::unordered_map<std::string_view, Value> values = {};

  [[nodiscard]] Value find(std::string_view name) const {
    if (name.empty()) return ElementTypes::kNone;
    const auto found = values.find(name);
    if (found != values.end()) return found->second;
    return outer == nullptr ? ElementTypes::kNone : outer->find(name);
  }
};

std::optional<Shape> shape_in_numbers(const model::TensorTypeInfo& info) {
  if (!info.shape) return std::nullopt;
  Shape shape;
  for (const Dimension& dimension : *info.shape) {
    const auto* extent = std::get_if<std::int64_t>(&dimension);
    if (extent == nullptr) return std::nullopt;
    shape.push_back(*extent);
  }
  return shape;
}

class FactFinder {
 public:
  explicit FactFinder(const std::map<std::string, DataType>& given) : given_(given) {}

  ValueFacts run(InlinedGraph& graph) {
    (void)add_graph(graph, nullptr);
    for (const auto& [name, type] : given_) {
      if (!met_.contains(name))
        fail(ErrorKind::kUsage, "there is no value \"{}\" that could be of type {}", name, to_string(type));
    }
    return std::move(facts_);
  }

 private:
  Body add_graph(InlinedGraph& inlined, const FactScope* outer) {
    FactScope scope{outer};
    const model::Graph& graph = inlined.graph;
    for (const model::ValueInfo& input : graph.inputs) define(input.name, scope);
    for (const model::Initializer& initializer : graph.initializers) define(initializer.name, scope);
    for (const Inlined& one : inlined.nodes) {
      for (const InlinedNode& node : one.nodes) {
        for (const std::string& name : node.node.outputs) define(name, scope);
      }
    }
    declare(graph.inputs, scope);
    declare(graph.outputs, scope);
    declare(graph.value_infos, scope);
    for (const model::Initializer& initializer : graph.initializers) {
      const Value value = scope.find(initializer.name);
      facts_.types.require(value, {initializer.tensor->type()}, "is an initializer of");
      facts_.shapes[value] = initializer.tensor->shape();
    }
    for (Inlined& one : inlined.nodes) {
      with_context([&] { return one.source->label; }, one.source->node->place, [&] { add_nodes(one, scope); });
    }
    return {values_of(model::names_of(graph.inputs), scope), values_of(model::names_of(graph.outputs), scope)};
  }

  void define(const std::string& name, FactScope& scope) {
    if (name.empty() || scope.values.contains(name)) return;
    const Value value = facts_.types.add(name);
    scope.values.emplace(name, value);
    facts_.shapes.emplace_back();
    const auto given = given_.find(name);
    if (given == given_.end()) return;
    met_.insert(name);
    facts_.types.require(value, {given->second}, "is given as");
  }

  void declare(const std::vector<model::ValueInfo>& infos, const FactScope& scope) {
    for (const model::ValueInfo& info : infos) {
      const Value value = scope.find(info.name);
      const auto* tensor = info.type ? std::get_if<model::TensorTypeInfo>(&info.type->value) : nullptr;
      if (value == ElementTypes::kNone || tensor == nullptr) continue;
      if (tensor->element != DataType::kUndefined) facts_.types.require(value, {tensor->element}, "is declared as");
      if (auto shape = shape_in_numbers(*tensor)) facts_.shapes[value] = std::move(shape);
    }
  }

  void add_nodes(Inlined& one, const FactScope& scope) {
    declare(one.value_infos, scope);
    for (BodyCall& body : one.bodies) {
      const Value input = body.value = scope.find(body.input);
      const Value output = scope.find(body.output);
      facts_.types.require(input, body.types, "must be");
      if (input == ElementTypes::kNone || output == ElementTypes::kNone) continue;
      if (!facts_.shapes[input]) facts_.shapes[input] = facts_.shapes[output];
      if (!facts_.shapes[output]) facts_.shapes[output] = facts_.shapes[input];
    }
    if (one.expanded) {  // the call may stay after all
      for (auto& [origin, graph] : one.call.graphs) (void)add_graph(graph, &scope);
    }
    for (InlinedNode& node : one.nodes) {
      node.inputs = values_of(node.node.inputs, scope);
      node.outputs = values_of(node.node.outputs, scope);
      facts_.types.add_node(node.node, *node.imports, node.inputs, node.outputs);
      for (auto& [origin, graph] : node.graphs) join_body(node, add_graph(graph, &scope));
    }
  }

  static std::vector<Value> values_of(const std::vector<std::string>& names, const FactScope& scope) {
    std::vector<Value> values;
    for (const std::string& name : names) values.push_back(scope.find(name));
    return values;
  }

  void join(std::span<const Value> a, std::span<const Value> b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) facts_.types.join(a[i], b[i]);
  }

  // Which operands of a node its graphs take and give.
  void join_body(const InlinedNode& node, const Body& body) {
    if (!node.node.domain.empty()) return;
    const std::string& op = node.node.op_type;
    const std::span inputs(node.inputs);
    const std::span outputs(node.outputs);
    const std::span given(body.outputs);
    if (op == "If") {
      join(outputs, given);
    } else if (op == "Loop" && inputs.size() >= 2 && !given.empty()) {
      facts_.types.require(at(body.inputs, 0), {DataType::kInt64}, "must be");
      facts_.types.require(at(body.inputs, 1), {DataType::kBool}, "must be");
      if (body.inputs.size() > 2) join(inputs.subspan(2), std::span(body.inputs).subspan(2));
      join(inputs.subspan(2), given.subspan(1));
      join(outputs, given.subspan(1));
    } else if (op == "Scan" || op == "SequenceMap") {
      const auto opset = node.imports->find("");
      const bool lengths_first = op == "Scan" && opset != node.imports->end() && opset->second < 9;
      if (lengths_first && inputs.empty()) return;
      join(inputs.subspan(lengths_first ? 1 : 0), body.inputs);
      join(outputs, given);
    }
  }

  const std::map<std::string, DataType>& given_;
  std::set<std::string> met_;
  ValueFacts facts_;
};

}  // namespace

ValueFacts find_value_facts(InlinedGraph& graph, const std::map<std::string, DataType>& given) {
  return FactFinder(given).run(graph);
}

}  // namespace hardref
