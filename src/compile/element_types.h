// The element types of the values of a graph, as far as they follow from what is declared: carried through all standard
// operators, those too that hardref does not run. A table says which operands of an operator have one type; any of them
// that is known makes the others known, against the direction of the graph too.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "tensor/data_type.h"

namespace hardref {

// An input or output of an operator in the table.
struct OperandType {
  std::string_view variable = {};   // all operands of one variable have one type; "" for none
  std::string_view attribute = {};  // gives the type where the node has it; "*" for the node's only attribute
  std::optional<DataType> type = {};
  bool variadic = false;  // the last one only: stands for all further operands
};

// One row of the table: a version of a standard operator.
struct OperandTypes {
  std::int64_t since_version = 0;
  std::vector<OperandType> inputs;
  std::vector<OperandType> outputs;
};

// The row of the version that the node means; null for an operator that is in none of the standard's domains.
[[nodiscard]] const OperandTypes* find_operand_types(const model::Node& node, const model::OpsetImports& imports);

// Values are numbers, given in the order in which they are added: the same name may be there twice, in two graphs.
class ElementTypes {
 public:
  using Value = std::size_t;
  static constexpr Value kNone = SIZE_MAX;  // an operand that is left out

  // The name is for messages.
  Value add(std::string name);
  // The value has one of the types. Throws kInvalidModel where it cannot: `value "t" is declared as float, but has
  // element type float16`; "is declared as" is the reason.
  void require(Value value, TypeSet types, std::string_view reason);
  // Both have one type; kNone has any.
  void join(Value a, Value b);
  // What the table says about a node.
  void add_node(const model::Node& node, const model::OpsetImports& imports, std::span<const Value> inputs,
                std::span<const Value> outputs);

  // Those that nothing rules out.
  [[nodiscard]] TypeSet possible(Value value) const;
  [[nodiscard]] std::optional<DataType> known(Value value) const;
  // Whether they have one type, known or not.
  [[nodiscard]] bool joined(Value a, Value b) const { return root(a) == root(b); }
  [[nodiscard]] const std::string& name(Value value) const { return names_[value]; }

 private:
  [[nodiscard]] Value root(Value value) const;

  std::vector<std::string> names_;
  mutable std::vector<Value> parents_;
  std::vector<TypeSet> types_;  // of each root
};

}  // namespace hardref
