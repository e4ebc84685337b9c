// The sparse tensors of the standard made dense.
#pragma once

#include "model/model.h"

namespace hardref::model {

// The tensor of shape dims that is zero except at the indices. Throws kInvalidInput where indices are not linear [n] or
// coordinates [n, rank], ascending, unique, in range, and as many as the values; kLimit for a result above 2 GiB.
[[nodiscard]] Tensor densify(const SparseTensor& sparse);

}  // namespace hardref::model
