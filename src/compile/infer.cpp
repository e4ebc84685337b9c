#include "compile/infer.h"

#include "compile/check.h"
#include "error.h"

namespace hardref {

void require_equal_shapes(const Call& call) {
  for (std::size_t i = 1; i < call.inputs.size(); ++i) {
    if (call.inputs[i].shape == call.inputs[0].shape) continue;
    fail(ErrorKind::kInvalidInput, "input {} has shape {}, but input {} has {}; this node does not broadcast",
         input_name(call.op, i), to_string(call.inputs[i].shape), input_name(call.op, 0),
         to_string(call.inputs[0].shape));
  }
}

Shape infer_shape(const Call& call, Broadcast rule, std::vector<Operand>& operands) {
  Shape shape = operands.front().shape;
  const bool legacy = rule == Broadcast::kLegacy && call.int_attribute("broadcast").value_or(0) != 0;
  if (legacy) {
    Shape& b = operands.back().shape;
    const std::size_t appended = legacy_broadcast(shape, b, call.int_attribute("axis"));
    b.insert(b.end(), appended, 1);
  } else if (rule == Broadcast::kNumpy) {
    for (const Operand& operand : operands) shape = broadcast_shapes(shape, operand.shape);
  } else {
    require_equal_shapes(call);
  }
  return shape;
}

}  // namespace hardref
