// NumPy's .npz archives: .npy files under names, in a ZIP file.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hardref.hpp"

namespace hardref::tools {

// The names under which an archive holds arrays, without their ".npy", in its order. Throws kIo where the file cannot
// be read, kInvalidInput where it is no archive.
[[nodiscard]] std::vector<std::string> npz_keys(const std::filesystem::path& path);

// The array of that name; an empty name stands for the only one. As above; also throws kInvalidInput for an archive
// that does not hold it or holds something else than it declares, kLimit for more than 2 GiB, and what parse_npy
// throws.
[[nodiscard]] NamedTensor read_npz(const std::filesystem::path& path, const std::string& key);

// "FILE.npz:KEY" or "FILE.npz", which has no key; nothing for other text.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> split_npz(std::string_view text);

// An archive that numpy.load reads. The same bytes for the same tensors. Throws what serialize_npy throws.
[[nodiscard]] std::string serialize_npz(std::span<const std::pair<std::string, TensorView>> tensors);

}  // namespace hardref::tools
