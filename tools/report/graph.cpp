#include "report/graph.h"

#include <fmt/format.h>

#include <algorithm>

#include "compile/expand.h"
#include "compile/resolve.h"
#include "error.h"
#include "model/model.h"
#include "ops/registry.h"
#include "report/markup.h"
#include "tensor/print.h"

namespace hardref::tools {
namespace {

constexpr std::size_t kShownValues = 4;
constexpr std::size_t kMostAttributes = 200;

std::string value_text(const model::Attribute& attribute) {
  if (const auto* number = attribute.get<float>()) return shortest(*number);
  if (const auto* number = attribute.get<std::int64_t>()) return fmt::to_string(*number);
  if (const auto* text = attribute.get<std::string>()) return fmt::format(R"("{}")", *text);
  if (const auto* tensor = attribute.get<model::TensorPtr>()) return to_text((*tensor)->view(), kShownValues);
  return std::string(to_string(attribute.kind()));
}

std::string attributes_text(const model::Node& node) {
  const bool is_constant = node.domain.empty() && node.op_type == "Constant" && node.attributes.size() == 1;
  if (is_constant) return value_text(node.attributes.front());
  std::string text;
  for (const model::Attribute& attribute : node.attributes) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", attribute.name, value_text(attribute));
  }
  return text;
}

std::string op_text(const model::Node& node, const model::OpsetImports& imports) {
  if (const OpVersion* op = known_version(node, imports)) return to_string(*op);
  return model::qualified_op_type(node);
}

GraphNode describe_node(const model::Node& node, const model::OpsetImports& imports) {
  GraphNode described{op_text(node, imports), shorten(attributes_text(node), kMostAttributes), node.inputs,
                      node.outputs};
  for (std::vector<std::string>* names : {&described.inputs, &described.outputs}) {
    if (names->size() <= kMaxGraphOperands) continue;
    if (!described.attributes.empty()) described.attributes += ", ";
    described.attributes += fmt::format("and {} more", names->size() - kMaxGraphOperands);
    names->resize(kMaxGraphOperands);
  }
  return described;
}

}  // namespace

std::optional<ExpandedGraph> describe_graph(const Model& model) {
  try {
    const model::Model expanded = expand_functions(model.content(), {.keep_unknown = true}).model;
    const std::vector<model::Node>& nodes = expanded.graph.nodes;
    ExpandedGraph graph;
    graph.left_out = nodes.size() - std::min(nodes.size(), kMaxGraphNodes);
    for (std::size_t i = graph.left_out; i < nodes.size(); ++i) {
      graph.nodes.push_back(describe_node(nodes[i], expanded.opset_imports));
    }
    for (const model::ValueInfo& output : expanded.graph.outputs) {
      if (graph.outputs.size() < kMaxGraphOperands) graph.outputs.push_back(output.name);
    }
    return graph;
  } catch (const Error&) {
    return std::nullopt;  // the mismatch stands by itself
  }
}

}  // namespace hardref::tools
