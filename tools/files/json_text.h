// Tensors as JSON, and documents as text, the way every sub-command prints them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "hardref.hpp"

namespace hardref::tools {

// {"name", "type", "shape", "values"}. Values are flat and row-major; numbers that JSON lacks are the strings "nan",
// "inf" and "-inf".
[[nodiscard]] nlohmann::ordered_json to_json(const std::string& name, const TensorView& tensor);

// The document, indented, with a line break at its end. Strings with bytes that are not UTF-8 are escaped.
[[nodiscard]] std::string print_json(const nlohmann::ordered_json& document);

}  // namespace hardref::tools
