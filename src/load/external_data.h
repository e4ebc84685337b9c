// Tensor data in files of its own beside the model: finds the file, keeps it inside the allowed folder, and reads the
// range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hardref.hpp"

namespace hardref {

// The keys and values that a model gives for a tensor in another file: location, offset, length, and others.
using Entries = std::vector<std::pair<std::string, std::string>>;

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

  // Where data with these entries lies; needed is the number of bytes that type and dims ask for. Throws kInvalidInput,
  // or kIo where the file is missing.
  [[nodiscard]] FileRange find(const Entries& entries, std::size_t needed) const;

  // What was found so far, as the model names it.
  [[nodiscard]] const std::set<std::string>& locations() const { return locations_; }

 private:
  [[nodiscard]] std::filesystem::path locate(const std::string& location) const;

  std::filesystem::path folder_;
  std::filesystem::path root_;
  mutable std::set<std::string> locations_;
};

// Fills to, which has range.length bytes. Throws kIo.
void read_range(const FileRange& range, std::byte* to);

// The elements that the entries lead to. As find; also throws what Tensor throws.
[[nodiscard]] Tensor read_external(const Entries& entries, DataType type, const Shape& shape,
                                   const ExternalData& external);

// Throws kInvalidInput for strings, which nothing but string_data can hold.
void require_no_strings(DataType type, std::string_view place);
[[nodiscard]] bool is_signed_sub_byte(DataType type);

// A tensor of the bytes that a file has for it: little-endian, packed below a byte; as many as the shape needs.
[[nodiscard]] Tensor from_file_bytes(std::span<const std::byte> raw, DataType type, const Shape& shape);

}  // namespace hardref
