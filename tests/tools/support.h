// What the tests of the program share: test directories and their files, written from ONNX text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "load/support.h"
#include "support/program.h"
#include "support/text_file.h"
#include "tensor/file.h"
#include "text/text.h"

namespace hardref::test {

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

// What a call gives that succeeds and prints this.
inline ProgramResult prints(const std::string& out) { return {0, out, ""}; }

using Words = std::vector<std::string>;

// A command line of these words and more.
inline Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// A folder to run the program in, so that paths are short and the same everywhere.
class WorkFolder : public ScratchFolder {
 public:
  [[nodiscard]] ProgramResult hardref(const std::vector<std::string>& arguments, std::string_view input = {}) const {
    return run_program(arguments, {.folder = path(), .input = input});
  }
  [[nodiscard]] bool has(std::string_view name) const { return std::filesystem::exists(*this / name); }
};

}  // namespace hardref::test
