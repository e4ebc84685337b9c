#include "ops/op.h"

#include <algorithm>

namespace hardref {
namespace {

// The given value, else the default, where either is of type T.
template <class T>
std::optional<T> value_or_default(const Call& call, std::string_view name) {
  if (const T* value = call.given<T>(name)) return *value;
  const AttributeSpec* spec = call.op.attribute(name);
  const T* fallback = spec == nullptr ? nullptr : std::get_if<T>(&spec->default_value);
  return fallback == nullptr ? std::nullopt : std::optional<T>(*fallback);
}

}  // namespace

const model::Attribute* Call::find(std::string_view name) const {
  const auto found = std::ranges::find(attributes, name, &model::Attribute::name);
  return found == attributes.end() ? nullptr : &*found;
}

std::optional<float> Call::float_attribute(std::string_view name) const { return value_or_default<float>(*this, name); }

std::optional<std::int64_t> Call::int_attribute(std::string_view name) const {
  return value_or_default<std::int64_t>(*this, name);
}

TypeSet OpVersion::types(std::string_view constraint) const {
  const auto found = std::ranges::find(constraints, constraint, &TypeConstraint::name);
  return found == constraints.end() ? TypeSet{} : found->types;
}

const AttributeSpec* OpVersion::attribute(std::string_view attribute_name) const {
  const auto found = std::ranges::find(attributes, attribute_name, &AttributeSpec::name);
  return found == attributes.end() ? nullptr : &*found;
}

}  // namespace hardref
