// ONNX's textual syntax (docs/Syntax.md of ONNX) read into the structs of model.h, and printed back. Printing and then
// reading gives the same model, with one NaN for all. Purely syntax: operators, types and names are not checked.
//
// What the text says and the structs do not keep is read and dropped: names of tensors in attributes, doc_string of
// functions. What the structs can hold and ONNX's syntax cannot say is written in extensions of ours, which ONNX's own
// parser does not read:
//   - sparse tensors in attributes: sparse_tensor float[2,3] {values: float[2] {5, 7}, indices: int64[2] {1, 5}};
//   - lists of tensors, types and graphs, which ONNX's parser skips;
//   - quotes around every name, "my-domain".Op: ONNX allows none in operators, attributes, opaque types and graphs that
//     are attributes;
//   - "undefined" as an element type;
//   - "\x1b" in quotes for a byte, which is how control characters and bytes that are no UTF-8 are printed.
// In tensors of floating-point types of 16 bits and fewer an integer is a bit pattern and a numeral with a point or an
// exponent a value, as ONNX reads the first and would not read the second; a list is all of one or all of the other.
// Printed are bit patterns.
// Values in another file, float[2] w = ["location": "w.bin"], are what the caller makes of the entries. A reference
// needs a type, alpha: float = @slope.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.h"

namespace hardref::model {

// Makes the tensor of external data, whose entries (location, offset, length) the text gives. Throws kInvalidInput.
using ReadExternal = std::function<Tensor(const std::vector<std::pair<std::string, std::string>>& entries,
                                          DataType type, const Shape& shape)>;

// A model remembers its text, and where its parts stand. All throw kInvalidModel with "line:column: expected ...", the
// line itself and a caret below the place; kLimit for what nests too deep, and what Tensor throws for an element type
// or a shape that it cannot hold.
[[nodiscard]] Model parse_model(std::string_view text, const ReadExternal& read_external = nullptr);
[[nodiscard]] Function parse_function(std::string_view text);
// A tensor literal, float[2,3]{1,2,3,4,5,6}; bit_patterns becomes whether its integers are those of a floating-point
// type. Throws kInvalidInput.
[[nodiscard]] Tensor parse_tensor(std::string_view text, bool* bit_patterns = nullptr);

// Models and functions end with a line break, nodes and types do not.
// Of a tensor with more values than max_values the first ones, "..." and their number are printed, which does not read
// back.
[[nodiscard]] std::string print(const Model& model, std::size_t max_values = SIZE_MAX);
[[nodiscard]] std::string print(const Function& function);
[[nodiscard]] std::string print(const Node& node);
[[nodiscard]] std::string print(const Type& type);

}  // namespace hardref::model
