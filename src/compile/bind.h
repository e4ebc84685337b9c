// What a call passes into a function besides tensors: the values of its attributes.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "ops/op.h"

namespace hardref {

using BoundAttributes = std::map<std::string, model::AttributeValue>;

// The attributes that a function's nodes may refer to, for a call with these (bound) attributes: the call's value, else
// the function's own default.
[[nodiscard]] BoundAttributes attributes_of_call(const model::Function& function,
                                                 std::span<const model::Attribute> call);

// As above for an operator's body: the defaults come from the operator's page.
[[nodiscard]] BoundAttributes attributes_of_call(const OpVersion& op, std::span<const model::Attribute> call);

// A node's attributes with each reference replaced by the value it refers to, or dropped where there is none.
[[nodiscard]] std::vector<model::Attribute> bind_references(std::span<const model::Attribute> attributes,
                                                            const BoundAttributes& bound);

}  // namespace hardref
