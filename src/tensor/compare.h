// Whether a tensor is the one that was expected, and where not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hardref.hpp"
#include "tensor/tolerance.h"

namespace hardref {

// Two elements at one place, and how far they are apart.
struct ElementDifference {
  std::size_t element = 0;  // row-major
  // Absent where a difference means nothing: for bools and strings, and where one side is NaN or infinite. Relative is
  // to the expected value, and infinite where that is 0; it and ulp are for floating-point types that are not complex.
  std::optional<long double> absolute = std::nullopt;
  std::optional<long double> relative = std::nullopt;
  std::optional<std::uint64_t> ulp = std::nullopt;
};

// What kinds of numbers differ; the parts of a complex number count one by one.
struct DifferenceClasses {
  std::size_t nan = 0;        // one side is NaN
  std::size_t infinity = 0;   // one side is infinite, or both are with different signs
  std::size_t sign = 0;       // numbers other than 0 with different signs
  std::size_t zero_sign = 0;  // -0 and +0, which only an exact comparison tells apart
};

// The least that each tolerance would have to be for all elements to pass, with the others as they were; exact
// comparisons have none. Absent where no value would do.
struct PassingTolerance {
  std::optional<double> rtol = std::nullopt;
  std::optional<double> atol = std::nullopt;
  std::optional<std::uint64_t> ulp = std::nullopt;
};

// The elements with the largest difference by each measure, of those that have one: a NaN or an infinity on one side
// hides nothing, nor does a relative difference that is infinite where another is not.
struct WorstElements {
  std::optional<ElementDifference> absolute = std::nullopt;
  std::optional<ElementDifference> relative = std::nullopt;
  std::optional<ElementDifference> ulp = std::nullopt;
};

// The elements that do not pass; without any, first, classes and passing mean nothing.
struct Differences {
  std::size_t count = 0;
  std::size_t unequal = 0;  // in bits, those that pass included; any NaN is any other
  ElementDifference first;
  WorstElements worst;  // of those that do not pass, or where all pass, of those that are unequal
  DifferenceClasses classes;
  PassingTolerance passing;
  PassingTolerance passing_finite;  // the same without NaN and infinities
};

// Expects two tensors without a type_mismatch.
[[nodiscard]] Differences find_differences(const TensorView& actual, const TensorView& expected,
                                           const Tolerance& tolerance);

// "element type is float16, expected float" or "shape is [2,3], expected [3,2]"; nothing where both are equal.
[[nodiscard]] std::optional<std::string> type_mismatch(const TensorView& actual, const TensorView& expected);

// "absolute 0.25, relative 1 at [3], 4194304 ulp at [7]": the largest differences, each with its place unless that is
// the first one's; empty where a difference means nothing.
[[nodiscard]] std::string describe(const WorstElements& worst, const TensorView& values);

// How many elements differ, with the first and the worst of them, for a reader.
[[nodiscard]] std::string describe(const Differences& found, const TensorView& actual, const TensorView& expected);

// The first reason why actual is not expected, for a reader: type_mismatch, or else describe. Nothing where they agree.
[[nodiscard]] std::optional<std::string> find_mismatch(const TensorView& actual, const TensorView& expected,
                                                       const Tolerance& tolerance);

// The place of an element along each dimension.
[[nodiscard]] Shape index_of(std::size_t element, std::span<const std::int64_t> shape);

}  // namespace hardref
