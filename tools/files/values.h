// Tensors as the command line names them, and the files they are written to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hardref.hpp"

namespace hardref::tools {

// What there is to know about a value besides its text.
struct ValueContext {
  std::uint64_t seed = 0;                           // of random values
  std::optional<DataType> declared = {};            // what raw bytes in a .npy file are
  std::vector<double> knees = {-2.5, 2.5};          // where the model's HardSigmoid bends, for edge values
  std::function<void(std::string_view)> warn = {};  // gets what a literal was taken for; empty: nobody asks
};

// A file as read_tensor_file takes it, or a pipe, device or standard input ("-") with one, FILE.npz:KEY, a literal in
// ONNX text as float[2]{1,2}, random:float[2,3], which random_tensor makes from the seed, edge:float[64], or raw
// elements as float[2,3]@FILE.bin. Throws kUsage where the value is none of these, and what the readers throw.
[[nodiscard]] Tensor parse_value(std::string_view value, const ValueContext& context = {});

// The same on every machine and in every version. Floating-point elements are uniform in [-4, 4), which reaches past
// both knees of HardSigmoid (2.5 and -2.5 by default), and in every type the same up to rounding; those of float8e8m0
// have no sign, complex ones are two of them, strings their text. Integers are in [-8, 8] as far as their type has
// that, those below a byte anywhere in their range. Bools are fair.
[[nodiscard]] Tensor random_tensor(DataType type, Shape shape, std::uint64_t seed);

// "2,3". refuse throws for a part that is no number of 0 or more.
[[nodiscard]] Shape parse_shape(std::string_view text, const std::function<void(std::string_view part)>& refuse);

// A .pb, .npy or .npz file with one array, or a tensor as ONNX text, told by its bytes, and by its name where these do
// not tell. It must be a regular file; a large .npy file stays where it is.
[[nodiscard]] Tensor read_tensor_file(const std::string& path, std::optional<DataType> declared = std::nullopt);

// Whether a file of a folder is one of these: .pb, .npy or .npz by its name, text by its name and what it begins with.
[[nodiscard]] bool is_tensor_file(const std::filesystem::path& path);

// Whether the file is an archive of arrays, told as above, or by its name alone where it can be read only once.
[[nodiscard]] bool is_archive(const std::string& path);

// The bytes of a file in the format: "pb", which keeps the name, "npy", "npz" with that name, "text". An empty format
// is what the path's extension says: .pb, .npy, .npz, .txt or .onnxtxt, and text for standard output ("-"). Throws
// kUsage for another extension, kUnsupported for what the format does not have; the message begins with the path.
[[nodiscard]] std::string serialize_for(const std::filesystem::path& path, const std::string& name,
                                        const TensorView& tensor, std::string_view format = {});

}  // namespace hardref::tools
