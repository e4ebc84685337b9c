// What to cast: bit patterns of each element type, and texts, chosen by what the target types find difficult. What must
// come out is for the oracles to say.
#pragma once

#include <string>
#include <vector>

#include "hardref.hpp"

namespace hardref::test {

// Every element of a type of 16 bits or fewer.
[[nodiscard]] std::vector<std::uint64_t> all_patterns(DataType type);

// Of a type of more bits: every exponent with fractions at its borders, the middles between two neighbours of each
// other format and what lies beside them, the borders of the integer types, and random patterns.
[[nodiscard]] std::vector<std::uint64_t> sweep(DataType type);

// Some hundred of either at most, the ends of the type among them.
[[nodiscard]] std::vector<std::uint64_t> few_patterns(DataType type);

// Numerals of every form, those in the middle between two neighbours of each format and just beside it among them.
[[nodiscard]] std::vector<std::string> numerals();

}  // namespace hardref::test
