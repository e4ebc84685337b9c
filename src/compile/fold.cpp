#include "compile/fold.h"

#include <algorithm>

#include "compile/assemble.h"
#include "exec/run.h"

namespace hardref {
namespace {

// Moves the operations that depend on constants alone into a computation of their own, whose outputs are the results
// that something else reads.
Computation split_off_constants(Computation& computation) {
  Computation early{.values = computation.values, .constants = computation.constants};
  for (const ValueId input : computation.inputs) early.values[input].place = {};  // not there yet
  std::vector<bool> is_early(computation.values.size());
  std::vector<bool> is_read(computation.values.size());
  std::vector<Operation> rest;
  for (Operation& operation : computation.operations) {
    const bool constant = has_result(operation) && std::ranges::all_of(operation.operands, [&](const Operand& operand) {
                            return is_early[operand.value] || computation.is_constant(operand.value);
                          });
    if (constant) is_early[operation.result] = true;
    if (!constant) {
      for (const Operand& operand : operation.operands) is_read[operand.value] = true;
    }
    (constant ? early.operations : rest).push_back(std::move(operation));
  }
  computation.operations = std::move(rest);
  for (const ValueId output : computation.outputs) is_read[output] = true;
  for (const Operation& operation : early.operations) {
    if (is_read[operation.result]) early.outputs.push_back(operation.result);
  }
  return early;
}

}  // namespace

void fold_constants(Computation& computation) {
  Computation early = split_off_constants(computation);
  if (early.operations.empty()) return;
  const std::vector<ValueId> results = early.outputs;
  std::vector<Tensor> tensors;
  std::vector<void*> addresses;
  for (const ValueId result : results) {
    const TensorType& type = computation.type(result);
    tensors.push_back(Tensor::uninitialized(type.type, type.shape));
    addresses.push_back(tensors.back().data());
  }
  const Program program = assemble(std::move(early), false);
  Scratch scratch(program, 0);
  run(program, {}, addresses, scratch);
  for (std::size_t i = 0; i < results.size(); ++i) {
    computation.values[results[i]].place = {Place::Kind::kConstant, computation.constants.size()};
    computation.constants.push_back(std::make_shared<const Tensor>(std::move(tensors[i])));
  }
}

}  // namespace hardref
