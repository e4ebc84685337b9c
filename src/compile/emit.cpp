#include "compile/emit.h"

#include <algorithm>

#include "compile/assemble.h"
#include "compile/fuse.h"
#include "exec/run.h"
#include "tensor/data_type.h"
#include "tensor/shape.h"

namespace hardref {

ValueId Emitter::add_value(TensorType type, std::string name, Place place) {
  const auto id = static_cast<ValueId>(values_.size());
  // Refuses a size that does not fit a tensor, for values that live in buffers as well: they are computed, too.
  (void)TensorView(type.type, type.shape, nullptr).byte_size();
  const std::size_t count = element_count(type.shape);
  const std::size_t size = element_size(type.type);
  values_.push_back({std::move(type), count, size, place, std::move(name)});
  return id;
}

ValueId Emitter::add_input(TensorType type, std::string name) {
  inputs_.push_back(add_value(std::move(type), std::move(name), {Place::Kind::kInput, inputs_.size()}));
  return inputs_.back();
}

ValueId Emitter::add_constant(std::shared_ptr<const Tensor> tensor, std::string name) {
  TensorType type{tensor->type(), tensor->shape()};
  constants_.push_back(std::move(tensor));
  return add_value(std::move(type), std::move(name), {Place::Kind::kConstant, constants_.size() - 1});
}

ValueId Emitter::add_elementwise(ElementwiseKernel kernel, std::vector<Operand> operands, TensorType result,
                                 std::string name, std::string label) {
  const ValueId id = add_value(std::move(result), std::move(name), {});
  operations_.push_back({ElementwiseOp{kernel}, std::move(operands), id, std::move(label)});
  return id;
}

ValueId Emitter::add_whole(WholeTensorKernel kernel, ValueId input, TensorType result, std::string name,
                           std::string label) {
  const ValueId id = add_value(std::move(result), std::move(name), {});
  operations_.push_back({WholeOp{std::move(kernel)}, {operand(input)}, id, std::move(label)});
  return id;
}

void Emitter::add_check(ValueId left, ValueId right, std::string label) {
  operations_.push_back({CheckOp{}, {operand(left), operand(right)}, 0, std::move(label)});
}

bool Emitter::is_constant(const Operation& operation) const {
  return !std::holds_alternative<CheckOp>(operation.what) &&
         std::ranges::all_of(operation.operands, [&](const Operand& operand) {
           return values_[operand.value].place.kind == Place::Kind::kConstant;
         });
}

// Runs what depends on constants alone, by the same machine, and keeps the results as constants.
void Emitter::fold_constants() {
  std::vector<Operation> early;
  std::vector<Operation> rest;
  std::vector<ValueId> results;
  Program program;
  program.values = values_;
  for (const ValueId input : inputs_) program.values[input].place = {};  // not there yet
  program.constants = constants_;
  for (Operation& operation : operations_) {
    if (!is_constant(operation)) {
      rest.push_back(std::move(operation));
      continue;
    }
    values_[operation.result].place = {Place::Kind::kConstant, constants_.size() + results.size()};
    results.push_back(operation.result);
    early.push_back(std::move(operation));
  }
  operations_ = std::move(rest);
  if (early.empty()) return;

  assemble_steps(program, early, results, false);
  std::vector<Tensor> tensors;
  std::vector<void*> addresses;
  for (const ValueId result : results) {
    const TensorType& type = values_[result].type;
    tensors.push_back(Tensor::uninitialized(type.type, type.shape));
    addresses.push_back(tensors.back().data());
  }
  Scratch scratch(program, 0);
  run(program, {}, addresses, scratch);
  for (Tensor& tensor : tensors) constants_.push_back(std::make_shared<const Tensor>(std::move(tensor)));
}

Program Emitter::assemble(const std::vector<ValueId>& outputs, const AssembleOptions& options) && {
  if (!options.single_steps) fold_constants();
  if (!options.single_steps && options.fuse) fuse_operations(values_, constants_, operations_, outputs);
  Program program;
  program.values = std::move(values_);
  program.constants = std::move(constants_);
  program.inputs = std::move(inputs_);
  assemble_steps(program, operations_, outputs, options.single_steps);
  return program;
}

}  // namespace hardref
