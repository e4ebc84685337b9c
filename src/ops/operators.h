// The rows of each operator, oldest version first. One file defines each of these functions.
#pragma once

#include <span>

#include "ops/op.h"

namespace hardref {

[[nodiscard]] std::span<const OpVersion> add_versions();
[[nodiscard]] std::span<const OpVersion> cast_versions();
[[nodiscard]] std::span<const OpVersion> cast_like_versions();
[[nodiscard]] std::span<const OpVersion> constant_versions();
[[nodiscard]] std::span<const OpVersion> hardmax_versions();
[[nodiscard]] std::span<const OpVersion> hard_sigmoid_versions();
[[nodiscard]] std::span<const OpVersion> max_versions();
[[nodiscard]] std::span<const OpVersion> min_versions();
[[nodiscard]] std::span<const OpVersion> mul_versions();

}  // namespace hardref
