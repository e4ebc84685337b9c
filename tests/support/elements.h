// Elements of tensors as bit patterns and as exact numbers, by facts about the element types that are written down here
// once more: an oracle that asked src/ for them would not judge it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hardref.hpp"
#include "support/exact.h"

namespace hardref::test {

struct IntegerFormat {
  int bits;
  bool is_signed;

  [[nodiscard]] mpz_class least() const;
  [[nodiscard]] mpz_class most() const;
};

// The format of a floating-point type; nothing for any other, float8e8m0 among them.
[[nodiscard]] std::optional<FloatFormat> float_format(DataType type);
template <class T>
const FloatFormat kFormat = float_format(kDataTypeOf<T>).value();
// The format of an integer type, or of bool, which has one bit.
[[nodiscard]] std::optional<IntegerFormat> integer_format(DataType type);

// Bytes of an element in memory; 0 for string and the complex types, which have no bit pattern here.
[[nodiscard]] std::size_t bytes_of(DataType type);

// An element's bytes as a number; those of a signed integer below 8 bits are its value's, as int8.
[[nodiscard]] std::uint64_t bits_at(const TensorView& tensor, std::size_t index);
[[nodiscard]] Tensor tensor_of_bits(DataType type, Shape shape, std::span<const std::uint64_t> bits);

[[nodiscard]] Exact exact_value(DataType type, std::uint64_t bits);
[[nodiscard]] bool is_nan(DataType type, std::uint64_t bits);

// The bits of the integer's element that has the value's low bits.
[[nodiscard]] std::uint64_t low_bits(DataType type, const mpz_class& value);

// Equal bits, or NaN both; "float16 0x7e00" for a reader.
[[nodiscard]] bool same_element(DataType type, std::uint64_t a, std::uint64_t b);
[[nodiscard]] std::string describe(DataType type, std::uint64_t bits);

}  // namespace hardref::test
