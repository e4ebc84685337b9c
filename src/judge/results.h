// What another runtime made of a test: a folder with test_data_set_0 and so on, or with unsupported.txt.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hardref.hpp"

namespace hardref {

// Whether there is a data set or an unsupported.txt.
[[nodiscard]] bool has_results(const std::filesystem::path& folder);

// The first line of unsupported.txt; nothing where there is none. Throws kInvalidInput where there are data sets too.
[[nodiscard]] std::optional<std::string> unsupported_reason(const std::filesystem::path& folder);

// Of one data set, one file for each output of the model, relabelled to what it declares: output_0.pb, output_1.npy and
// so on, or called by the outputs' names. Throws kInvalidInput where one is missing, there twice, too many or cannot be
// read; kIo for a folder that is not there.
[[nodiscard]] std::vector<NamedTensor> read_results(const std::filesystem::path& folder,
                                                    const std::vector<Declaration>& outputs);

}  // namespace hardref
