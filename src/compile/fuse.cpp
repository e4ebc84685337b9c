#include "compile/fuse.h"

#include <algorithm>
#include <array>

#include "ops/fused.h"

namespace hardref {
namespace {

class Fuser {
 public:
  Fuser(const std::vector<Value>& values, const std::vector<std::shared_ptr<const Tensor>>& constants,
        std::vector<Operation>& operations, const std::vector<ValueId>& outputs)
      : values_(values), constants_(constants), operations_(operations), uses_(values.size()) {
    for (const Operation& operation : operations) {
      for (const Operand& operand : operation.operands) ++uses_[operand.value];
    }
    for (const ValueId output : outputs) ++uses_[output];
  }

  void run() {
    std::vector<Operation> result;
    result.reserve(operations_.size());
    for (std::size_t i = 0; i < operations_.size();) {
      const std::span<Operation> rest(operations_.data() + i, operations_.size() - i);
      const FusedKernel* const fused = find(rest);
      const std::size_t count = fused == nullptr ? 1 : fused->parts.size();
      result.push_back(fused == nullptr ? std::move(rest.front()) : join(rest.first(count), fused->whole));
      i += count;
    }
    operations_ = std::move(result);
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
        constants.at(i) = constants_[values_[rest[i].operands[1].value].place.index]->data();
      }
      return fused.fits(constants);
    };
    const auto found = std::ranges::find_if(fused_kernels(), fits);
    return found == fused_kernels().end() ? nullptr : &*found;
  }

  // Its first operand has the result's shape, its second is one element that does not depend on any input.
  [[nodiscard]] bool has_uniform_constant(const Operation& operation) const {
    const Value& constant = values_[operation.operands[1].value];
    return operation.operands[0].shape == values_[operation.result].type.shape && constant.count == 1 &&
           constant.place.kind == Place::Kind::kConstant;
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

  const std::vector<Value>& values_;
  const std::vector<std::shared_ptr<const Tensor>>& constants_;
  std::vector<Operation>& operations_;
  std::vector<std::size_t> uses_;  // of each value, as an operand or an output
};

}  // namespace

void fuse_operations(const std::vector<Value>& values, const std::vector<std::shared_ptr<const Tensor>>& constants,
                     std::vector<Operation>& operations, const std::vector<ValueId>& outputs) {
  Fuser(values, constants, operations, outputs).run();
}

}  // namespace hardref
