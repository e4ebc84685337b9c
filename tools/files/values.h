// Tensors as the command line names them, and the files they are written to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "hardref.hpp"

namespace hardref::tools {

// FILE.pb, FILE.npy, FILE.npz:KEY, a literal in ONNX text as float[2]{1,2}, or random:float[2,3], which random_tensor
// makes from the seed. Throws kUsage where the value is none of these, and what the readers throw.
[[nodiscard]] Tensor parse_value(std::string_view value, std::uint64_t seed = 0);

// The same on every machine and in every version. Floating-point elements are uniform in [-4, 4), which reaches past
// both knees of HardSigmoid (2.5 and -2.5 by default), and in every type the same up to rounding; those of float8e8m0
// have no sign, complex ones are two of them, strings their text. Integers are in [-8, 8] as far as their type has
// that, those below a byte anywhere in their range. Bools are fair.
[[nodiscard]] Tensor random_tensor(DataType type, Shape shape, std::uint64_t seed);

// "2,3". refuse throws for a part that is no number of 0 or more.
[[nodiscard]] Shape parse_shape(std::string_view text, const std::function<void(std::string_view part)>& refuse);

// The tensor of a .pb, .npy or .npz file, of which .npz:KEY names one array; nothing for any other name.
[[nodiscard]] std::optional<Tensor> read_tensor_file(std::string_view path);

// The bytes of the file that the path's extension asks for: .pb, which keeps the name, .npy, .npz with that name, .txt
// or .onnxtxt with the tensor as ONNX text. Throws kUsage for another extension, kUnsupported for an element type that
// the format does not have; the message begins with the path.
[[nodiscard]] std::string serialize_for(const std::filesystem::path& path, const std::string& name,
                                        const TensorView& tensor);

}  // namespace hardref::tools
