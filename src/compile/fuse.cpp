#include "compile/fuse.h"

#include <algorithm>
#include <array>

#include "ops/fused.h"

namespace hardref {
namespace {

class Fuser {
 public:
  explicit Fuser(Computation& computation) : computation_(computation), uses_(computation.values.size()) {
    for (const Operation& operation : computation.operations) {
      for (const Operand& operand : operation.operands) ++uses_[operand.value];
    }
    for (const ValueId output : computation.outputs) ++uses_[output];
  }

  void run() {
    std::vector<Operation>& operations = computation_.operations;
    std::vector<Operation> result;
    result.reserve(operations.size());
    for (std::size_t i = 0; i < operations.size();) {
      const std::span<Operation> rest(operations.data() + i, operations.size() - i);
      const FusedKernel* const fused = find(rest);
      const std::size_t count = fused == nullptr ? 1 : fused->parts.size();
      result.push_back(fused == nullptr ? std::move(rest.front()) : join(rest.first(count), fused->whole));
      i += count;
    }
    operations = std::move(result);
  }

 private:
  [[nodiscard]] const FusedKernel* find(std::span<const Operation> rest) const {
    const auto fits = [&](const FusedKernel& fused) {
      if (rest.size() < fused.parts.size()) return false;
      std::array<const void*, std::tuple_size_v<decltype(fused.parts)>> constants{};
      for (std::size_t i = 0; i < fused.parts.size(); ++i) {
        const auto* elementwise = std::get_if<ElementwiseOp>(&rest[i].what);
        if (elementwise == nullptr || elementwise->kernel != fused.parts[i] || !has_uniform_constant(rest[i])) {
          return false;
        }
        const bool follows =
            i == 0 || (rest[i].operands[0].value == rest[i - 1].result && uses_[rest[i - 1].result] == 1);
        if (!follows) return false;
        const Place& place = computation_.values[rest[i].operands[1].value].place;
        constants.at(i) = computation_.constants[place.index]->data();
      }
      return fused.fits(constants);
    };
    const auto found = std::ranges::find_if(fused_kernels(), fits);
    return found == fused_kernels().end() ? nullptr : &*found;
  }

  // Its first operand has the result's shape, its second is one element that does not depend on any input.
  [[nodiscard]] bool has_uniform_constant(const Operation& operation) const {
    const ValueId constant = operation.operands[1].value;
    return operation.operands[0].shape == computation_.type(operation.result).shape &&
           computation_.values[constant].count == 1 && computation_.is_constant(constant);
  }

  static Operation join(std::span<Operation> parts, ElementwiseKernel kernel) {
    Operation joined{ElementwiseOp{kernel}, {parts.front().operands.front()}, parts.back().result, ""};
    for (const Operation& part : parts) {
      joined.operands.push_back(part.operands[1]);
      if (!joined.label.empty()) joined.label += '+';
      joined.label += part.label;
    }
    return joined;
  }

  Computation& computation_;
  std::vector<std::size_t> uses_;  // of each value, as an operand or an output
};

}  // namespace

void fuse(Computation& computation) { Fuser(computation).run(); }

}  // namespace hardref
