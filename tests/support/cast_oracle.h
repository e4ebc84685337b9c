// An oracle for Cast and CastLike: exact rational numbers, integers of any size and the tables of the operator's page.
// It shares no code with the kernels that it judges, and is far too slow for anything else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "support/elements.h"

namespace hardref::test {

struct CastRules {
  std::int64_t version;  // of the operator
  bool saturate = true;
  std::string_view round_mode = "up";
};

// What is cast: the value of one element.
struct CastSource {
  Exact exact;
  bool whole = false;  // an integer, or text whose whole part fits 64 bits: of these an integer keeps the low bits
};

[[nodiscard]] CastSource cast_source(DataType type, std::uint64_t bits);
// Nothing for text that is not a number.
[[nodiscard]] std::optional<CastSource> cast_source(const std::string& text);

// The bits of the element of another type; that a type is cast to itself without a change is for the caller to know.
[[nodiscard]] std::uint64_t cast(const CastSource& source, DataType to, const CastRules& rules);
// The text of an element of a number's type, or of bool.
[[nodiscard]] std::string cast_to_text(DataType type, std::uint64_t bits);

}  // namespace hardref::test
