#include "exec/run.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "error.h"
#include "exec/instruction_set.h"
#include "tensor/compare.h"
#include "tensor/memory.h"

namespace hardref {
namespace {

constexpr std::size_t kAlignment = 64;

[[nodiscard]] Tensor bytes(std::size_t count) {
  return Tensor::uninitialized(DataType::kUint8, {static_cast<std::int64_t>(count)});
}

[[nodiscard]] std::byte* at(void* memory, std::size_t offset) { return static_cast<std::byte*>(memory) + offset; }

// Gathers elements start to start + count of a stretched operand, in the order of the chain's shape.
template <std::size_t kSize>
void gather(const std::byte* from, const Shape& strides, const Shape& shape, std::size_t start, std::size_t count,
            std::byte* to) {
  const std::size_t rank = shape.size();
  Shape index(rank);
  std::int64_t offset = 0;
  for (std::size_t d = rank, rest = start; d-- > 0;) {
    const auto extent = static_cast<std::size_t>(shape[d]);
    index[d] = static_cast<std::int64_t>(rest % extent);
    offset += index[d] * strides[d];
    rest /= extent;
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(to + i * kSize, from + static_cast<std::size_t>(offset) * kSize, kSize);
    for (std::size_t d = rank; d-- > 0;) {
      offset += strides[d];
      if (++index[d] < shape[d]) break;
      offset -= strides[d] * shape[d];
      index[d] = 0;
    }
  }
}

constexpr Tolerance kExact{.rtol = 0, .atol = 0, .ulp = {}, .exact = true};

// Fewer blocks than this take less time than a thread needs to wake up.
constexpr std::size_t kBlocksPerThread = 16;

// Whether a kernel has done its arithmetic on such elements before the memory has moved them: not where it converts
// them to a wider type and back. Only then a copy into memory takes less time than it saves.
bool is_bound_by_memory(const Value& value) {
  const bool computes_in_float16 = instruction_set() == InstructionSet::kAvx512;
  return value.element_size >= 4 || (computes_in_float16 && value.type.type == DataType::kFloat16);
}

class Machine {
 public:
  Machine(const Program& program, Scratch& scratch) : program_(program), scratch_(scratch) {}

  void step(const Chain& chain) const {
    const std::size_t blocks = chain.count / scratch_.block + (chain.count % scratch_.block == 0 ? 0 : 1);
    scratch_.workers.split(blocks, kBlocksPerThread, [&](std::size_t worker, std::size_t begin, std::size_t end) {
      for (std::size_t block = begin; block < end; ++block) {
        const std::size_t start = block * scratch_.block;
        const Block range{worker, start, std::min(scratch_.block, chain.count - start)};
        for (const ChainOp& op : chain.ops) run_block(chain, op, range);
      }
      if (std::ranges::any_of(chain.ops,
                              [&](const ChainOp& op) { return scratch_.streams(program_.values[op.result]); })) {
        end_streaming();
      }
    });
  }

  void step(const WholeStep& step) {
    operands_.clear();
    for (const ValueId input : step.inputs) operands_.push_back(address(input));
    scratch_.workers.split(step.kernel.pieces, step.kernel.grain,
                           [&](std::size_t /*worker*/, std::size_t begin, std::size_t end) {
                             step.kernel.run(operands_.data(), address(step.result), begin, end);
                           });
  }

  void step(const EqualityCheck& check) const {
    const auto difference = find_mismatch(view(check.left), view(check.right), kExact);
    if (difference) {
      fail(ErrorKind::kInternal, "{}: native kernel and function body differ: {}", check.label, *difference);
    }
  }

  [[nodiscard]] TensorView view(ValueId id) const {
    const Value& value = program_.values[id];
    return {value.type.type, value.type.shape, address(id)};
  }

 private:
  // Elements of a chain that one worker computes at a time, in buffers of its own.
  struct Block {
    std::size_t worker;
    std::size_t start;
    std::size_t count;
  };

  [[nodiscard]] void* address(ValueId id) const { return scratch_.addresses[id]; }
  [[nodiscard]] std::byte* element(ValueId id, std::size_t index) const {
    return at(address(id), index * program_.values[id].element_size);
  }
  [[nodiscard]] std::byte* buffer(std::uint32_t index, std::size_t worker) const {
    return at(scratch_.buffers.data(), (worker * (program_.buffers + 1) + index) * scratch_.buffer_bytes);
  }

  void run_block(const Chain& chain, const ChainOp& op, const Block& block) const {
    std::array<KernelOperand, kMaxOperands> operands;
    for (std::size_t i = 0; i < op.operands.size(); ++i) operands.at(i) = operand(chain, op.operands[i], block);
    const Value& result = program_.values[op.result];
    if (result.place.kind == Place::Kind::kBuffer) {
      return op.kernel(operands.data(), buffer(op.buffer, block.worker), block.count);
    }
    std::byte* const memory = element(op.result, block.start);
    if (!scratch_.streams(result)) return op.kernel(operands.data(), memory, block.count);
    std::byte* const staged = buffer(program_.buffers, block.worker);
    op.kernel(operands.data(), staged, block.count);
    stream(memory, staged, block.count * result.element_size, next_read(chain, block));
  }

  // What the chain's next block begins with.
  [[nodiscard]] const void* next_read(const Chain& chain, const Block& block) const {
    for (const ChainOp& op : chain.ops) {
      for (const ChainOperand& operand : op.operands) {
        if (operand.kind == ChainOperand::Kind::kBlock) return element(operand.index, block.start + block.count);
      }
    }
    return nullptr;
  }

  [[nodiscard]] KernelOperand operand(const Chain& chain, const ChainOperand& operand, const Block& block) const {
    using Kind = ChainOperand::Kind;
    switch (operand.kind) {
      case Kind::kBuffer:
        return {buffer(operand.index, block.worker), false};
      case Kind::kBlock:
        return {element(operand.index, block.start), false};
      case Kind::kUniform:
        return {address(operand.index), true};
      case Kind::kStretched:
        stretch(chain, operand, block);
        return {buffer(operand.buffer, block.worker), false};
    }
    fail(ErrorKind::kInternal, "unknown kind of chain operand");
  }

  void stretch(const Chain& chain, const ChainOperand& operand, const Block& block) const {
    const auto* from = static_cast<const std::byte*>(address(operand.index));
    std::byte* to = buffer(operand.buffer, block.worker);
    switch (program_.values[operand.index].element_size) {
      case 1:
        return gather<1>(from, operand.strides, chain.shape, block.start, block.count, to);
      case 2:
        return gather<2>(from, operand.strides, chain.shape, block.start, block.count, to);
      case 4:
        return gather<4>(from, operand.strides, chain.shape, block.start, block.count, to);
      case 8:
        return gather<8>(from, operand.strides, chain.shape, block.start, block.count, to);
      default:
        fail(ErrorKind::kInternal, "no stretching of {}", to_string(program_.values[operand.index].type.type));
    }
  }

  const Program& program_;
  Scratch& scratch_;
  std::vector<const void*> operands_;
};

// Points the caller's values at its memory for this run.
void bind(const Program& program, std::span<const void* const> inputs, std::span<void* const> outputs,
          Scratch& scratch) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    scratch.addresses[program.inputs[i]] = const_cast<void*>(inputs[i]);  // NOLINT: only read
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Place& place = program.values[program.outputs[i]].place;
    if (place.kind == Place::Kind::kOutput && place.index == i) scratch.addresses[program.outputs[i]] = outputs[i];
  }
}

}  // namespace

Scratch::Scratch(const Program& program, std::size_t block_size, std::size_t threads)
    : workers(threads),
      block(std::clamp<std::size_t>(block_size == 0 ? kDefaultBlock : block_size, 1,
                                    std::max<std::size_t>(1, program.longest_chain))),
      buffer_bytes((block * program.buffer_element_size + kAlignment - 1) / kAlignment * kAlignment),
      values(bytes(program.scratch_bytes)),
      buffers(bytes(buffer_bytes * (program.buffers + 1) * workers.count())),
      addresses(program.values.size()) {
  for (const Shape& shape : program.string_tensors) strings.emplace_back(DataType::kString, shape);
  for (std::size_t id = 0; id < addresses.size(); ++id) {
    const Place& place = program.values[id].place;
    if (place.kind == Place::Kind::kConstant) {
      addresses[id] = const_cast<void*>(program.constants[place.index]->data());  // NOLINT: only read
    } else if (place.kind == Place::Kind::kScratch) {
      addresses[id] = at(values.data(), place.index);
    } else if (place.kind == Place::Kind::kStrings) {
      addresses[id] = strings[place.index].data();
    }
  }
}

bool Scratch::streams(const Value& result) const {
  return result.count * result.element_size >= streamed_from && result.type.type != DataType::kString &&
         is_bound_by_memory(result);
}

void run(const Program& program, std::span<const void* const> inputs, std::span<void* const> outputs, Scratch& scratch,
         const ValueObserver& observer) {
  bind(program, inputs, outputs, scratch);
  Machine machine(program, scratch);
  const auto observe = [&](const std::string& label, ValueId id) {
    const bool is_named = program.values[id].source.kind != Source::Kind::kUnnamed;
    if (is_named && scratch.addresses[id] != nullptr) observer(label, id, machine.view(id));
  };
  for (const Step& step : program.steps) {
    std::visit([&](const auto& concrete) { machine.step(concrete); }, step);
    if (!observer) continue;
    if (const auto* chain = std::get_if<Chain>(&step)) {
      for (const ChainOp& op : chain->ops) observe(op.label, op.result);
    } else if (const auto* whole = std::get_if<WholeStep>(&step)) {
      observe(whole->label, whole->result);
    }
  }
  for (const OutputCopy& copy : program.copies) copy_elements(machine.view(copy.from), outputs[copy.output]);
}

}  // namespace hardref
