// Tensor data in files of its own beside the model: finds the file, keeps it inside the allowed folder, and reads the
// range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "load/wire.h"

namespace hardref {

// Bytes of a file that were found to be there.
struct FileRange {
  std::filesystem::path file;
  std::uint64_t offset = 0;
  std::size_t length = 0;
};

class ExternalData {
 public:
  // For a model that comes from no file: locations are relative to root and stay inside of it; an empty root allows no
  // external data.
  explicit ExternalData(std::filesystem::path root) : folder_(root), root_(std::move(root)) {}
  // Locations are relative to the folder of model_file and stay inside of root; an empty root stands for that folder.
  ExternalData(const std::filesystem::path& model_file, const std::filesystem::path& root);

  // Where the tensor's data lies; needed is the number of bytes that its type and dims ask for. Throws kInvalidInput,
  // or kIo where the file is missing.
  [[nodiscard]] FileRange find(const wire::TensorProto& tensor, std::size_t needed) const;

 private:
  [[nodiscard]] std::filesystem::path locate(const std::string& location) const;

  std::filesystem::path folder_;
  std::filesystem::path root_;
};

// Fills to, which has range.length bytes. Throws kIo.
void read_range(const FileRange& range, std::byte* to);

}  // namespace hardref
