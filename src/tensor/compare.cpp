#include "tensor/compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "error.h"
#include "tensor/element_difference.h"
#include "tensor/print.h"
#include "tensor/shape.h"
#include "tensor/types.h"

namespace hardref {
namespace {

// Floating-point types that are not complex.
template <class T>
concept Real = !Discrete<T> && !Complex<T>;

std::string absolute_text(const ElementDifference& difference) {
  const long double absolute = *difference.absolute;
  if (difference.ulp) return fmt::format("absolute {:.6g}", absolute);
  // Two 64-bit integers may be further apart than the short form of a floating-point number tells.
  if (absolute < 0x1p64L && absolute == std::trunc(absolute)) {
    return fmt::format("absolute {}", static_cast<std::uint64_t>(absolute));
  }
  return fmt::format("absolute {}", absolute);
}

template <class T>
ElementDifference difference_at(std::size_t element, const T& actual, const T& expected) {
  ElementDifference result{element};
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
    return result;
  } else {
    const auto absolute = static_cast<long double>(absolute_difference(actual, expected));
    if (!std::isfinite(absolute)) return result;
    result.absolute = absolute;
    if constexpr (Real<T>) {
      result.relative = absolute == 0 ? 0 : absolute / std::fabs(to_long_double(expected));
      result.ulp = ulp_distance(actual, expected);
    }
    return result;
  }
}

template <class T>
void count_classes(const T& actual, const T& expected, DifferenceClasses& classes) {
  if constexpr (Complex<T>) {
    count_classes(actual.real(), expected.real(), classes);
    count_classes(actual.imag(), expected.imag(), classes);
  } else if constexpr (Real<T>) {
    const long double a = to_long_double(actual);
    const long double e = to_long_double(expected);
    if (std::isnan(a) || std::isnan(e)) {
      classes.nan += std::isnan(a) != std::isnan(e) ? 1 : 0;
    } else if (std::isinf(a) || std::isinf(e)) {
      classes.infinity += a != e ? 1 : 0;
    } else if (a == 0 && e == 0) {
      classes.zero_sign += std::signbit(a) != std::signbit(e) ? 1 : 0;
    } else {
      classes.sign += a * e < 0 ? 1 : 0;
    }
  }
}

// The least double from start on under which the condition holds; rounding leaves it a step or two away at most.
template <class Condition>
double least_double(long double start, const Condition& condition) {
  auto value = static_cast<double>(start);
  while (std::isfinite(value) && !condition(value)) {
    value = std::nextafter(value, std::numeric_limits<double>::infinity());
  }
  return value;
}

template <class T>
void raise(std::optional<T>& least, std::optional<T> needed) {
  if (!least) return;
  if (!needed) {
    least.reset();
  } else {
    least = std::max(*least, *needed);
  }
}

// Widens passing until it covers the two elements as well, unless one of them is not finite.
template <class T>
void cover(const T& actual, const T& expected, double rtol, double atol, PassingTolerance& passing) {
  if constexpr (Complex<T>) {
    passing.ulp.reset();
    cover(actual.real(), expected.real(), rtol, atol, passing);
    cover(actual.imag(), expected.imag(), rtol, atol, passing);
  } else if constexpr (Real<T>) {
    const long double difference = std::fabs(to_long_double(actual) - to_long_double(expected));
    const long double size = std::fabs(to_long_double(expected));
    if (!std::isfinite(difference) || !std::isfinite(size)) return;
    const bool out_of_reach = size == 0 && difference > atol;
    raise(passing.rtol, out_of_reach
                            ? std::nullopt
                            : std::optional(least_double(size == 0 ? 0 : (difference - atol) / size,
                                                         [&](double r) { return difference <= atol + r * size; })));
    raise(passing.atol, std::optional(least_double(difference - rtol * size,
                                                   [&](double a) { return difference <= a + rtol * size; })));
    raise(passing.ulp, std::optional(ulp_distance(actual, expected)));
  } else if constexpr (Integer<T>) {
    const auto difference = static_cast<long double>(absolute_difference(actual, expected));
    passing.rtol.reset();
    passing.ulp.reset();
    raise(passing.atol, std::optional(least_double(difference, [&](double a) { return difference <= a; })));
  } else {
    passing = {};
  }
}

// Larger differences are worse, but an infinite one, which is relative to 0, tells nothing.
template <class Number>
void raise_worst(std::optional<ElementDifference>& worst, const ElementDifference& difference,
                 std::optional<Number> ElementDifference::*measure) {
  if (!(difference.*measure)) return;
  const auto rank = [&](const ElementDifference& element) {
    const auto value = static_cast<long double>(*(element.*measure));
    return std::isinf(value) ? -1 : value;
  };
  if (!worst || rank(difference) > rank(*worst)) worst = difference;
}

// Of equals, what is the worst by one measure is so by the others too.
template <class Number>
void prefer(const std::optional<ElementDifference>& element, std::optional<ElementDifference>& worst,
            std::optional<Number> ElementDifference::*measure) {
  if (worst && element && (*element).*measure == (*worst).*measure) worst = element;
}

class WorstFinder {
 public:
  void see(const ElementDifference& difference) {
    raise_worst(worst_.absolute, difference, &ElementDifference::absolute);
    raise_worst(worst_.relative, difference, &ElementDifference::relative);
    raise_worst(worst_.ulp, difference, &ElementDifference::ulp);
  }
  [[nodiscard]] WorstElements worst() const {
    WorstElements result = worst_;
    prefer(result.absolute, result.relative, &ElementDifference::relative);
    prefer(result.absolute, result.ulp, &ElementDifference::ulp);
    return result;
  }

 private:
  WorstElements worst_;
};

template <class T>
bool are_same_bytes(std::span<const T> actual, std::span<const T> expected) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    return actual.empty() || std::memcmp(actual.data(), expected.data(), actual.size_bytes()) == 0;
  } else {
    return false;
  }
}

template <class T>
Differences find_differences_of(std::span<const T> actual, std::span<const T> expected, const Tolerance& tolerance) {
  constexpr Tolerance kExact{.exact = true};
  Differences found;
  if (are_same_bytes(actual, expected)) return found;
  WorstFinder failing;
  WorstFinder passing;
  const double rtol = tolerance.exact || Integer<T> ? 0 : tolerance.rtol;
  const double atol = tolerance.exact || Integer<T> ? 0 : tolerance.atol;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (agree(actual[i], expected[i], kExact)) continue;
    ++found.unequal;
    const ElementDifference difference = difference_at(i, actual[i], expected[i]);
    if (agree(actual[i], expected[i], tolerance)) {
      passing.see(difference);
      continue;
    }
    if (found.count++ == 0) {
      found.first = difference;
      found.passing_finite = {0.0, 0.0, 0};
    }
    failing.see(difference);
    count_classes(actual[i], expected[i], found.classes);
    cover(actual[i], expected[i], rtol, atol, found.passing_finite);
  }
  if (found.classes.nan == 0 && found.classes.infinity == 0) found.passing = found.passing_finite;
  found.worst = found.count == 0 ? passing.worst() : failing.worst();
  return found;
}

}  // namespace

Differences find_differences(const TensorView& actual, const TensorView& expected, const Tolerance& tolerance) {
  return visit<Differences>(actual.type(), AllTypes{}, [&]<class T>(std::type_identity<T>) {
    return find_differences_of(actual.values<T>(), expected.values<T>(), tolerance);
  });
}

Shape index_of(std::size_t element, std::span<const std::int64_t> shape) {
  Shape index(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    const auto extent = static_cast<std::size_t>(shape[i]);
    index[i] = static_cast<std::int64_t>(element % extent);
    element /= extent;
  }
  return index;
}

std::optional<std::string> type_mismatch(const TensorView& actual, const TensorView& expected) {
  if (actual.type() != expected.type()) {
    return fmt::format("element type is {}, expected {}", to_string(actual.type()), to_string(expected.type()));
  }
  if (!std::ranges::equal(actual.shape(), expected.shape())) {
    return fmt::format("shape is {}, expected {}", to_string(actual.shape()), to_string(expected.shape()));
  }
  require_supported(actual.type());
  return std::nullopt;
}

std::string describe(const WorstElements& worst, const TensorView& values) {
  if (!worst.absolute) return "";
  const auto at = [&](const ElementDifference& difference) {
    if (difference.element == worst.absolute->element) return std::string();
    return " at " + to_string(index_of(difference.element, values.shape()));
  };
  std::string text = absolute_text(*worst.absolute);
  if (worst.relative) text += fmt::format(", relative {:.6g}{}", *worst.relative->relative, at(*worst.relative));
  if (worst.ulp) text += fmt::format(", {} ulp{}", *worst.ulp->ulp, at(*worst.ulp));
  return text;
}

std::string describe(const Differences& found, const TensorView& actual, const TensorView& expected) {
  const auto place = [&](std::size_t i) {
    return fmt::format("{}: {}, expected {}", to_string(index_of(i, actual.shape())), element_text(actual, i),
                       element_text(expected, i));
  };
  std::string text = fmt::format("{} of {} elements {}; first at {}", found.count, actual.size(),
                                 found.count == 1 ? "differs" : "differ", place(found.first.element));
  if (!found.worst.absolute) return text;
  if (found.worst.absolute->element != found.first.element) {
    text += "; worst at " + place(found.worst.absolute->element);
  }
  return text + fmt::format(" ({})", describe(found.worst, actual));
}

std::optional<std::string> find_mismatch(const TensorView& actual, const TensorView& expected,
                                         const Tolerance& tolerance) {
  if (auto mismatch = type_mismatch(actual, expected)) return mismatch;
  const Differences found = find_differences(actual, expected, tolerance);
  if (found.count == 0) return std::nullopt;
  return describe(found, actual, expected);
}

}  // namespace hardref
