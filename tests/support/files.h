// Files for tests: their bytes, a folder of one's own, and test directories in it, written from ONNX text.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "load/load.h"
#include "load/save.h"
#include "support/errors.h"
#include "support/scratch_folder.h"
#include "support/text_file.h"
#include "tensor/file.h"
#include "text/text.h"

namespace hardref::test {

inline std::span<const std::byte> as_byte_span(std::string_view bytes) {
  return std::as_bytes(std::span(bytes.data(), bytes.size()));
}

inline const std::filesystem::path kModels = std::filesystem::path(HARDREF_SOURCE_DIR) / "data/models";

// Each makes the folders above the file.
inline void write_text(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  write_file(path, text);
}
inline void write_model(const std::filesystem::path& path, std::string_view text) {
  write_text(path, serialize_model(model::parse_model(text)));
}
inline void write_value(const std::filesystem::path& path, const std::string& name, std::string_view literal) {
  write_text(path, serialize_tensor(name, model::parse_tensor(literal)));
}

// Without a name, so that it is bound by position.
inline void write_values(const std::filesystem::path& folder, const std::vector<std::string_view>& inputs,
                         const std::vector<std::string_view>& outputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    write_value(folder / ("input_" + std::to_string(i) + ".pb"), "", inputs[i]);
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    write_value(folder / ("output_" + std::to_string(i) + ".pb"), "", outputs[i]);
  }
}

}  // namespace hardref::test
