#include "compile/check.h"

#include <algorithm>

#include "error.h"
#include "tensor/join.h"

namespace hardref {
namespace {

std::string known_attributes(const OpVersion& op) {
  if (op.attributes.empty()) return "there are none";
  return "known are " + join(op.attributes, ", ", &AttributeSpec::name);
}

const Parameter& parameter(const OpVersion& op, std::size_t index) {
  return op.inputs[std::min(index, op.inputs.size() - 1)];
}

void check_kinds(std::span<const model::Attribute> attributes, const OpVersion& op) {
  for (const model::Attribute& attribute : attributes) {
    const AttributeSpec* spec = op.attribute(attribute.name);
    if (spec == nullptr) {
      fail(ErrorKind::kInvalidModel, "unknown attribute {}; {}", attribute.name, known_attributes(op));
    }
    if (attribute.kind() != spec->kind) {
      fail(ErrorKind::kInvalidModel, "attribute {} is of kind {}, expected {}", attribute.name,
           to_string(attribute.kind()), to_string(spec->kind));
    }
  }
}

}  // namespace

void check_attributes(std::span<const model::Attribute> attributes, const OpVersion& op) {
  check_kinds(attributes, op);
  for (const AttributeSpec& spec : op.attributes) {
    if (spec.required && std::ranges::find(attributes, spec.name, &model::Attribute::name) == attributes.end()) {
      fail(ErrorKind::kInvalidModel, "required attribute {} is missing", spec.name);
    }
  }
}

std::string input_name(const OpVersion& op, std::size_t index) {
  const Parameter& input = parameter(op, index);
  if (!input.variadic) return std::string(input.name);
  return fmt::format("{}{}", input.name.substr(0, input.name.rfind('_') + 1), index);
}

void check_node(const model::Node& node, const OpVersion& op) {
  check_kinds(node.attributes, op);
  if (op.variadic() ? node.inputs.empty() : node.inputs.size() != op.inputs.size()) {
    fail(ErrorKind::kInvalidModel, "number of inputs is {}, expected {}{}", node.inputs.size(), op.inputs.size(),
         op.variadic() ? " or more" : "");
  }
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i].empty()) {
      fail(ErrorKind::kInvalidModel, "input {} is left out, but is not optional", input_name(op, i));
    }
  }
  if (node.outputs.size() != 1) {
    fail(ErrorKind::kInvalidModel, "number of outputs is {}, expected 1", node.outputs.size());
  }
}

void check_types(const OpVersion& op, std::span<const TensorType> inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Parameter& input = parameter(op, i);
    const TypeSet allowed = op.types(input.constraint);
    if (!allowed.contains(inputs[i].type)) {
      fail(ErrorKind::kInvalidInput, "input {} has element type {}; allowed are {}", input_name(op, i),
           to_string(inputs[i].type), to_string(allowed));
    }
    // The first input of the same constraint: those between have its type.
    std::size_t j = 0;
    while (parameter(op, j).constraint != input.constraint) ++j;
    if (inputs[j].type != inputs[i].type) {
      fail(ErrorKind::kInvalidInput, "input {} has element type {}, but input {} has {}", input_name(op, i),
           to_string(inputs[i].type), input_name(op, j), to_string(inputs[j].type));
    }
  }
}

}  // namespace hardref
