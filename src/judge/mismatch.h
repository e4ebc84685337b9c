// One output against what was expected: what differs, and how much.
#pragma once

#include <optional>
#include <string>

#include "judge/test_result.h"
#include "tensor/compare.h"

namespace hardref {

// Nothing where the judge's tolerance covers all of it; where that was needed, close gets how near it is.
[[nodiscard]] std::optional<Mismatch> compare_output(const std::string& name, const TensorView& actual,
                                                     const TensorView& expected, const Tolerance& tolerance,
                                                     std::vector<CloseOutput>* close = nullptr);

}  // namespace hardref
