// Structs to bytes: the counterpart of load.h. What save writes, load reads back equal, initializers that were sparse
// or in other files as dense ones inside of the model.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "model/model.h"

namespace hardref {

// Throw kLimit beyond the 2 GiB that protobuf can write.
[[nodiscard]] std::string serialize_model(const model::Model& model);
[[nodiscard]] std::string serialize_tensor(const std::string& name, const TensorView& tensor);

// Writes the file in one go through a temporary beside it, so that a failure leaves nothing behind; a device or pipe is
// written to as it is. Throws kIo.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace hardref
