// NumPy's .npz archives: .npy files under names, in a ZIP file. What a name means is what numpy.load makes of it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hardref.hpp"

struct zip;

namespace hardref::tools {

class NpzArchive {
 public:
  // Of a regular file, or of bytes that were read from something else. Throws kIo where the file cannot be read,
  // kInvalidInput where it is no archive.
  explicit NpzArchive(const std::filesystem::path& path, std::vector<std::byte> bytes = {});

  // What its arrays are called, in its order: without the ending ".npy", unless there is a member of that name too. Of
  // members that share a name, the last one counts.
  [[nodiscard]] const std::vector<std::string>& keys() const { return keys_; }

  // The array of that name; an empty name stands for the only one. Throws kInvalidInput for an archive that does not
  // hold it or holds something else than it declares, kLimit for more than 2 GiB, and what parse_npy throws.
  [[nodiscard]] Tensor read(const std::string& key, std::optional<DataType> declared = std::nullopt) const;

 private:
  struct Discard {
    void operator()(zip* archive) const;
  };

  std::string path_;
  std::vector<std::byte> bytes_;
  std::unique_ptr<zip, Discard> archive_;
  std::map<std::string, std::size_t, std::less<>> members_;
  std::vector<std::string> keys_;
};

// "FILE.npz:KEY"; nothing for other text.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> split_npz(std::string_view text);

// An archive that numpy.load reads. The same bytes for the same tensors. Throws what serialize_npy throws.
[[nodiscard]] std::string serialize_npz(std::span<const std::pair<std::string, TensorView>> tensors);

}  // namespace hardref::tools
