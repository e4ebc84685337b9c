// What the standard leaves open: other results that an output may have, apart from hardref's own. Known are those of
// HardSigmoid (computed in float32 and rounded once, or with a fused multiply-add), Hardmax (NaN ignored) and Cast and
// CastLike from floating point to integers (anything, where the number does not fit).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "hardref.hpp"

namespace hardref {

// The member of the legal set that the values are, bit for bit except for the sign of zeros: "computed in float32 and
// rounded once"; or, for HardSigmoid, where each element is that of
// some member, the names of those that it takes. Nothing where they
// are in no such set, or where the node that makes the output reads anything but inputs and initializers of the model.
// Throws what running the model throws.
[[nodiscard]] std::optional<std::string> find_legal_member(const Model& model, std::span<const NamedTensor> inputs,
                                                           const std::string& output, const TensorView& values);

}  // namespace hardref
