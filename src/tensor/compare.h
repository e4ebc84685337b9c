// Whether a tensor is the one that was expected, and where not. Which tolerance applies to a test is the caller's
// business; how the difference reads on a terminal as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hardref.hpp"

namespace hardref {

// A floating-point element passes when |actual - expected| <= atol + rtol * |expected|, or when it is within ulp units
// in the last place of its own type. NaN equals NaN; an infinity equals the one of its sign. Everything else compares
// exactly. The defaults are those of ONNX's backend tests.
struct Tolerance {
  double rtol = 1e-3;
  double atol = 1e-7;
  std::optional<std::uint64_t> ulp = std::nullopt;
  bool exact = false;  // bit for bit, whatever the others say; any NaN equals any NaN
};

// The first reason why actual is not expected, for a reader: "element type is float16, expected float", "shape is
// [2,3], expected [3,2]", or how many elements differ, with the first and the worst of them. Worst is the one with the
// largest absolute difference; a NaN or an infinity that only one side has counts as infinite. Nothing where they
// agree.
[[nodiscard]] std::optional<std::string> find_mismatch(const TensorView& actual, const TensorView& expected,
                                                       const Tolerance& tolerance);

}  // namespace hardref
