// What a model computes for one signature, before it becomes the steps of a program: values, and the operations between
// them in the order of computation. The passes of the compiler hand it on.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "exec/program.h"

namespace hardref {

// A value as one of an operation's operands, looked at with a shape that may have dimensions of 1 appended.
struct Operand {
  ValueId value = 0;
  Shape shape;
};

struct ElementwiseOp {
  ElementwiseKernel kernel = nullptr;
};
struct WholeOp {
  WholeTensorKernel kernel;
};
struct CheckOp {};  // its two operands must be equal

struct Operation {
  std::variant<ElementwiseOp, WholeOp, CheckOp> what;
  std::vector<Operand> operands;
  ValueId result = 0;  // meaningless for CheckOp
  std::string label;
};

[[nodiscard]] inline bool is_elementwise(const Operation& operation) {
  return std::holds_alternative<ElementwiseOp>(operation.what);
}
[[nodiscard]] inline bool has_result(const Operation& operation) {
  return !std::holds_alternative<CheckOp>(operation.what);
}

// Each value is given once: as an input, as a constant, or by an operation that comes before all that read it.
struct Computation {
  std::vector<Value> values;
  std::vector<std::shared_ptr<const Tensor>> constants;
  std::vector<ValueId> inputs = {};
  std::vector<ValueId> outputs = {};
  std::vector<Operation> operations = {};

  ValueId add_input(TensorType type, Source source);
  ValueId add_constant(std::shared_ptr<const Tensor> tensor, Source source = {});
  ValueId add_elementwise(ElementwiseKernel kernel, std::vector<Operand> operands, TensorType result, Source source,
                          std::string label);
  ValueId add_whole(WholeTensorKernel kernel, ValueId input, TensorType result, Source source, std::string label);
  void add_check(ValueId left, ValueId right, std::string label);

  [[nodiscard]] const TensorType& type(ValueId value) const { return values[value].type; }
  [[nodiscard]] Operand operand(ValueId value) const { return {value, type(value).shape}; }
  [[nodiscard]] bool is_constant(ValueId value) const { return values[value].place.kind == Place::Kind::kConstant; }

 private:
  ValueId add_value(TensorType type, Source source, Place place);
};

}  // namespace hardref
