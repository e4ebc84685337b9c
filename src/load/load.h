// Bytes to structs: ModelProto and TensorProto read from the wire, with every length and number checked. Whether the
// operators make sense is not asked here. Errors say which field of the file they are about.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "load/external_data.h"
#include "model/model.h"

namespace hardref {

// IR versions 3 to 14. Throws kInvalidModel ("graph.node[3].attribute[1] "alpha": ..."), kIo for external data that
// cannot be read, kUnsupported for an IR version outside the range.
[[nodiscard]] std::shared_ptr<const model::Model> load_model(std::span<const std::byte> bytes,
                                                             const LoadOptions& options);
// As above, with external data where the caller says.
[[nodiscard]] std::shared_ptr<const model::Model> load_model(std::span<const std::byte> bytes,
                                                             const ExternalData& external);
// As above; the message begins with the path, and external data is looked for beside the file.
[[nodiscard]] std::shared_ptr<const model::Model> load_model(const std::filesystem::path& path,
                                                             const LoadOptions& options);

// What an input_0.pb or output_0.pb of a test data set holds: a tensor, and its name where the file gives one. Throws
// kInvalidInput, or kUnsupported for an element type without a C++ type. The wire does not tell a SequenceProto or
// OptionalProto from a TensorProto; such a file is refused, mostly for its "segment".
[[nodiscard]] NamedTensor load_tensor(std::span<const std::byte> bytes);
[[nodiscard]] NamedTensor load_tensor(const std::filesystem::path& path);

}  // namespace hardref
