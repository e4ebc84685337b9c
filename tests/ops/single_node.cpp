#include "ops/single_node.h"

#include <fmt/format.h>

namespace hardref::test {

Tensor run_node(const SingleNode& node, const std::vector<Tensor>& inputs) {
  model::Model content;
  content.ir_version = 10;
  content.opset_imports[""] = node.opset;
  content.graph.name = "single";
  content.graph.outputs = {{"y", std::nullopt}};
  model::Node& only = content.graph.nodes.emplace_back();
  only.op_type = node.op_type;
  only.outputs = {"y"};
  only.attributes = node.attributes;
  std::vector<NamedTensor> given;
  for (const Tensor& input : inputs) {
    const std::string& name = only.inputs.emplace_back(fmt::format("x{}", given.size()));
    const std::vector<Dimension> shape(input.shape().begin(), input.shape().end());
    content.graph.inputs.push_back({name, model::Type{model::TensorTypeInfo{input.type(), shape}}});
    given.push_back({name, input});
  }
  const Session session(Model(std::make_shared<const model::Model>(std::move(content))));
  return std::move(session.run(given).front().tensor);
}

std::string cell_of(std::string_view op_type, std::int64_t version, DataType type) {
  return fmt::format("{}-{} {}", op_type, version, to_string(type));
}

std::string cell_of(std::string_view op_type, std::int64_t version, DataType from, DataType to) {
  return fmt::format("{} -> {}", cell_of(op_type, version, from), to_string(to));
}

}  // namespace hardref::test
