#include "compile/value_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace hardref {
ValueNamer::ValueNamer(const model::Graph& graph) { add_names(graph); }

// A graph that is an attribute sees the names around it and must not define one of them again.
void ValueNamer::add_names(const model::Graph& graph) {
  for (const model::ValueInfo& value : graph.inputs) values_.emplace(value.name, 2);
  for (const model::ValueInfo& value : graph.value_infos) values_.emplace(value.name, 2);
  for (const model::Initializer& value : graph.initializers) values_.emplace(value.name, 2);
  for (const model::Node& node : graph.nodes) {
    nodes_.emplace(node.name, 2);
    for (const std::string& name : node.outputs) values_.emplace(name, 2);
    for (const model::Attribute& attribute : node.attributes) {
      for (const model::GraphPtr& inner : model::graphs_of(attribute)) add_names(*inner);
    }
  }
}

std::string ValueNamer::unique(const std::string& wanted, Names& taken) {
  const auto [known, is_new] = taken.try_emplace(wanted, 2);
  if (is_new) return wanted;
  std::size_t& next = known->second;  // stays where it is while others are added
  std::string name;
  do {
    name = fmt::format("{}_{}", wanted, next++);
  } while (!taken.try_emplace(name, 2).second);
  return name;
}

CallNames ValueNamer::enter(const ResolvedFunction& function, std::span<const std::string> inputs,
                            std::span<const std::string> outputs) {
  const model::Function& body = *function.function;
  const auto named = std::ranges::find_if(outputs, [](const std::string& name) { return !name.empty(); });
  CallNames call{.prefix = (named == outputs.end() ? body.name : *named) + "_", .values = {}};
  for (std::size_t i = 0; i < body.inputs.size(); ++i) {
    call.values[body.inputs[i]] = i < inputs.size() ? inputs[i] : "";
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i].empty()) call.values.emplace(body.outputs[i], outputs[i]);
  }
  for (const ResolvedNode& node : function.nodes) {
    for (const std::string& name : node.node->outputs) {
      const auto [known, is_new] = call.values.try_emplace(name);
      if (is_new && !name.empty()) known->second = unique(call.prefix + name, values_);
    }
  }
  return call;
}

CallNames ValueNamer::enter(const model::Graph& graph, const CallNames& around) {
  CallNames call = around;
  const auto define = [&](const std::string& name) {
    if (!name.empty()) call.values[name] = unique(call.prefix + name, values_);
  };
  for (const model::ValueInfo& input : graph.inputs) define(input.name);
  const std::vector<std::string> inputs = model::names_of(graph.inputs);
  for (const model::Initializer& initializer : graph.initializers) {
    if (std::ranges::find(inputs, initializer.name) == inputs.end()) define(initializer.name);
  }
  for (const model::Node& node : graph.nodes) std::ranges::for_each(node.outputs, define);
  return call;
}

std::string ValueNamer::node_name(const CallNames& call, const std::string& name) {
  return name.empty() ? name : unique(call.prefix + name, nodes_);
}

ValueNames::ValueNames(const model::Graph& graph, const ResolvedModel& resolved) : graph_(graph) {
  ValueNamer namer(graph);
  calls_.push_back({.nodes = &resolved.nodes});
  enter(0, namer, nullptr);
}

// names is null for the graph, in which every name stands for itself.
void ValueNames::enter(std::size_t call, ValueNamer& namer, const CallNames* names) {
  const std::vector<ResolvedNode>& nodes = *calls_[call].nodes;
  const auto in_graph = [&](const std::string& name) {
    return names == nullptr || name.empty() ? name : names->values.at(name);
  };
  for (const ResolvedNode& node : nodes) {
    const std::vector<std::string>& outputs = node.node->outputs;
    calls_[call].results.push_back(outputs.empty() ? "" : in_graph(outputs.front()));
  }
  for (const ResolvedNode& node : nodes) {
    if (node.function == nullptr) continue;
    std::vector<std::string> outputs;
    for (const std::string& name : node.node->outputs) outputs.push_back(in_graph(name));
    const CallNames inner = namer.enter(*node.function, {}, outputs);
    calls_.push_back({.parent = call, .node = &node, .nodes = &node.function->nodes});
    enter(calls_.size() - 1, namer, &inner);
  }
}

const std::string& ValueNames::name(const Source& source) const {
  static const std::string kNone;
  switch (source.kind) {
    case Source::Kind::kUnnamed:
      return kNone;
    case Source::Kind::kInput:
      return graph_.inputs[source.index].name;
    case Source::Kind::kInitializer:
      return graph_.initializers[source.index].name;
    case Source::Kind::kNode:
      return calls_[source.call].results[source.index];
  }
  return kNone;
}

const ResolvedNode& ValueNames::node(const Source& source) const { return (*calls_[source.call].nodes)[source.index]; }

std::vector<std::string> ValueNames::calls(const Source& source) const {
  std::vector<std::string> labels;
  for (std::size_t call = source.call; call != 0; call = calls_[call].parent) {
    labels.push_back(calls_[call].node->label);
  }
  std::ranges::reverse(labels);
  return labels;
}

}  // namespace hardref
