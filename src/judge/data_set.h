// One data set of a test directory, test_data_set_0: which files it holds, and to which inputs and outputs they belong.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "hardref.hpp"

namespace hardref {

struct DataSet {
  std::vector<std::filesystem::path> inputs;   // input_0.pb, input_1.pb, ...
  std::vector<std::filesystem::path> outputs;  // output_0.pb, ...
};

// Throws kInvalidInput for a file that is neither, and for a gap in the numbers; kIo for a folder that is not there.
[[nodiscard]] DataSet list_data_set(const std::filesystem::path& folder);

// The inputs of a data set, bound to the model's: by the names in the files where each has one that the model knows,
// else by position over the inputs without an initializer. Relabelled to what the model declares. Throws kInvalidInput
// where their number does not fit.
[[nodiscard]] std::vector<NamedTensor> read_inputs(const std::filesystem::path& folder, const Model& model);

// What another runtime made of a data set: one output_N.pb or output_N.npy for each output of the model, relabelled to
// what it declares. Throws kInvalidInput where one is missing, there twice or too many; kIo for a folder that is not
// there.
[[nodiscard]] std::vector<NamedTensor> read_results(const std::filesystem::path& folder,
                                                    const std::vector<Declaration>& outputs);

// Some releases label bfloat16 files as uint16, and NumPy has neither bfloat16 nor the types of 8 bits and fewer: of
// unsigned integers of its width, the bits under the name that is wanted.
[[nodiscard]] Tensor relabelled(Tensor tensor, std::optional<DataType> wanted);

}  // namespace hardref
