// Whether two models say the same, tensors and floating-point attributes bit for bit. How they differ is not told.
#pragma once

#include "model/model.h"

namespace hardref::test {

[[nodiscard]] bool equal(const Tensor& a, const Tensor& b);
[[nodiscard]] bool equal(const model::Type& a, const model::Type& b);
[[nodiscard]] bool equal(const model::Attribute& a, const model::Attribute& b);
[[nodiscard]] bool equal(const model::Graph& a, const model::Graph& b);
[[nodiscard]] bool equal(const model::Model& a, const model::Model& b);

}  // namespace hardref::test
