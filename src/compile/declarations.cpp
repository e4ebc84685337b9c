#include "compile/declarations.h"

#include "error.h"
#include "tensor/shape.h"

namespace hardref {
namespace {

std::string to_string(const std::vector<Dimension>& shape) {
  std::string text;
  for (const Dimension& dimension : shape) {
    text += text.empty() ? "" : ",";
    if (const auto* extent = std::get_if<std::int64_t>(&dimension)) {
      text += std::to_string(*extent);
    } else {
      const auto* name = std::get_if<std::string>(&dimension);
      text += name == nullptr ? "?" : *name;
    }
  }
  return "[" + text + "]";
}

bool extents_fit(const std::vector<Dimension>& declared, const Shape& shape) {
  if (declared.size() != shape.size()) return false;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const auto* extent = std::get_if<std::int64_t>(&declared[d]);
    if (extent != nullptr && *extent != shape[d]) return false;
  }
  return true;
}

}  // namespace

void check_input(const model::ValueInfo& input, const TensorType& given, const Warn& warn) {
  if (!input.type) return;
  const auto* declared = std::get_if<model::TensorTypeInfo>(&input.type->value);
  if (declared == nullptr || declared->sparse) {
    fail(ErrorKind::kUnsupported, "input \"{}\" is not declared as a dense tensor", input.name);
  }
  if (declared->element != DataType::kUndefined && declared->element != given.type) {
    fail(ErrorKind::kInvalidInput, "input \"{}\" has element type {}, but is declared as {}", input.name,
         to_string(given.type), to_string(declared->element));
  }
  // Published tests feed shapes that the model does not declare, so this is no error.
  if (declared->shape && !extents_fit(*declared->shape, given.shape)) {
    warn(fmt::format("input \"{}\" has shape {}, but is declared with {}", input.name, hardref::to_string(given.shape),
                     to_string(*declared->shape)));
  }
}

void check_output(const model::ValueInfo& output, const TensorType& computed, const Warn& warn) {
  if (!output.type) return;
  const auto* declared = std::get_if<model::TensorTypeInfo>(&output.type->value);
  if (declared == nullptr || declared->sparse) {
    fail(ErrorKind::kInvalidModel, "output \"{}\" is not declared as a dense tensor, but is one", output.name);
  }
  if (declared->element != DataType::kUndefined && declared->element != computed.type) {
    fail(ErrorKind::kInvalidModel, "output \"{}\" is declared as {}, but is {}", output.name,
         to_string(declared->element), to_string(computed.type));
  }
  if (declared->shape && !extents_fit(*declared->shape, computed.shape)) {
    warn(fmt::format("output \"{}\" has shape {}, but is declared with {}", output.name,
                     hardref::to_string(computed.shape), to_string(*declared->shape)));
  }
}

}  // namespace hardref
