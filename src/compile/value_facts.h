// What is known of the values of an inlined graph before it runs: element types, and shapes that are declared in
// numbers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compile/element_types.h"
#include "compile/inline.h"

namespace hardref {

struct ValueFacts {
  ElementTypes types;
  std::vector<std::optional<Shape>> shapes;  // of each value of types
};

// Gives the operands of all nodes their numbers. given are types that the caller
// knows besides. Throws kInvalidModel where types contradict each other, kUsage for a type of a value that is not
// there.
[[nodiscard]] ValueFacts find_value_facts(InlinedGraph& graph, const std::map<std::string, DataType>& given);

}  // namespace hardref
