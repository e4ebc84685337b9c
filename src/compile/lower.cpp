#include "compile/lower.h"

#include <map>

#include "compile/bind.h"
#include "compile/check.h"
#include "compile/declarations.h"
#include "compile/functions.h"
#include "compile/infer.h"
#include "error.h"
#include "ops/registry.h"

namespace hardref {
namespace {

// A function's optional input that is left out has no value.
using OptionalValue = std::optional<ValueId>;

// What the nodes of one graph or function body see.
struct Scope {
  std::map<std::string, OptionalValue, std::less<>> values;
  Declarations declared;
};

class Lowering {
 public:
  Lowering(Computation& computation, const CompileOptions& options)
      : computation_(computation), options_(options), budget_(options.max_nodes) {}

  // Adds the nodes' outputs to the scope. call is the number of the call that they stand in; see Source.
  void lower(const std::vector<ResolvedNode>& nodes, Scope& scope, const BoundAttributes& bound, std::uint32_t call);

 private:
  // One node with what surrounds it.
  struct Site {
    const ResolvedNode& node;
    Scope& scope;
    const BoundAttributes& bound;
    Source source;  // of the node's result
  };

  void lower_node(const Site& site);
  void define(Scope& scope, const std::string& name, OptionalValue value);
  std::vector<OptionalValue> call_function(const Site& site);
  std::vector<OptionalValue> enter(const ResolvedFunction& function, std::span<const OptionalValue> inputs,
                                   const BoundAttributes& bound);
  ValueId apply(const Site& site, const OpVersion& op, std::span<const model::Attribute> attributes,
                std::span<const ValueId> inputs);
  ValueId elementwise(const Site& site, const Elementwise& meaning, const Call& call, std::span<const ValueId> inputs);
  ValueId run_stages(const Call& call, std::span<const Stage> stages, std::vector<Operand> operands, const Shape& shape,
                     Source source);
  ValueId body(const Site& site, const FunctionBody& meaning, const Call& call, std::span<const ValueId> inputs);

  Computation& computation_;
  const CompileOptions& options_;
  NodeBudget budget_;
  std::uint32_t calls_ = 0;  // entered so far
};

void Lowering::lower(const std::vector<ResolvedNode>& nodes, Scope& scope, const BoundAttributes& bound,
                     std::uint32_t call) {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    with_context([&] { return nodes[i].label; }, nodes[i].node->place,
                 [&] {
                   lower_node({nodes[i], scope, bound, {Source::Kind::kNode, i, call}});
                 });
  }
}

void Lowering::lower_node(const Site& site) {
  budget_.take();
  const model::Node& node = *site.node.node;
  std::vector<OptionalValue> results;
  if (site.node.op == nullptr) {
    results = call_function(site);
  } else {
    const OpVersion& op = *site.node.op;
    const std::vector<model::Attribute> attributes = bind_references(node.attributes, site.bound);
    check_attributes(attributes, op);
    std::vector<ValueId> inputs;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const OptionalValue value = site.scope.values.find(node.inputs[i])->second;
      if (!value) fail(ErrorKind::kInvalidModel, "input {} is left out, but is not optional", input_name(op, i));
      inputs.push_back(*value);
    }
    results = {apply(site, op, attributes, inputs)};
  }
  for (std::size_t i = 0; i < node.outputs.size(); ++i) define(site.scope, node.outputs[i], results[i]);
}

void Lowering::define(Scope& scope, const std::string& name, OptionalValue value) {
  scope.values[name] = value;
  if (value) scope.declared.check_value(name, computation_.type(*value));
}

std::vector<OptionalValue> Lowering::call_function(const Site& site) {
  const std::vector<model::Attribute> attributes = bind_references(site.node.node->attributes, site.bound);
  std::vector<OptionalValue> inputs;
  for (const std::string& name : site.node.node->inputs) {
    inputs.push_back(name.empty() ? std::nullopt : site.scope.values.find(name)->second);
  }
  return enter(*site.node.function, inputs, attributes_of_call(*site.node.function->function, attributes));
}

std::vector<OptionalValue> Lowering::enter(const ResolvedFunction& function, std::span<const OptionalValue> inputs,
                                           const BoundAttributes& bound) {
  Scope scope{{}, Declarations(function.function->value_infos, options_)};
  for (std::size_t i = 0; i < function.function->inputs.size(); ++i) {
    define(scope, function.function->inputs[i], i < inputs.size() ? inputs[i] : std::nullopt);
  }
  lower(function.nodes, scope, bound, ++calls_);
  std::vector<OptionalValue> outputs;
  for (const std::string& name : function.function->outputs) outputs.push_back(scope.values.find(name)->second);
  return outputs;
}

ValueId Lowering::apply(const Site& site, const OpVersion& op, std::span<const model::Attribute> attributes,
                        std::span<const ValueId> inputs) {
  std::vector<TensorType> types;
  for (const ValueId input : inputs) types.push_back(computation_.type(input));
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
      return self.computation_.add_whole(meaning.bind(call), inputs.front(), call.inputs.front(), site.source,
                                         to_string(call.op));
    }
    ValueId operator()(const Literal& meaning) const {
      return self.computation_.add_constant(meaning.value(call), site.source);
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
      std::vector<Operand> operands{computation_.operand(result), computation_.operand(input)};
      const Shape shape = broadcast_shapes(operands[0].shape, operands[1].shape);
      const Source source = &input == &inputs.back() ? site.source : Source();
      result = run_stages(call, stages, std::move(operands), shape, source);
    }
    return result;
  }
  std::vector<Operand> operands;
  for (const ValueId input : inputs) operands.push_back(computation_.operand(input));
  const Shape shape = infer_shape(call, meaning.broadcast, operands);
  return stages.empty() ? inputs.front() : run_stages(call, stages, std::move(operands), shape, site.source);
}

// What lies between two stages is no value of the model.
ValueId Lowering::run_stages(const Call& call, std::span<const Stage> stages, std::vector<Operand> operands,
                             const Shape& shape, Source source) {
  ValueId result = 0;
  for (const Stage& stage : stages) {
    for (const model::TensorPtr& constant : stage.constants) {
      operands.push_back(computation_.operand(computation_.add_constant(constant)));
    }
    result = computation_.add_elementwise(stage.kernel, std::move(operands), {stage.result, shape},
                                          &stage == &stages.back() ? source : Source(), to_string(call.op));
    operands = {computation_.operand(result)};
  }
  return result;
}

ValueId Lowering::body(const Site& site, const FunctionBody& meaning, const Call& call,
                       std::span<const ValueId> inputs) {
  const std::vector<OptionalValue> arguments(inputs.begin(), inputs.end());
  const ValueId result = *enter(*site.node.function, arguments, attributes_of_call(call.op, call.attributes)).front();
  if (options_.verify) {
    computation_.add_check(result, elementwise(site, meaning.native, call, inputs), site.node.label);
  }
  return result;
}

}  // namespace

Computation lower(const model::Model& model, const ResolvedModel& resolved,
                  std::span<const std::optional<TensorType>> inputs, const CompileOptions& options) {
  Computation computation;
  const model::Graph& graph = model.graph;
  Scope scope{{}, Declarations(graph.value_infos, options)};
  for (std::uint32_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i]) scope.values[graph.inputs[i].name] = computation.add_input(*inputs[i], {Source::Kind::kInput, i});
  }
  for (std::uint32_t i = 0; i < graph.initializers.size(); ++i) {
    const auto [known, is_new] = scope.values.try_emplace(graph.initializers[i].name);
    if (is_new) known->second = computation.add_constant(graph.initializers[i].tensor, {Source::Kind::kInitializer, i});
  }
  const auto type_of = [&](const std::string& name) { return computation.type(*scope.values.find(name)->second); };
  for (const model::ValueInfo& input : graph.inputs) scope.declared.check_input(input, type_of(input.name));
  for (const auto& [name, value] : scope.values) scope.declared.check_given(name, computation.type(*value));
  Lowering(computation, options).lower(resolved.nodes, scope, {}, 0);
  for (const model::ValueInfo& output : graph.outputs) {
    const OptionalValue value = scope.values.find(output.name)->second;
    if (!value) {
      fail_at(output.place, ErrorKind::kInvalidModel, "output \"{}\" is an input that a function call leaves out",
              output.name);
    }
    scope.declared.check_output(output, computation.type(*value));
    computation.outputs.push_back(*value);
  }
  return computation;
}

}  // namespace hardref
