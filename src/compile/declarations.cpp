#include "compile/declarations.h"

#include "error.h"
#include "tensor/join.h"
#include "tensor/shape.h"

namespace hardref {
namespace {

std::string declared_text(const std::vector<Dimension>& shape) {
  return "[" +
         join(shape, ",",
              [](const Dimension& dimension) -> std::string {
                if (const auto* extent = std::get_if<std::int64_t>(&dimension)) return std::to_string(*extent);
                const auto* symbol = std::get_if<std::string>(&dimension);
                return symbol == nullptr ? "?" : *symbol;
              }) +
         "]";
}

std::string describe(std::string_view what, const model::ValueInfo& stated) {
  return fmt::format("{} \"{}\"", what, stated.name);
}

// Null where nothing is stated that a dense tensor could contradict. Throws kind where it is stated to be no such
// tensor.
const model::TensorTypeInfo* dense_tensor(std::string_view what, const model::ValueInfo& stated, ErrorKind kind,
                                          std::string_view but) {
  if (!stated.type) return nullptr;
  const auto* tensor = std::get_if<model::TensorTypeInfo>(&stated.type->value);
  if (tensor == nullptr || tensor->sparse) {
    fail(kind, "{} is not declared as a dense tensor{}", describe(what, stated), but);
  }
  return tensor;
}

bool states_another(const model::TensorTypeInfo& stated, DataType type) {
  return stated.element != DataType::kUndefined && stated.element != type;
}

bool extents_fit(const std::vector<Dimension>& stated, const Shape& shape) {
  if (stated.size() != shape.size()) return false;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const auto* extent = std::get_if<std::int64_t>(&stated[d]);
    if (extent != nullptr && *extent != shape[d]) return false;
  }
  return true;
}

std::string other_shape(std::string_view what, const model::ValueInfo& stated, const Shape& shape) {
  return fmt::format("{} has shape {}, but is declared with {}", describe(what, stated), to_string(shape),
                     declared_text(*std::get<model::TensorTypeInfo>(stated.type->value).shape));
}

// Throws kInvalidModel where a value of the model is stated to be of another element type.
const model::TensorTypeInfo* checked_type(std::string_view what, const model::ValueInfo& stated, DataType type) {
  const auto* tensor = dense_tensor(what, stated, ErrorKind::kInvalidModel, ", but is one");
  if (tensor != nullptr && states_another(*tensor, type)) {
    fail(ErrorKind::kInvalidModel, "{} is declared as {}, but is {}", describe(what, stated),
         to_string(tensor->element), to_string(type));
  }
  return tensor;
}

}  // namespace

Declarations::Declarations(std::span<const model::ValueInfo> value_infos, const CompileOptions& options)
    : options_(options) {
  for (const model::ValueInfo& value : value_infos) value_infos_.emplace(value.name, &value);
}

void Declarations::check_input(const model::ValueInfo& input, const TensorType& given) {
  const auto* tensor =
      with_place(input.place, [&] { return dense_tensor("input", input, ErrorKind::kUnsupported, ""); });
  if (tensor == nullptr) return;
  if (states_another(*tensor, given.type)) {
    fail(ErrorKind::kInvalidInput, "input \"{}\" has element type {}, but is declared as {}", input.name,
         to_string(given.type), to_string(tensor->element));
  }
  const std::string text = contradiction("input", input, given.shape);
  if (text.empty()) return;
  if (!options_.any_shape) fail(ErrorKind::kInvalidInput, "{}", text);
  options_.warn(text);
}

void Declarations::check_output(const model::ValueInfo& output, const TensorType& computed) {
  with_place(output.place, [&] { check_computed("output", output, computed); });
}

void Declarations::check_value(std::string_view name, const TensorType& computed) {
  const auto [begin, end] = value_infos_.equal_range(name);
  for (auto value = begin; value != end; ++value) check_computed("value", *value->second, computed);
}

void Declarations::check_given(std::string_view name, const TensorType& given) {
  const auto [begin, end] = value_infos_.equal_range(name);
  for (auto value = begin; value != end; ++value) {
    with_place(value->second->place, [&] { check_computed("value", *value->second, given); });
  }
}

void Declarations::check_computed(std::string_view what, const model::ValueInfo& stated, const TensorType& computed) {
  if (checked_type(what, stated, computed.type) == nullptr) return;
  const std::string text = contradiction(what, stated, computed.shape);
  if (!text.empty()) options_.warn(text);
}

// What is wrong with a shape, by rank, extents and symbols; empty where it fits.
std::string Declarations::contradiction(std::string_view what, const model::ValueInfo& stated, const Shape& shape) {
  const auto& declared = std::get<model::TensorTypeInfo>(stated.type->value).shape;
  if (!declared) return "";
  if (!extents_fit(*declared, shape)) return other_shape(what, stated, shape);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const auto* symbol = std::get_if<std::string>(&(*declared)[d]);
    if (symbol == nullptr) continue;
    const auto [known, is_new] = symbols_.try_emplace(*symbol, Extent{shape[d], ""});
    if (is_new) known->second.where = describe(what, stated);
    if (known->second.extent != shape[d]) {
      return fmt::format("{}, and {} is {} in {}", other_shape(what, stated, shape), *symbol, known->second.extent,
                         known->second.where);
    }
  }
  return "";
}

void check_initializers(const model::Graph& graph) {
  std::unordered_map<std::string_view, const Tensor*> tensors;
  for (const model::Initializer& initializer : graph.initializers) {
    tensors.emplace(initializer.name, initializer.tensor.get());
  }
  for (const model::ValueInfo& input : graph.inputs) {
    const auto found = tensors.find(input.name);
    if (found == tensors.end()) continue;
    const auto* tensor =
        with_place(input.place, [&] { return checked_type("initializer", input, found->second->type()); });
    if (tensor != nullptr && tensor->shape && !extents_fit(*tensor->shape, found->second->shape())) {
      fail_at(input.place, ErrorKind::kInvalidModel, "{}", other_shape("initializer", input, found->second->shape()));
    }
  }
}

}  // namespace hardref
