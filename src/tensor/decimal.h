// Decimal numerals as floating-point numbers, correctly rounded and independent of the locale. Which texts are numerals
// is for the caller to say.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hardref {

// A numeral has digits, perhaps a point among or after them, perhaps an exponent; no sign. To nearest, ties to even;
// infinity where it is too large.
template <class Float>
[[nodiscard]] Float nearest(std::string_view numeral);

// A double that every format of 16 bits and fewer rounds as it would round the numeral itself.
[[nodiscard]] double nearest_off_the_middle(std::string_view numeral);

// What stands before the point, once the exponent has moved it; nothing where 64 bits do not hold it.
[[nodiscard]] std::optional<std::uint64_t> whole_part(std::string_view numeral);

}  // namespace hardref
