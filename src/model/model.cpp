#include "model/model.h"

#include <algorithm>
#include <array>

#include "error.h"

namespace hardref::model {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<AttributeValue>> kKindNames = {
    "float",  "int",  "string",  "tensor",  "graph",  "sparse_tensor",  "type_proto",
    "floats", "ints", "strings", "tensors", "graphs", "sparse_tensors", "type_protos",
};

}  // namespace

std::string_view to_string(AttributeKind kind) { return kKindNames.at(static_cast<std::size_t>(kind)); }

AttributeKind Attribute::kind() const {
  if (const auto* reference = std::get_if<AttributeReference>(&value)) return reference->kind;
  return static_cast<AttributeKind>(std::get<AttributeValue>(value).index());
}

void check_ir_version(std::int64_t version) {
  if (version >= kFirstIrVersion && version <= kLastIrVersion) return;
  fail(ErrorKind::kUnsupported, "ir_version is {}, but must be in [{}, {}]", version, kFirstIrVersion, kLastIrVersion);
}

void import_opset(const std::string& domain, std::int64_t version, const std::string& place, OpsetImports& imports,
                  std::vector<std::string>& notes) {
  const auto [known, is_new] = imports.emplace(domain, version);
  if (is_new) return;
  if (known->second != version) {
    fail(ErrorKind::kInvalidModel, "{}: version {} of a domain that is imported in version {} already", place, version,
         known->second);
  }
  notes.push_back(fmt::format("{}: the domain is imported already", place));
}

std::string canonical_domain(const std::string& domain) { return domain == "ai.onnx" ? "" : domain; }

TensorPtr find_initializer(const Graph& graph, std::string_view name) {
  const auto found = std::ranges::find(graph.initializers, name, &Initializer::name);
  return found == graph.initializers.end() ? nullptr : found->tensor;
}

std::vector<GraphPtr> graphs_of(const Attribute& attribute) {
  if (const auto* graph = attribute.get<GraphPtr>()) return {*graph};
  const auto* graphs = attribute.get<std::vector<GraphPtr>>();
  return graphs == nullptr ? std::vector<GraphPtr>() : *graphs;
}

std::string qualified_op_type(const Node& node) {
  return node.domain.empty() ? node.op_type : node.domain + "." + node.op_type;
}

std::string describe(const Node& node, std::size_t index) {
  const std::string op = qualified_op_type(node);
  return node.name.empty() ? fmt::format("node {} ({})", index, op) : fmt::format("node \"{}\" ({})", node.name, op);
}

}  // namespace hardref::model
