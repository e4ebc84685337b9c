#include "compile/drop_unread.h"

#include <algorithm>

namespace hardref {
namespace {

// Text need not be a number: whether the model runs must not depend on who reads the result.
bool can_fail(const Computation& computation, const Operation& operation) {
  return std::ranges::any_of(operation.operands, [&](const Operand& operand) {
    return computation.type(operand.value).type == DataType::kString;
  });
}

}  // namespace

void drop_unread(Computation& computation) {
  std::vector<bool> is_read(computation.values.size());
  for (const ValueId output : computation.outputs) is_read[output] = true;
  // Backwards, so that all readers of a value come before what computes it; what stays gathers at the end.
  std::vector<Operation>& operations = computation.operations;
  auto kept = operations.end();
  for (auto operation = operations.end(); operation != operations.begin();) {
    --operation;
    if (has_result(*operation) && !is_read[operation->result] && !can_fail(computation, *operation)) continue;
    for (const Operand& operand : operation->operands) is_read[operand.value] = true;
    if (--kept != operation) *kept = std::move(*operation);
  }
  operations.erase(operations.begin(), kept);
}

}  // namespace hardref
