// The rows that Min and Max share, version by version; which of two elements they return stands in
// scalar_functions.h.
#pragma once

#include <array>

#include "ops/binary.h"

namespace hardref::extremum {

inline constexpr AttributeSpec kAttributes1[] = {{"consumed_inputs", model::AttributeKind::kInts}};
inline constexpr Parameter kInputs[] = {{.name = "data_0", .constraint = "T", .variadic = true}};

using Types12 = Concat<Floats, Integers>;
using Types13 = Concat<FloatsAndBfloat16, Integers>;

template <class Function, class List>
constexpr OpVersion row(std::string_view name, std::string_view output, std::int64_t since,
                        std::span<const AttributeSpec> attributes, Broadcast broadcast) {
  return binary_row<Function, List>(name, since, attributes, kInputs, output, broadcast);
}

// 8 allows more shapes than 6 did, and means the same for equal ones.
template <class Function>
constexpr std::array<OpVersion, 5> rows(std::string_view name, std::string_view output) {
  return {
      row<Function, Floats>(name, output, 1, kAttributes1, Broadcast::kEqual),
      row<Function, Floats>(name, output, 6, {}, Broadcast::kEqual),
      row<Function, Floats>(name, output, 8, {}, Broadcast::kNumpy),
      row<Function, Types12>(name, output, 12, {}, Broadcast::kNumpy),
      row<Function, Types13>(name, output, 13, {}, Broadcast::kNumpy),
  };
}

}  // namespace hardref::extremum
