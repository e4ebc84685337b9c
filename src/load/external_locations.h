// Which files a model's external data lies in, as the model names them. Nothing of them is read.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>

namespace hardref {

// Of initializers, attributes, branches and functions. Throws kInvalidModel where the bytes are no ModelProto.
[[nodiscard]] std::set<std::string> external_locations(std::span<const std::byte> model);

}  // namespace hardref
