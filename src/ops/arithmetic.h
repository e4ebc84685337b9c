// The rows that Add and Mul share, version by version; what they compute stands in scalar_functions.h.
#pragma once

#include <array>

#include "ops/binary.h"

namespace hardref::arithmetic {

using model::AttributeKind;

inline constexpr AttributeSpec kAttributes1[] = {{"axis", AttributeKind::kInt},
                                                 {"broadcast", AttributeKind::kInt, std::int64_t{0}},
                                                 {"consumed_inputs", AttributeKind::kInts}};
inline constexpr AttributeSpec kAttributes6[] = {{"axis", AttributeKind::kInt},
                                                 {"broadcast", AttributeKind::kInt, std::int64_t{0}}};
inline constexpr Parameter kInputs[] = {{"A", "T"}, {"B", "T"}};

using Types6 = Concat<Floats, Integers32And64>;
using Types13 = Concat<FloatsAndBfloat16, Integers32And64>;
using Types14 = Concat<FloatsAndBfloat16, Integers>;

template <class Function, class List>
constexpr OpVersion row(std::string_view name, std::int64_t since, std::span<const AttributeSpec> attributes,
                        Broadcast broadcast) {
  return binary_row<Function, List>(name, since, attributes, kInputs, "C", broadcast);
}

// Between 6 and 7 the shapes' rule changed; a node that used the old one carries attributes that 7 does not know.
template <class Function>
constexpr std::array<OpVersion, 5> rows(std::string_view name) {
  return {
      row<Function, Floats>(name, 1, kAttributes1, Broadcast::kLegacy),
      row<Function, Types6>(name, 6, kAttributes6, Broadcast::kLegacy),
      row<Function, Types6>(name, 7, {}, Broadcast::kNumpy),
      row<Function, Types13>(name, 13, {}, Broadcast::kNumpy),
      row<Function, Types14>(name, 14, {}, Broadcast::kNumpy),
  };
}

}  // namespace hardref::arithmetic
