// An oracle for numbers as text: numerals read as exact rational numbers, and the shortest text of a floating-point
// number found by trying ever more digits. It shares no code with the conversions that it judges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/exact.h"

namespace hardref::test {

[[nodiscard]] mpq_class power_of_ten(std::int64_t exponent);

// Nothing for text that is not as a whole a number: an optional sign, then digits with an optional point and exponent,
// or inf, infinity or nan in any case.
[[nodiscard]] std::optional<Exact> read_numeral(const std::string& text);

// The fewest digits that one rounding to a format of IEEE 754 brings back to the value, and of these the nearest, or
// else the even ones: "1.0", "0.1", "1e-05", "1e+16", "-0.0", "nan", "inf".
[[nodiscard]] std::string shortest_text(const FloatFormat& format, std::uint64_t bits);

// All digits of a number whose denominator is a power of two.
[[nodiscard]] std::string exact_text(const mpq_class& value);

}  // namespace hardref::test
