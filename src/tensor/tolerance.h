// How far an element may be from the one that was expected.
#pragma once

#include <cstdint>
#include <optional>

namespace hardref {

// A floating-point element passes when |actual - expected| <= atol + rtol * |expected|, or when it is within ulp units
// in the last place of its own type. NaN equals NaN; an infinity equals the one of its sign. An integer passes within
// integer_atol; everything else compares exactly. The defaults are those of ONNX's backend tests.
struct Tolerance {
  double rtol = 1e-3;
  double atol = 1e-7;
  std::optional<std::uint64_t> ulp = std::nullopt;
  std::uint64_t integer_atol = 0;
  bool exact = false;  // bit for bit, whatever the others say; any NaN equals any NaN
};

}  // namespace hardref
