#include "compile/opset_move.h"

#include <algorithm>

#include "compile/resolve.h"
#include "ops/registry.h"

namespace hardref {
namespace {

using Kind = MoveObstacle::Kind;

// One operand, and the types that it can have under the version that the node was written for.
struct TypedOperand {
  std::size_t value;
  std::string_view constraint;
  TypeSet types;
};

std::vector<TypedOperand> operands_of(const InlinedNode& node, const OpVersion& op, const ValueFacts& facts) {
  std::vector<TypedOperand> operands;
  const auto add = [&](std::size_t value, std::string_view constraint) {
    if (value == ElementTypes::kNone) return;
    operands.push_back({value, constraint, facts.types.possible(value) & op.types(constraint)});
  };
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    add(node.inputs[i], op.inputs[std::min(i, op.inputs.size() - 1)].constraint);
  }
  for (const std::size_t output : node.outputs) add(output, op.output.constraint);
  return operands;
}

const Broadcast* broadcast_of(const OpVersion& op) {
  const auto* elementwise = std::get_if<Elementwise>(&op.meaning);
  return elementwise == nullptr || op.inputs.empty() ? nullptr : &elementwise->broadcast;
}

class Move {
 public:
  Move(const InlinedNode& node, const OpVersion& before, const OpVersion& after, std::int64_t opset,
       const ValueFacts& facts)
      : node_(node), before_(before), after_(after), opset_(opset), facts_(facts) {}

  std::optional<MoveObstacle> obstacle() const {
    if (!attributes_fit(node_.node, after_)) return other_meaning();
    const std::vector<TypedOperand> operands = operands_of(node_, before_, facts_);
    for (const TypedOperand& operand : operands) {
      if (auto found = type_obstacle(operand)) return found;
    }
    return stops_broadcasting(before_, after_) ? shape_obstacle() : std::nullopt;
  }

 private:
  [[nodiscard]] MoveObstacle other_meaning() const {
    return {.reason = fmt::format("its node {} would mean something else under opset {}", node_.node.op_type, opset_)};
  }

  // Types that the other version lacks, and those for which it does something else.
  [[nodiscard]] std::optional<MoveObstacle> type_obstacle(const TypedOperand& operand) const {
    if (operand.types.empty()) return std::nullopt;  // broken before, broken after
    const TypeSet taken = operand.types & after_.types(operand.constraint);
    const bool known = operand.types.size() == 1;
    if (taken.empty()) {
      return MoveObstacle{.reason = fmt::format("its node {} takes no {} under opset {}", node_.node.op_type,
                                                to_string(operand.types), opset_)};
    }
    const bool same = keeps_meaning(before_, operand.types, opset_);
    if (taken == operand.types && same) return std::nullopt;
    if (known) return other_meaning();
    return MoveObstacle{Kind::kUnknownType, operand.value, {}};
  }

  // Equal shapes are left to be shown.
  [[nodiscard]] std::optional<MoveObstacle> shape_obstacle() const {
    const std::optional<Shape>* first = nullptr;
    for (const std::size_t input : node_.inputs) {
      if (input == ElementTypes::kNone) continue;
      const std::optional<Shape>& shape = facts_.shapes[input];
      if (!shape) return MoveObstacle{Kind::kUnknownShape, input, {}};
      if (first != nullptr && *first != shape) {
        return MoveObstacle{
            .reason = fmt::format("its node {} does not broadcast under opset {}", node_.node.op_type, opset_)};
      }
      first = &shape;
    }
    return std::nullopt;
  }

  const InlinedNode& node_;
  const OpVersion& before_;
  const OpVersion& after_;
  std::int64_t opset_;
  const ValueFacts& facts_;
};

}  // namespace

bool attributes_fit(const model::Node& node, const OpVersion& op) {
  return std::ranges::all_of(node.attributes, [&](const model::Attribute& attribute) {
    const AttributeSpec* spec = op.attribute(attribute.name);
    return spec != nullptr && spec->kind == attribute.kind();
  });
}

bool stops_broadcasting(const OpVersion& before, const OpVersion& after) {
  const Broadcast* wide = broadcast_of(before);
  const Broadcast* narrow = broadcast_of(after);
  return wide != nullptr && narrow != nullptr && *wide == Broadcast::kNumpy && *narrow != Broadcast::kNumpy;
}

std::optional<MoveObstacle> move_obstacle(const InlinedNode& node, const model::OpsetImports& imports,
                                          const ValueFacts& facts) {
  const auto wanted = node.imports->find(node.node.domain);
  const auto offered = imports.find(node.node.domain);
  if (wanted == node.imports->end()) return std::nullopt;  // broken before, broken after
  if (offered == imports.end() || wanted->second == offered->second) return std::nullopt;
  const OpVersion* before = known_version(node.node, *node.imports);
  const OpVersion* after = known_version(node.node, imports);
  if (before != nullptr && before == after) return std::nullopt;
  if (before != nullptr && after != nullptr) return Move(node, *before, *after, offered->second, facts).obstacle();
  // Of an operator that is not known here, the table says at least whether it is the same version.
  const OperandTypes* row = find_operand_types(node.node, *node.imports);
  if (before == nullptr && row != nullptr && row == find_operand_types(node.node, imports)) return std::nullopt;
  MoveObstacle obstacle{.reason = fmt::format("its node {} would mean something else under opset {}", node.node.op_type,
                                              offered->second)};
  // A rewrite takes another form as soon as its types are known.
  if (before != nullptr && std::holds_alternative<Rewrite>(before->meaning) && node.outputs.size() == 1 &&
      !facts.types.known(node.outputs[0])) {
    obstacle.kind = Kind::kUnknownType;
    obstacle.value = node.outputs[0];
  }
  return obstacle;
}

}  // namespace hardref
