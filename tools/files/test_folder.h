// Test directories as they are written: model.onnx, what belongs beside it, and data sets, complete or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hardref::tools {

// Paths below a folder, and what they hold.
using Files = std::vector<std::pair<std::filesystem::path, std::string>>;

// Adds a data set to a test directory, which is made where there is none, under the first number that is free, and
// returns its path. Several may do so at once. Throws kUsage for a folder of another model or of other files; a
// failure leaves nothing that would be refused later.
[[nodiscard]] std::filesystem::path add_data_set(const std::filesystem::path& folder, const Files& model_files,
                                                 const Files& data_set);

// Writes the files into a folder, which is made where there is none. Of several who do so at once the last one's stay.
void write_folder(const std::filesystem::path& folder, const Files& files);

}  // namespace hardref::tools
