// Several tensors under names: the arrays of an archive, the files of a folder, or one value without a name.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hardref.hpp"

namespace hardref::tools {

// Reads when it is called, raw bytes as what is declared.
using ReadTensor = std::function<Tensor(std::optional<DataType> declared)>;
using ValueSet = std::map<std::string, ReadTensor>;

// A file, FILE.npz:KEY or a literal is one value, whose name is empty; an archive has its keys, a folder the paths of
// its .pb, .npy, .npz and text files without their endings. Throws kInvalidInput where there is nothing.
// warn gets what a literal was taken for, when it is read.
[[nodiscard]] ValueSet value_set(const std::string& path, const std::function<void(std::string_view)>& warn = {});

// The .pb files of a folder by the names of the tensors in them; nothing where one has none, or two have the same.
[[nodiscard]] std::optional<ValueSet> by_tensor_name(const std::string& folder);

// Takes the inputs of a data set (input_N) out of a set, where the other one has no inputs.
void drop_inputs(ValueSet& set, const ValueSet& other);

}  // namespace hardref::tools
