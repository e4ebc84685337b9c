// Collects the machine's operations one by one and assembles them into a program: constants are computed once,
// neighbours of one shape are joined into chains, and every value gets its place. Nothing here knows ONNX.
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

struct AssembleOptions {
  // No operation is joined with another or computed early, and every value gets memory.
  bool single_steps = false;
  // Operations that follow each other as in one of fused_kernels() become one.
  bool fuse = true;
};

// Values and operations in the order of computation; each value is given once.
class Emitter {
 public:
  ValueId add_input(TensorType type, std::string name);
  ValueId add_constant(std::shared_ptr<const Tensor> tensor, std::string name);
  ValueId add_elementwise(ElementwiseKernel kernel, std::vector<Operand> operands, TensorType result, std::string name,
                          std::string label);
  ValueId add_whole(WholeTensorKernel kernel, ValueId input, TensorType result, std::string name, std::string label);
  void add_check(ValueId left, ValueId right, std::string label);

  [[nodiscard]] const TensorType& type(ValueId value) const { return values_[value].type; }
  [[nodiscard]] Operand operand(ValueId value) const { return {value, type(value).shape}; }

  [[nodiscard]] Program assemble(const std::vector<ValueId>& outputs, const AssembleOptions& options) &&;

 private:
  ValueId add_value(TensorType type, std::string name, Place place);
  [[nodiscard]] bool is_constant(const Operation& operation) const;
  void fold_constants();

  std::vector<Value> values_;
  std::vector<std::shared_ptr<const Tensor>> constants_;
  std::vector<ValueId> inputs_;
  std::vector<Operation> operations_;
};

}  // namespace hardref
