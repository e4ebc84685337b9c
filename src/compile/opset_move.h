// Whether a node that was written by one opset can stand under another and mean what it meant.
#pragma once

#include <optional>
#include <string>

#include "compile/inline.h"
#include "compile/value_facts.h"

namespace hardref {

struct MoveObstacle {
  enum class Kind { kMeaning, kUnknownType, kUnknownShape };
  Kind kind = Kind::kMeaning;
  std::size_t value = ElementTypes::kNone;  // of which too little is known
  std::string reason;                       // "its node Hardmax would mean something else under opset 13"
};

// Nothing where the node can stand under the imports.
[[nodiscard]] std::optional<MoveObstacle> move_obstacle(const InlinedNode& node, const model::OpsetImports& imports,
                                                        const ValueFacts& facts);

// Whether the version has all attributes of the node, of the same kinds.
[[nodiscard]] bool attributes_fit(const model::Node& node, const OpVersion& op);

// Whether the shapes of two inputs may differ under the first version, but not under the second.
[[nodiscard]] bool stops_broadcasting(const OpVersion& before, const OpVersion& after);

}  // namespace hardref
