#include "compile/place.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>

#include "error.h"

namespace hardref {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMostBytes = std::numeric_limits<std::ptrdiff_t>::max() / kAlignment * kAlignment;

// One piece of memory of which ranges are taken and given back. It grows where none of the free ones is large enough.
class Memory {
 public:
  // The smallest free range that does.
  std::size_t take(std::size_t bytes) {
    const auto fitting = by_size_.lower_bound({bytes, 0});
    if (fitting != by_size_.end()) {
      const std::size_t offset = fitting->second;
      const std::size_t rest = fitting->first - bytes;
      remove(offset);
      if (rest != 0) add(offset + bytes, rest);
      return offset;
    }
    // What is free at the end is the beginning of the new range.
    std::size_t offset = size_;
    if (!free_.empty() && std::prev(free_.end())->first + std::prev(free_.end())->second == size_) {
      offset = std::prev(free_.end())->first;
      remove(offset);
    }
    if (bytes > kMostBytes - offset) {
      fail(ErrorKind::kLimit, "intermediate values take more than {} bytes", kMostBytes);
    }
    size_ = offset + bytes;
    return offset;
  }

  void give_back(std::size_t offset, std::size_t bytes) {
    const auto next = free_.find(offset + bytes);
    if (next != free_.end()) {
      bytes += next->second;
      remove(next->first);
    }
    const auto after = free_.lower_bound(offset);
    if (after != free_.begin() && std::prev(after)->first + std::prev(after)->second == offset) {
      offset = std::prev(after)->first;
      bytes += std::prev(after)->second;
      remove(offset);
    }
    add(offset, bytes);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void add(std::size_t offset, std::size_t bytes) {
    free_.emplace(offset, bytes);
    by_size_.emplace(bytes, offset);
  }
  void remove(std::size_t offset) {
    const auto range = free_.find(offset);
    by_size_.erase({range->second, offset});
    free_.erase(range);
  }

  std::map<std::size_t, std::size_t> free_;                // bytes from each offset on
  std::set<std::pair<std::size_t, std::size_t>> by_size_;  // the same: bytes, offset
  std::size_t size_ = 0;
};

void place_outputs(Program& program) {
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    Place& place = program.values[program.outputs[i]].place;
    if (place.kind == Place::Kind::kBuffer) {
      place = {Place::Kind::kOutput, i};
    } else {
      program.copies.push_back({program.outputs[i], i});
    }
  }
}

// Of each value, the step after which nobody reads it, and whether anything but its own chain needs it.
struct Uses {
  std::vector<std::size_t> last_step;
  std::vector<bool> needs_memory;
};

Uses find_uses(const Program& program, const std::vector<Operation>& operations, const std::vector<StepRange>& steps,
               bool single_nodes) {
  Uses uses{std::vector<std::size_t>(program.values.size()), std::vector<bool>(program.values.size(), single_nodes)};
  std::vector<std::size_t> made(program.values.size(), steps.size());
  for (std::size_t step = 0; step < steps.size(); ++step) {
    for (std::size_t i = steps[step].begin; i < steps[step].end; ++i) {
      const Operation& operation = operations[i];
      for (const Operand& operand : operation.operands) {
        uses.last_step[operand.value] = step;
        if (made[operand.value] != step) uses.needs_memory[operand.value] = true;
      }
      if (!has_result(operation)) continue;
      made[operation.result] = step;
      uses.last_step[operation.result] = step;
      if (!is_elementwise(operation)) uses.needs_memory[operation.result] = true;
    }
  }
  return uses;
}

}  // namespace

std::vector<StepRange> find_steps(const Computation& computation, bool single_nodes) {
  const std::vector<Operation>& operations = computation.operations;
  std::vector<StepRange> steps;
  for (std::size_t begin = 0; begin < operations.size(); begin = steps.back().end) {
    std::size_t end = begin + 1;
    if (!single_nodes && is_elementwise(operations[begin])) {
      const Shape& shape = computation.type(operations[begin].result).shape;
      while (end < operations.size() && is_elementwise(operations[end]) &&
             computation.type(operations[end].result).shape == shape) {
        ++end;
      }
    }
    steps.push_back({begin, end});
  }
  return steps;
}

void place_values(Program& program, const std::vector<Operation>& operations, const std::vector<StepRange>& steps,
                  bool single_nodes) {
  place_outputs(program);
  const Uses uses = find_uses(program, operations, steps, single_nodes);
  struct Taken {
    std::size_t last_step;
    std::size_t offset;
    std::size_t bytes;
    bool operator>(const Taken& other) const { return last_step > other.last_step; }
  };
  std::priority_queue<Taken, std::vector<Taken>, std::greater<>> taken;
  Memory memory;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    for (; !taken.empty() && taken.top().last_step < step; taken.pop()) {
      memory.give_back(taken.top().offset, taken.top().bytes);
    }
    for (std::size_t i = steps[step].begin; i < steps[step].end; ++i) {
      if (!has_result(operations[i])) continue;
      const ValueId id = operations[i].result;
      Value& value = program.values[id];
      if (value.place.kind != Place::Kind::kBuffer) continue;
      if (value.type.type == DataType::kString) {
        value.place = {Place::Kind::kStrings, program.string_tensors.size()};
        program.string_tensors.push_back(value.type.shape);
      } else if (uses.needs_memory[id]) {
        const std::size_t bytes =
            std::max<std::size_t>(1, (value.count * value.element_size + kAlignment - 1) / kAlignment) * kAlignment;
        value.place = {Place::Kind::kScratch, memory.take(bytes)};
        taken.push({uses.last_step[id], value.place.index, bytes});
      }
    }
  }
  program.scratch_bytes = memory.size();
}

}  // namespace hardref
