#include "compile/bind.h"

#include <type_traits>

namespace hardref {
namespace {

void add_values(std::span<const model::Attribute> attributes, BoundAttributes& bound) {
  for (const model::Attribute& attribute : attributes) {
    if (const auto* value = std::get_if<model::AttributeValue>(&attribute.value)) bound[attribute.name] = *value;
  }
}

}  // namespace

BoundAttributes attributes_of_call(const model::Function& function, std::span<const model::Attribute> call) {
  BoundAttributes bound;
  add_values(function.attribute_defaults, bound);
  add_values(call, bound);
  return bound;
}

BoundAttributes attributes_of_call(const OpVersion& op, std::span<const model::Attribute> call) {
  BoundAttributes bound;
  for (const AttributeSpec& spec : op.attributes) {
    std::visit(
        [&]<class T>(const T& value) {
          if constexpr (std::is_same_v<T, std::string_view>) {
            bound[std::string(spec.name)] = std::string(value);
          } else if constexpr (!std::is_same_v<T, std::monostate>) {
            bound[std::string(spec.name)] = value;
          }
        },
        spec.default_value);
  }
  add_values(call, bound);
  return bound;
}

std::vector<model::Attribute> bind_references(std::span<const model::Attribute> attributes,
                                              const BoundAttributes& bound) {
  std::vector<model::Attribute> result;
  for (const model::Attribute& attribute : attributes) {
    const auto* reference = std::get_if<model::AttributeReference>(&attribute.value);
    if (reference == nullptr) {
      result.push_back(attribute);
    } else if (const auto value = bound.find(reference->name); value != bound.end()) {
      result.push_back({attribute.name, value->second});
    }
  }
  return result;
}

}  // namespace hardref
