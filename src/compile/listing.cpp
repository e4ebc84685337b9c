#include "compile/listing.h"

#include <fmt/format.h>

#include "error.h"
#include "tensor/join.h"
#include "tensor/shape.h"

namespace hardref {
namespace {

// Constants of up to this many elements are shown with their values.
constexpr std::size_t kShownValues = 4;

class Printer {
 public:
  Printer(const Program& program, const ValueNames& names) : program_(program), names_(names) {}

  std::string run() {
    for (const ValueId input : program_.inputs) line("input {}", declaration(input));
    for (ValueId id = 0; id < program_.values.size(); ++id) {
      const Place& place = program_.values[id].place;
      if (place.kind != Place::Kind::kConstant) continue;
      line("constant {} = {}", title(id), to_text(program_.constants[place.index]->view(), kShownValues));
    }
    for (const Step& step : program_.steps) {
      std::visit([&](const auto& concrete) { print(concrete); }, step);
    }
    for (const OutputCopy& copy : program_.copies) line("copy %{} to output {}", copy.from, copy.output);
    line("memory {} bytes, {} buffer{}", program_.scratch_bytes, program_.buffers, program_.buffers == 1 ? "" : "s");
    return std::move(text_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += escaped(fmt::format(format, std::forward<Args>(args)...)) + "\n";
  }

  [[nodiscard]] std::string declaration(ValueId id) const {
    const Value& value = program_.values[id];
    const std::string shape = value.type.shape.empty() ? "" : to_string(value.type.shape);
    return fmt::format("{}: {}{}{}", title(id), to_string(value.type.type), shape, place(value.place));
  }

  [[nodiscard]] std::string title(ValueId id) const {
    const std::string& name = names_.name(program_.values[id].source);
    return name.empty() ? fmt::format("%{}", id) : fmt::format("%{} {}", id, name);
  }

  static std::string place(const Place& place) {
    switch (place.kind) {
      case Place::Kind::kOutput:
        return fmt::format(" -> output {}", place.index);
      case Place::Kind::kScratch:
      case Place::Kind::kStrings:
        return " -> memory";
      default:
        return "";
    }
  }

  void print(const Chain& chain) {
    const std::string shape = to_string(chain.shape);
    line("chain over {}, {} element{}", shape, chain.count, chain.count == 1 ? "" : "s");
    for (const ChainOp& op : chain.ops) {
      const std::string buffer =
          program_.values[op.result].place.kind == Place::Kind::kBuffer ? fmt::format(" -> buffer {}", op.buffer) : "";
      line("  {}{} = {}({})", declaration(op.result), buffer, op.label, join(op.operands, ", ", text));
    }
  }

  static std::string text(const ChainOperand& operand) {
    switch (operand.kind) {
      case ChainOperand::Kind::kBuffer:
        return fmt::format("buffer {}", operand.index);
      case ChainOperand::Kind::kBlock:
        return fmt::format("%{}", operand.index);
      case ChainOperand::Kind::kUniform:
        return fmt::format("%{} for all", operand.index);
      case ChainOperand::Kind::kStretched:
        return fmt::format("%{} stretched", operand.index);
    }
    return {};
  }

  void print(const WholeStep& step) {
    const std::string inputs = join(step.inputs, ", ", [](ValueId input) { return fmt::format("%{}", input); });
    line("whole {} = {}({})", declaration(step.result), step.label, inputs);
  }

  void print(const EqualityCheck& check) { line("check %{} equals %{}", check.left, check.right); }

  const Program& program_;
  const ValueNames& names_;
  std::string text_;
};

}  // namespace

std::string print(const Program& program, const ValueNames& names) { return Printer(program, names).run(); }

}  // namespace hardref
