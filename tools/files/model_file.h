// The file that holds a model, as the command line names it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "hardref.hpp"

namespace hardref::tools {

struct ModelFile {
  Model model;
  std::vector<std::byte> bytes;     // of a ModelProto; none for ONNX text
  std::filesystem::path folder;     // where locations of external data begin
  std::set<std::string> locations;  // of external data, relative to it
};

// A ModelProto or ONNX text, which its bytes tell; a folder stands for the model in it; "-" is standard input, beside
// which there is no external data unless external_root says so.
[[nodiscard]] ModelFile read_model_file(const std::string& path, const std::filesystem::path& external_root);

// The path, or for a folder its model.onnx, else the one .onnx file in it. Throws kIo where there is none.
[[nodiscard]] std::string model_path(const std::string& path);

}  // namespace hardref::tools
