#include "exec/run.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "error.h"
#include "exec/tile.h"
#include "tensor/compare.h"
#include "tensor/copy.h"

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

class Machine {
 public:
  Machine(const Program& program, Scratch& scratch) : program_(program), scratch_(scratch) {}

  void step(const Chain& chain) {
    for (std::size_t start = 0; start < chain.count; start += scratch_.block) {
      const std::size_t count = std::min(scratch_.block, chain.count - start);
      for (const ChainOp& op : chain.ops) run_block(chain, op, start, count);
    }
  }

  void step(const WholeStep& step) {
    operands_.clear();
    for (const ValueId input : step.inputs) operands_.push_back(address(input));
    step.kernel(operands_.data(), address(step.result));
  }

  void step(const EqualityCheck& check) {
    const auto difference = find_mismatch(view(check.left), view(check.right), kExact);
    if (difference)
      fail(ErrorKind::kInternal, "{}: native kernel and function body differ: {}", check.label, *difference);
  }

  [[nodiscard]] TensorView view(ValueId id) const {
    const Value& value = program_.values[id];
    return {value.type.type, value.type.shape, address(id)};
  }

 private:
  [[nodiscard]] void* address(ValueId id) const { return scratch_.addresses[id]; }
  [[nodiscard]] std::byte* lane(std::uint32_t index) { return at(scratch_.lanes.data(), index * scratch_.lane_bytes); }

  void run_block(const Chain& chain, const ChainOp& op, std::size_t start, std::size_t count) {
    std::array<Lanes, kMaxOperands> operands;
    for (std::size_t i = 0; i < op.operands.size(); ++i) operands.at(i) = operand(chain, op.operands[i], start, count);
    const Value& result = program_.values[op.result];
    std::byte* target =
        result.place.kind == Place::Kind::kLane ? lane(op.lane) : at(address(op.result), start * result.element_size);
    op.kernel(operands.data(), target, count);
  }

  [[nodiscard]] Lanes operand(const Chain& chain, const ChainOperand& operand, std::size_t start, std::size_t count) {
    using Kind = ChainOperand::Kind;
    switch (operand.kind) {
      case Kind::kLane:
        return {lane(operand.index), false};
      case Kind::kBlock:
        return {at(address(operand.index), start * program_.values[operand.index].element_size), false};
      case Kind::kUniform:
        return {address(operand.index), true};
      case Kind::kStretched:
        stretch(chain, operand, start, count);
        return {lane(operand.lane), false};
    }
    fail(ErrorKind::kInternal, "unknown kind of chain operand");
  }

  void stretch(const Chain& chain, const ChainOperand& operand, std::size_t start, std::size_t count) {
    const auto* from = static_cast<const std::byte*>(address(operand.index));
    std::byte* to = lane(operand.lane);
    switch (program_.values[operand.index].element_size) {
      case 1:
        return gather<1>(from, operand.strides, chain.shape, start, count, to);
      case 2:
        return gather<2>(from, operand.strides, chain.shape, start, count, to);
      case 4:
        return gather<4>(from, operand.strides, chain.shape, start, count, to);
      case 8:
        return gather<8>(from, operand.strides, chain.shape, start, count, to);
      default:
        fail(ErrorKind::kInternal, "no stretching of {}", to_string(program_.values[operand.index].type.type));
    }
  }

  const Program& program_;
  Scratch& scratch_;
  std::vector<const void*> operands_;
};

// Points every value at its memory for this run.
void bind(const Program& program, std::span<const void* const> inputs, std::span<void* const> outputs,
          Scratch& scratch) {
  for (std::size_t id = 0; id < program.values.size(); ++id) {
    const Place& place = program.values[id].place;
    void*& address = scratch.addresses[id];
    switch (place.kind) {
      case Place::Kind::kLane:
        break;
      case Place::Kind::kInput:
        address = const_cast<void*>(inputs[place.index]);  // NOLINT(cppcoreguidelines-pro-type-const-cast): only read
        break;
      case Place::Kind::kConstant:
        address = const_cast<void*>(program.constants[place.index]->data());  // NOLINT: as above
        break;
      case Place::Kind::kOutput:
        address = outputs[place.index];
        break;
      case Place::Kind::kScratch:
        address = at(scratch.values.data(), place.index);
        break;
      case Place::Kind::kStrings:
        address = scratch.strings[place.index].data();
        break;
    }
  }
}

}  // namespace

Scratch::Scratch(const Program& program, std::size_t block_size)
    : block(std::min(block_size == 0 ? kDefaultBlock : block_size, program.longest_chain)),
      lane_bytes((block * program.lane_element_size + kAlignment - 1) / kAlignment * kAlignment),
      values(bytes(program.scratch_bytes)),
      lanes(bytes(lane_bytes * program.lanes)),
      addresses(program.values.size()) {
  for (const Shape& shape : program.string_tensors) strings.emplace_back(DataType::kString, shape);
}

void run(const Program& program, std::span<const void* const> inputs, std::span<void* const> outputs, Scratch& scratch,
         const ValueObserver& observer) {
  bind(program, inputs, outputs, scratch);
  Machine machine(program, scratch);
  const auto observe = [&](const std::string& label, ValueId id) {
    const Value& value = program.values[id];
    if (!value.name.empty() && scratch.addresses[id] != nullptr) observer(label, value, machine.view(id));
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
