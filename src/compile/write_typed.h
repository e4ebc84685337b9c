// Nodes of a call in the form that the model's opset has for them, once their types are known: a constant that is cast
// becomes a constant of that type, CastLike becomes Cast, constants get the attribute that the opset knows, and the
// shape of what they meet where nothing broadcasts.
#pragma once

#include "compile/inline.h"
#include "compile/value_facts.h"

namespace hardref {

// The nodes mean what they meant, to the bit. What cannot be written under the imports is left as it is.
void write_typed(Inlined& inlined, const model::OpsetImports& imports, ValueFacts& facts);

}  // namespace hardref
