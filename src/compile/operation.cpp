#include "compile/operation.h"

#include "tensor/data_type.h"
#include "tensor/shape.h"

namespace hardref {

ValueId Computation::add_value(TensorType type, Source source, Place place) {
  const auto id = static_cast<ValueId>(values.size());
  // Refuses a size that does not fit a tensor, for values that never have memory of their own as well.
  (void)TensorView(type.type, type.shape, nullptr).byte_size();
  const std::size_t count = element_count(type.shape);
  const std::size_t size = element_size(type.type);
  values.push_back({std::move(type), count, size, place, source});
  return id;
}

ValueId Computation::add_input(TensorType type, Source source) {
  inputs.push_back(add_value(std::move(type), source, {Place::Kind::kInput, inputs.size()}));
  return inputs.back();
}

ValueId Computation::add_constant(std::shared_ptr<const Tensor> tensor, Source source) {
  TensorType type{tensor->type(), tensor->shape()};
  constants.push_back(std::move(tensor));
  return add_value(std::move(type), source, {Place::Kind::kConstant, constants.size() - 1});
}

ValueId Computation::add_elementwise(ElementwiseKernel kernel, std::vector<Operand> operands, TensorType result,
                                     Source source, std::string label) {
  const ValueId id = add_value(std::move(result), source, {});
  operations.push_back({ElementwiseOp{kernel}, std::move(operands), id, std::move(label)});
  return id;
}

ValueId Computation::add_whole(WholeTensorKernel kernel, ValueId input, TensorType result, Source source,
                               std::string label) {
  const ValueId id = add_value(std::move(result), source, {});
  operations.push_back({WholeOp{std::move(kernel)}, {operand(input)}, id, std::move(label)});
  return id;
}

void Computation::add_check(ValueId left, ValueId right, std::string label) {
  operations.push_back({CheckOp{}, {operand(left), operand(right)}, 0, std::move(label)});
}

}  // namespace hardref
