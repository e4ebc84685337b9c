// Structs to bytes: the counterpart of load.h. What save writes, load reads back equal, tensors that were in other
// files inside of the model.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace hardref {

// Throw kLimit beyond the 2 GiB that protobuf can write.
[[nodiscard]] std::string serialize_model(const model::Model& model);
[[nodiscard]] std::string serialize_tensor(const std::string& name, const TensorView& tensor);

}  // namespace hardref
