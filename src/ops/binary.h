// What Add, Mul, Min and Max have in common: a function of two elements of one type.
#pragma once

#include "exec/elementwise.h"
#include "ops/op.h"
#include "ops/scalar_functions.h"

namespace hardref {

template <class Function, class List>
std::vector<Stage> binary_stages(const Call& call) {
  const DataType type = call.inputs.front().type;
  return {{binary_kernel<Function, List>(type), type}};
}

template <class Function, class List>
constexpr OpVersion binary_row(std::string_view name, std::int64_t since, std::span<const AttributeSpec> attributes,
                               std::span<const Parameter> inputs, std::string_view output, Broadcast broadcast) {
  return {.name = name,
          .since_version = since,
          .attributes = attributes,
          .inputs = inputs,
          .output = {output, "T"},
          .constraints = kConstraintT<List>,
          .changed = kNothingChanged,
          .meaning = Elementwise{&binary_stages<Function, List>, broadcast}};
}

}  // namespace hardref
