// Facts about element types by their number: names, sizes, and sets of them. No C++ types here; see types.h for those.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardref.hpp"

namespace hardref {

// The inverse of to_string; nothing for a name that is not an element type.
[[nodiscard]] std::optional<DataType> parse_data_type(std::string_view name);

// For what is no name of a type: "; did you mean float?", by the names that numpy, C and others have and by likeness;
// "" where nothing is near.
[[nodiscard]] std::string did_you_mean_type(std::string_view name);

// Bits of one element in a file: 4 for int4, 128 for complex128, 0 for string.
[[nodiscard]] std::size_t bit_width(DataType type);

// Bytes of one element in memory; 0 for a type that tensors cannot hold.
[[nodiscard]] std::size_t element_size(DataType type);

// Bytes of one number in memory: half of an element that is complex, else all of it.
[[nodiscard]] std::size_t number_size(DataType type);

// Throws kUnsupported for a type that tensors cannot hold.
void require_supported(DataType type);

// A set of element types.
class TypeSet {
 public:
  constexpr TypeSet() = default;
  constexpr TypeSet(std::initializer_list<DataType> types) {
    for (const DataType type : types) bits_ |= bit(type);
  }

  [[nodiscard]] constexpr bool contains(DataType type) const { return (bits_ & bit(type)) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr std::size_t size() const { return static_cast<std::size_t>(std::popcount(bits_)); }
  [[nodiscard]] constexpr TypeSet operator|(TypeSet other) const { return TypeSet(bits_ | other.bits_); }
  [[nodiscard]] constexpr TypeSet operator&(TypeSet other) const { return TypeSet(bits_ & other.bits_); }
  [[nodiscard]] constexpr bool operator==(const TypeSet&) const = default;

  // The types in the order in which messages list them: the usual floating-point types by width, integers, bool,
  // string, then the rest.
  [[nodiscard]] std::vector<DataType> types() const;

 private:
  explicit constexpr TypeSet(std::uint32_t bits) : bits_(bits) {}
  static constexpr std::uint32_t bit(DataType type) {
    const auto number = static_cast<std::uint32_t>(type);
    return number < 32 ? std::uint32_t{1} << number : 0;
  }

  std::uint32_t bits_ = 0;
};

// "float16, float, double".
[[nodiscard]] std::string to_string(TypeSet types);

}  // namespace hardref
