// Constant: a tensor that stands in the model itself. Exactly one attribute gives it.
#include <algorithm>
#include <array>

#include "model/sparse.h"
#include "ops/cast_types.h"
#include "ops/operators.h"

namespace hardref {
namespace {

using model::AttributeKind;

template <class T>
Tensor tensor_of(const T& value) {
  return Tensor::of<T>({}, {value});
}

template <class T>
Tensor tensor_of(const std::vector<T>& values) {
  return Tensor::of<T>({static_cast<std::int64_t>(values.size())}, std::span<const T>(values));
}

Tensor tensor_of(const model::SparseTensorPtr& value) { return model::densify(*value); }

template <class T>
model::TensorPtr tensor_of_kind(const model::Attribute& attribute) {
  return std::make_shared<const Tensor>(tensor_of(*attribute.get<T>()));
}

model::TensorPtr tensor_of_attribute(const model::Attribute& attribute) {
  switch (attribute.kind()) {
    case AttributeKind::kTensor:
      return *attribute.get<model::TensorPtr>();
    case AttributeKind::kSparseTensor:
      return tensor_of_kind<model::SparseTensorPtr>(attribute);
    case AttributeKind::kFloat:
      return tensor_of_kind<float>(attribute);
    case AttributeKind::kFloats:
      return tensor_of_kind<std::vector<float>>(attribute);
    case AttributeKind::kInt:
      return tensor_of_kind<std::int64_t>(attribute);
    case AttributeKind::kInts:
      return tensor_of_kind<std::vector<std::int64_t>>(attribute);
    case AttributeKind::kString:
      return tensor_of_kind<std::string>(attribute);
    case AttributeKind::kStrings:
      return tensor_of_kind<std::vector<std::string>>(attribute);
    default:
      fail(ErrorKind::kInternal, "attribute {} cannot give a constant", attribute.name);
  }
}

std::string joined(auto&& range, std::string_view separator) {
  std::string text;
  for (const auto& item : range) {
    if (!text.empty()) text += separator;
    text += item.name;
  }
  return text;
}

model::TensorPtr value(const Call& call) {
  if (call.attributes.size() != 1) {
    fail(ErrorKind::kInvalidModel, "has {}, but must have exactly one of the attributes {}",
         call.attributes.empty() ? "no value" : joined(call.attributes, " and "), joined(call.op.attributes, ", "));
  }
  const model::Attribute& attribute = call.attributes.front();
  model::TensorPtr tensor = with_context([&] { return fmt::format("attribute {}", attribute.name); },
                                         [&] { return tensor_of_attribute(attribute); });
  if (const TypeSet allowed = call.op.types("T"); !allowed.contains(tensor->type())) {
    fail(ErrorKind::kInvalidModel, "attribute {} has element type {}; allowed are {}", attribute.name,
         to_string(tensor->type()), to_string(allowed));
  }
  return tensor;
}

constexpr AttributeSpec kAttributes1[] = {{.name = "value", .kind = AttributeKind::kTensor, .required = true}};
constexpr AttributeSpec kAttributes11[] = {{"sparse_value", AttributeKind::kSparseTensor},
                                           {"value", AttributeKind::kTensor}};
constexpr AttributeSpec kAttributes12[] = {
    {"sparse_value", AttributeKind::kSparseTensor},
    {"value", AttributeKind::kTensor},
    {"value_float", AttributeKind::kFloat},
    {"value_floats", AttributeKind::kFloats},
    {"value_int", AttributeKind::kInt},
    {"value_ints", AttributeKind::kInts},
    {"value_string", AttributeKind::kString},
    {"value_strings", AttributeKind::kStrings},
};

template <class List>
using WithComplexes = Concat<List, Complexes>;

template <class List>
constexpr OpVersion row(std::int64_t since, std::span<const AttributeSpec> attributes) {
  return {.name = "Constant",
          .since_version = since,
          .attributes = attributes,
          .inputs = {},
          .output = {"output", "T"},
          .constraints = kConstraintT<List>,
          .changed = kNothingChanged,
          .meaning = Literal{&value}};
}

constexpr std::array kVersions = {
    row<Floats>(1, kAttributes1),
    row<WithComplexes<CastTypes9>>(9, kAttributes1),
    row<WithComplexes<CastTypes9>>(11, kAttributes11),
    row<WithComplexes<CastTypes9>>(12, kAttributes12),
    row<WithComplexes<CastTypes13>>(13, kAttributes12),
    row<WithComplexes<CastTypes19>>(19, kAttributes12),
    row<WithComplexes<CastTypes21>>(21, kAttributes12),
    row<WithComplexes<CastTypes23>>(23, kAttributes12),
    row<WithComplexes<CastTypes24>>(24, kAttributes12),
    row<WithComplexes<CastTypes25>>(25, kAttributes12),
};

}  // namespace

std::span<const OpVersion> constant_versions() { return kVersions; }

}  // namespace hardref
