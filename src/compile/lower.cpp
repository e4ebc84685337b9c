#include "compile/lower.h"

#include "compile/check.h"
#include "compile/infer.h"
#include "error.h"
#include "ops/registry.h"

namespace hardref {

struct Lowering::Site {
  const ResolvedNode& node;
  Scope& scope;
  const BoundAttributes& bound;
  const std::string& path;

  [[nodiscard]] std::string result_name() const { return path + node.node->outputs.front(); }
  [[nodiscard]] std::string inner_path() const {
    return path + (node.node->name.empty() ? node.node->op_type : node.node->name) + "/";
  }
};

void Lowering::lower(const std::vector<ResolvedNode>& nodes, Scope& scope, const BoundAttributes& bound,
                     const std::string& path) {
  for (const ResolvedNode& node : nodes) {
    with_context([&] { return node.label; }, [&] { lower_node({node, scope, bound, path}); });
  }
}

void Lowering::lower_node(const Site& site) {
  if (++nodes_ > options_.max_nodes) {
    fail(ErrorKind::kLimit, "expanding functions gives more than {} nodes", options_.max_nodes);
  }
  const model::Node& node = *site.node.node;
  std::vector<std::optional<ValueId>> results;
  if (site.node.op == nullptr) {
    results = call_function(site);
  } else {
    const OpVersion& op = *site.node.op;
    const std::vector<model::Attribute> attributes = bind_references(node.attributes, site.bound);
    check_attributes(attributes, op);
    std::vector<ValueId> inputs;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const std::optional<ValueId> value = site.scope.find(node.inputs[i])->second;
      if (!value) fail(ErrorKind::kInvalidModel, "input {} is left out, but is not optional", input_name(op, i));
      inputs.push_back(*value);
    }
    results = {apply(site, op, attributes, inputs)};
  }
  for (std::size_t i = 0; i < node.outputs.size(); ++i) site.scope[node.outputs[i]] = results[i];
}

std::vector<std::optional<ValueId>> Lowering::call_function(const Site& site) {
  const std::vector<model::Attribute> attributes = bind_references(site.node.node->attributes, site.bound);
  std::vector<std::optional<ValueId>> inputs;
  for (const std::string& name : site.node.node->inputs) {
    inputs.push_back(name.empty() ? std::nullopt : site.scope.find(name)->second);
  }
  return enter(site, *site.node.function, inputs, attributes_of_call(*site.node.function->function, attributes));
}

std::vector<std::optional<ValueId>> Lowering::enter(const Site& site, const ResolvedFunction& function,
                                                    std::span<const std::optional<ValueId>> inputs,
                                                    const BoundAttributes& bound) {
  Scope scope;
  for (std::size_t i = 0; i < function.function->inputs.size(); ++i) {
    scope[function.function->inputs[i]] = i < inputs.size() ? inputs[i] : std::nullopt;
  }
  lower(function.nodes, scope, bound, site.inner_path());
  std::vector<std::optional<ValueId>> outputs;
  for (const std::string& name : function.function->outputs) outputs.push_back(scope.find(name)->second);
  return outputs;
}

ValueId Lowering::apply(const Site& site, const OpVersion& op, std::span<const model::Attribute> attributes,
                        std::span<const ValueId> inputs) {
  std::vector<TensorType> types;
  for (const ValueId input : inputs) types.push_back(emitter_.type(input));
  check_types(op, types);
  const std::function<void(std::string_view)> warn = [&](std::string_view message) {
    options_.warn(fmt::format("{}: {}", site.node.label, message));
  };
  const Call call{op, attributes, types, warn};
  struct Apply {
    Lowering& self;
    const Site& site;
    const Call& call;
    std::span<const ValueId> inputs;

    ValueId operator()(const Elementwise& meaning) const { return self.elementwise(site, meaning, call, inputs); }
    ValueId operator()(const FunctionBody& meaning) const { return self.body(site, meaning, call, inputs); }
    ValueId operator()(const WholeTensor& meaning) const {
      return self.emitter_.add_whole(meaning.bind(call), inputs.front(), call.inputs.front(), site.result_name(),
                                     to_string(call.op));
    }
    ValueId operator()(const Literal& meaning) const {
      return self.emitter_.add_constant(meaning.value(call), site.result_name());
    }
    ValueId operator()(const Rewrite& meaning) const {
      const Replacement replacement = meaning.replacement(call);
      const OpVersion& other = find_version("", replacement.op_type, call.op.since_version);
      return self.apply(site, other, replacement.attributes, inputs.first(replacement.inputs));
    }
  };
  return std::visit(Apply{*this, site, call, inputs}, op.meaning);
}

ValueId Lowering::elementwise(const Site& site, const Elementwise& meaning, const Call& call,
                              std::span<const ValueId> inputs) {
  const std::vector<Stage> stages = meaning.stages(call);
  if (call.op.variadic()) {
    if (meaning.broadcast == Broadcast::kEqual) require_equal_shapes(call);
    ValueId result = inputs.front();
    for (const ValueId& input : inputs.subspan(1)) {
      std::vector<Operand> operands{emitter_.operand(result), emitter_.operand(input)};
      const Shape shape = broadcast_shapes(operands[0].shape, operands[1].shape);
      const std::string name = &input == &inputs.back() ? site.result_name() : "";
      result = run_stages(call, stages, std::move(operands), shape, name);
    }
    return result;
  }
  std::vector<Operand> operands;
  for (const ValueId input : inputs) operands.push_back(emitter_.operand(input));
  const Shape shape = infer_shape(call, meaning.broadcast, operands);
  return stages.empty() ? inputs.front() : run_stages(call, stages, std::move(operands), shape, site.result_name());
}

// What lies between two stages is no value of the model, and has no name.
ValueId Lowering::run_stages(const Call& call, std::span<const Stage> stages, std::vector<Operand> operands,
                             const Shape& shape, const std::string& name) {
  ValueId result = 0;
  for (const Stage& stage : stages) {
    for (const model::TensorPtr& constant : stage.constants) {
      operands.push_back(emitter_.operand(emitter_.add_constant(constant, "")));
    }
    result = emitter_.add_elementwise(stage.kernel, std::move(operands), {stage.result, shape},
                                      &stage == &stages.back() ? name : "", to_string(call.op));
    operands = {emitter_.operand(result)};
  }
  return result;
}

ValueId Lowering::body(const Site& site, const FunctionBody& meaning, const Call& call,
                       std::span<const ValueId> inputs) {
  const std::vector<std::optional<ValueId>> arguments(inputs.begin(), inputs.end());
  const ValueId result =
      *enter(site, *site.node.function, arguments, attributes_of_call(call.op, call.attributes)).front();
  if (options_.verify) {
    emitter_.add_check(result, elementwise(site, meaning.native, call, inputs), site.node.label);
  }
  return result;
}

}  // namespace hardref
