#include "compile/drop_unread.h"

#include <algorithm>

namespace hardref {

void drop_unread(Computation& computation) {
  std::vector<bool> is_read(computation.values.size());
  for (const ValueId output : computation.outputs) is_read[output] = true;
  // Backwards, so that all readers of a value come before what computes it; what stays gathers at the end.
  std::vector<Operation>& operations = computation.operations;
  auto kept = operations.end();
  for (auto operation = operations.end(); operation != operations.begin();) {
    --operation;
    if (has_result(*operation) && !is_read[operation->result]) continue;
    for (const Operand& operand : operation->operands) is_read[operand.value] = true;
    if (--kept != operation) *kept = std::move(*operation);
  }
  operations.erase(operations.begin(), kept);
}

}  // namespace hardref
