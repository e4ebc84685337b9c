// One data set of a test directory, test_data_set_0: which files it holds, and to which inputs and outputs they belong.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "hardref.hpp"

namespace hardref {

struct DataSet {
  std::vector<std::filesystem::path> inputs;   // input_0.pb, input_1.npy, ...
  std::vector<std::filesystem::path> outputs;  // output_0.pb, ...
};

// Throws kInvalidInput for a file that is neither nor a leftover, for a gap in the numbers, and for a number twice; kIo
// for a folder that is not there.
[[nodiscard]] DataSet list_data_set(const std::filesystem::path& folder);

// The inputs of a data set, bound to the model's: by the names in the files where each has one that the model knows,
// else by position over the inputs without an initializer. Relabelled to what the model declares. Throws kInvalidInput
// where their number does not fit.
[[nodiscard]] std::vector<NamedTensor> read_inputs(const std::filesystem::path& folder, const Model& model);

// What operating systems and archives leave in folders: names that begin with a dot, __MACOSX, Thumbs.db, desktop.ini.
[[nodiscard]] bool is_leftover(const std::filesystem::path& path);

// The tensor of a .pb or .npy file, which has no name, relabelled to what is declared.
[[nodiscard]] NamedTensor read_tensor(const std::filesystem::path& path, std::optional<DataType> declared);

// 12 of "input_12.pb", between its prefix and suffix; nothing for "input_012.pb" and what has no number.
[[nodiscard]] std::optional<std::size_t> number_in(std::string_view name, std::string_view prefix,
                                                   std::string_view suffix);
// As above, for a file of either format.
[[nodiscard]] std::optional<std::size_t> tensor_number(std::string_view name, std::string_view prefix);

// Some releases label bfloat16 files as uint16, and NumPy has neither bfloat16 nor the types of 8 bits and fewer: of
// unsigned integers of its width, the bits under the name that is wanted.
[[nodiscard]] Tensor relabelled(Tensor tensor, std::optional<DataType> wanted);

}  // namespace hardref
