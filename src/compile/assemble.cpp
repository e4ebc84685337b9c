#include "compile/assemble.h"

#include <algorithm>
#include <limits>

#include "compile/place.h"
#include "tensor/shape.h"

namespace hardref {
namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();  // after everything

// Buffers of one chain, used again once the value that they hold was read for the last time.
class BufferPool {
 public:
  std::uint32_t take() {
    if (free_.empty()) return used_++;
    const std::uint32_t buffer = free_.back();
    free_.pop_back();
    return buffer;
  }
  void give_back(std::uint32_t buffer) { free_.push_back(buffer); }
  [[nodiscard]] std::uint32_t used() const { return used_; }

 private:
  std::vector<std::uint32_t> free_;
  std::uint32_t used_ = 0;
};

class Assembler {
 public:
  Assembler(Program& program, const std::vector<Operation>& operations)
      : program_(program),
        operations_(operations),
        last_use_(program.values.size(), kNever),
        buffer_of_(program.values.size()) {
    for (std::size_t i = 0; i < operations.size(); ++i) {
      for (const Operand& operand : operations[i].operands) last_use_[operand.value] = i;
    }
  }

  void add_step(const StepRange& range) {
    if (is_elementwise(operations_[range.begin])) {
      add_chain(range);
    } else {
      add_single(operations_[range.begin]);
    }
  }

 private:
  void add_single(const Operation& operation) {
    if (const auto* whole = std::get_if<WholeOp>(&operation.what)) {
      WholeStep step{.kernel = whole->kernel, .inputs = {}, .result = operation.result, .label = operation.label};
      for (const Operand& operand : operation.operands) step.inputs.push_back(operand.value);
      program_.steps.emplace_back(std::move(step));
    } else {
      program_.steps.emplace_back(
          EqualityCheck{operation.operands[0].value, operation.operands[1].value, operation.label});
    }
  }

  void add_chain(const StepRange& range) {
    Chain chain;
    chain.shape = program_.values[operations_[range.begin].result].type.shape;
    chain.count = program_.values[operations_[range.begin].result].count;
    BufferPool buffers;
    for (std::size_t i = range.begin; i < range.end; ++i) chain.ops.push_back(chain_op(chain, i, buffers));
    chain.buffers = buffers.used();
    program_.buffers = std::max(program_.buffers, chain.buffers);
    program_.longest_chain = std::max(program_.longest_chain, chain.count);
    program_.steps.emplace_back(std::move(chain));
  }

  ChainOp chain_op(const Chain& chain, std::size_t i, BufferPool& buffers) {
    const Operation& operation = operations_[i];
    ChainOp op{.kernel = std::get<ElementwiseOp>(operation.what).kernel,
               .operands = {},
               .result = operation.result,
               .buffer = 0,
               .label = operation.label};
    for (const Operand& operand : operation.operands) {
      op.operands.push_back(chain_operand(chain, operand, buffers));
      note_element(operand.value);
    }
    note_element(operation.result);
    if (is_buffer(operation.result)) {
      op.buffer = buffers.take();
      buffer_of_[operation.result] = op.buffer;
    }
    release_buffers(op, operation, i, buffers);
    return op;
  }

  [[nodiscard]] bool is_buffer(ValueId value) const {
    return program_.values[value].place.kind == Place::Kind::kBuffer;
  }
  void note_element(ValueId value) {
    program_.buffer_element_size = std::max(program_.buffer_element_size, program_.values[value].element_size);
  }

  [[nodiscard]] ChainOperand chain_operand(const Chain& chain, const Operand& operand, BufferPool& buffers) const {
    using Kind = ChainOperand::Kind;
    if (is_buffer(operand.value)) return {Kind::kBuffer, buffer_of_[operand.value], 0, {}};
    const Value& value = program_.values[operand.value];
    if (operand.shape == chain.shape) return {Kind::kBlock, operand.value, 0, {}};
    if (value.count == 1) return {Kind::kUniform, operand.value, 0, {}};
    return {Kind::kStretched, operand.value, buffers.take(), broadcast_strides(operand.shape, chain.shape)};
  }

  // After the operation: buffers into which operands were gathered, and buffers of values not read again.
  void release_buffers(const ChainOp& op, const Operation& operation, std::size_t i, BufferPool& buffers) const {
    for (std::size_t k = 0; k < op.operands.size(); ++k) {
      const ChainOperand& operand = op.operands[k];
      if (operand.kind == ChainOperand::Kind::kStretched) buffers.give_back(operand.buffer);
      const bool repeated =
          std::ranges::count(operation.operands.begin(), operation.operands.begin() + static_cast<std::ptrdiff_t>(k),
                             operation.operands[k].value, &Operand::value) != 0;
      if (operand.kind == ChainOperand::Kind::kBuffer && last_use_[operation.operands[k].value] == i && !repeated) {
        buffers.give_back(operand.index);
      }
    }
    if (is_buffer(op.result) && last_use_[op.result] == kNever) buffers.give_back(op.buffer);
  }

  Program& program_;
  const std::vector<Operation>& operations_;
  std::vector<std::size_t> last_use_;     // the last operation that reads each value
  std::vector<std::uint32_t> buffer_of_;  // of each value that lives in a buffer
};

}  // namespace

Program assemble(Computation computation, bool single_nodes) {
  const std::vector<StepRange> steps = find_steps(computation, single_nodes);
  const std::vector<Operation> operations = std::move(computation.operations);
  Program program;
  program.values = std::move(computation.values);
  program.constants = std::move(computation.constants);
  program.inputs = std::move(computation.inputs);
  program.outputs = std::move(computation.outputs);
  place_values(program, operations, steps, single_nodes);
  Assembler assembler(program, operations);
  for (const StepRange& step : steps) assembler.add_step(step);
  return program;
}

}  // namespace hardref
