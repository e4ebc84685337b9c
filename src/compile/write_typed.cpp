#include "compile/write_typed.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "compile/opset_move.h"
#include "compile/resolve.h"
#include "ops/registry.h"

namespace hardref {
namespace {

using Value = ElementTypes::Value;

const std::function<void(std::string_view)> kSilent = [](std::string_view) {};

void become_constant(InlinedNode& node, const model::TensorPtr& value) {
  node.node.op_type = "Constant";
  node.node.inputs.clear();
  node.inputs.clear();
  node.node.attributes = {{"value", value}};
}

// What a version whose stages are elementwise makes of a tensor, computed by the kernels that run it.
model::TensorPtr apply(const OpVersion& op, std::span<const model::Attribute> attributes, model::TensorPtr tensor) {
  const std::vector<TensorType> inputs{{tensor->type(), tensor->shape()}};
  for (const Stage& stage : std::get<Elementwise>(op.meaning).stages({op, attributes, inputs, kSilent})) {
    std::vector<KernelOperand> operands{{tensor->data(), false}};
    for (const model::TensorPtr& constant : stage.constants) operands.push_back({constant->data(), true});
    Tensor result = Tensor::uninitialized(stage.result, tensor->shape());
    stage.kernel(operands.data(), result.data(), tensor->size());
    tensor = std::make_shared<const Tensor>(std::move(result));
  }
  return tensor;
}

model::TensorPtr filled(const Tensor& scalar, const Shape& shape) {
  Tensor tensor = Tensor::uninitialized(scalar.type(), shape);
  const std::size_t size = element_size(scalar.type());
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    std::memcpy(static_cast<std::byte*>(tensor.data()) + i * size, scalar.data(), size);
  }
  return std::make_shared<const Tensor>(std::move(tensor));
}

// The names that nodes read, in the graphs among their attributes too.
void add_reads(const std::vector<InlinedNode>& nodes, std::multiset<std::string>& reads) {
  for (const InlinedNode& node : nodes) {
    reads.insert(node.node.inputs.begin(), node.node.inputs.end());
    for (const auto& [origin, graph] : node.graphs) {
      for (const model::ValueInfo& output : graph.graph.outputs) reads.insert(output.name);
      for (const Inlined& inner : graph.nodes) add_reads(inner.nodes, reads);
    }
  }
}

class Writer {
 public:
  Writer(Inlined& inlined, const model::OpsetImports& imports, ValueFacts& facts)
      : inlined_(inlined), imports_(imports), facts_(facts) {}

  void run() {
    for (InlinedNode& node : inlined_.nodes) {
      const OpVersion* op = known_version(node.node, *node.imports);
      if (op == nullptr || node.outputs.size() != 1) continue;
      if (const auto* literal = std::get_if<Literal>(&op->meaning)) write_literal(node, *op, *literal);
      if (const auto* rewrite = std::get_if<Rewrite>(&op->meaning)) write_rewrite(node, *op, *rewrite);
    }
    drop_folded();
    add_reads(inlined_.nodes, reads_);
    for (InlinedNode& node : inlined_.nodes) stretch_operands(node);
  }

 private:
  void add_constant(InlinedNode& node, const model::TensorPtr& value) {
    constants_[node.outputs[0]] = value;
    facts_.shapes[node.outputs[0]] = value->shape();
  }

  void write_literal(InlinedNode& node, const OpVersion& op, const Literal& literal) {
    const model::TensorPtr value = literal.value({op, node.node.attributes, {}, kSilent});
    add_constant(node, value);
    const OpVersion* after = known_version(node.node, imports_);
    if (after != nullptr && !attributes_fit(node.node, *after)) become_constant(node, value);
  }

  void write_rewrite(InlinedNode& node, const OpVersion& op, const Rewrite& rewrite) {
    const auto to = facts_.types.known(node.outputs[0]);
    const auto constant = constants_.find(node.inputs[0]);
    const bool is_constant = constant != constants_.end();
    const auto from = is_constant ? std::optional(constant->second->type()) : facts_.types.known(node.inputs[0]);
    if (!to || !from) return;
    const std::vector<TensorType> types{{*from, {}}, {*to, {}}};
    const Replacement replacement = rewrite.replacement({op, node.node.attributes, types, kSilent});
    if (is_constant && *from == *to && replace_reads(node)) {
      folded_.insert(node.node.outputs[0]);  // as in a run, where such a cast gives no value of its own
    } else if (is_constant) {
      const OpVersion& other = find_version("", replacement.op_type, op.since_version);
      folded_.insert(node.node.inputs[0]);
      const model::TensorPtr value = apply(other, replacement.attributes, constant->second);
      become_constant(node, value);
      add_constant(node, value);
    } else {
      node.node.op_type = replacement.op_type;
      node.node.attributes = replacement.attributes;
      node.node.inputs.resize(replacement.inputs);
      node.inputs.resize(replacement.inputs);
    }
  }

  // Makes all that read a node's output read its input; not where somebody outside of the call may do so.
  bool replace_reads(const InlinedNode& node) {
    const std::string& from = node.node.outputs[0];
    const std::vector<std::string>& visible = inlined_.call.node.outputs;
    if (std::ranges::find(visible, from) != visible.end()) return false;
    if (!std::ranges::all_of(inlined_.nodes, [](const InlinedNode& one) { return one.graphs.empty(); })) return false;
    for (InlinedNode& reader : inlined_.nodes) {
      std::ranges::replace(reader.node.inputs, from, node.node.inputs[0]);
      std::ranges::replace(reader.inputs, node.outputs[0], node.inputs[0]);
    }
    return true;
  }

  // The constants that were read by casts alone, and casts that do nothing.
  void drop_folded() {
    std::multiset<std::string> reads(inlined_.call.node.outputs.begin(), inlined_.call.node.outputs.end());
    add_reads(inlined_.nodes, reads);
    std::erase_if(inlined_.nodes, [&](const InlinedNode& node) {
      return node.node.outputs.size() == 1 && folded_.contains(node.node.outputs[0]) &&
             !reads.contains(node.node.outputs[0]);
    });
  }

  // The shape of a broadcasting node's result, where its operands have one shape or are scalar constants.
  [[nodiscard]] std::optional<Shape> common_shape(const InlinedNode& node) const {
    std::optional<Shape> common;
    for (const Value input : node.inputs) {
      if (input == ElementTypes::kNone || !facts_.shapes[input]) return std::nullopt;
      const Shape& shape = *facts_.shapes[input];
      if (constants_.contains(input) && shape.empty()) continue;
      if (common && *common != shape) return std::nullopt;
      common = shape;
    }
    return common;
  }

  // Scalar constants take the shape of the other operands where the imports' version does not broadcast.
  void stretch_operands(InlinedNode& node) {
    const OpVersion* before = known_version(node.node, *node.imports);
    const OpVersion* after = known_version(node.node, imports_);
    if (before == nullptr || after == nullptr || !std::holds_alternative<Elementwise>(before->meaning)) return;
    const std::optional<Shape> shape = common_shape(node);
    if (!shape || node.outputs.size() != 1) return;
    facts_.shapes[node.outputs[0]] = shape;
    if (!stops_broadcasting(*before, *after)) return;
    for (const Value input : node.inputs) {
      const auto constant = constants_.find(input);
      if (constant != constants_.end() && constant->second->shape() != *shape)
        stretch(input, *constant->second, *shape);
    }
  }

  void stretch(Value value, const Tensor& scalar, const Shape& shape) {
    const auto made = std::ranges::find_if(
        inlined_.nodes, [&](const InlinedNode& node) { return node.outputs.size() == 1 && node.outputs[0] == value; });
    if (reads_.count(made->node.outputs[0]) != 1) return;
    const model::TensorPtr tensor = filled(scalar, shape);
    become_constant(*made, tensor);
    add_constant(*made, tensor);
    std::erase_if(inlined_.value_infos,
                  [&](const model::ValueInfo& info) { return info.name == made->node.outputs[0]; });
  }

  Inlined& inlined_;
  const model::OpsetImports& imports_;
  ValueFacts& facts_;
  std::map<Value, model::TensorPtr> constants_;
  std::set<std::string> folded_;
  std::multiset<std::string> reads_;
};

}  // namespace

void write_typed(Inlined& inlined, const model::OpsetImports& imports, ValueFacts& facts) {
  Writer(inlined, imports, facts).run();
}

}  // namespace hardref
