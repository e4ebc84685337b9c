#include "judge/mismatch.h"

#include <algorithm>
#include <set>

#include "error.h"
#include "tensor/element_difference.h"
#include "tensor/print.h"

namespace hardref {
namespace {

template <class T>
std::string bits_text(const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return "";
  } else if constexpr (Complex<T>) {
    return bits_text(value.real()) + " " + bits_text(value.imag());
  } else {
    const auto bits = std::uint64_t{std::bit_cast<Bits<T>>(value)};
    const std::size_t width = bit_width(kDataTypeOf<T>);
    return fmt::format("0x{:0{}x}", width < 8 ? bits & ((1U << width) - 1U) : bits, (width + 3) / 4);
  }
}

std::string element_bits(const TensorView& tensor, std::size_t element) {
  return visit<std::string>(tensor.type(), AllTypes{},
                            [&]<class T>(std::type_identity<T>) { return bits_text(tensor.values<T>()[element]); });
}

ElementReport report_element(const TensorView& actual, const TensorView& expected,
                             const ElementDifference& difference) {
  const std::size_t i = difference.element;
  return {.index = index_of(i, actual.shape()),
          .actual = element_text(actual, i),
          .expected = element_text(expected, i),
          .actual_bits = element_bits(actual, i),
          .expected_bits = element_bits(expected, i),
          .difference = difference};
}

template <class T>
SamplePoint sample_point(std::size_t element, const T& actual, const T& expected) {
  if constexpr (Discrete<T>) {
    return {element, static_cast<double>(expected), static_cast<double>(actual)};
  } else {
    const auto a = static_cast<double>(to_long_double(actual));
    const auto e = static_cast<double>(to_long_double(expected));
    if (std::isnan(a) || std::isnan(e)) return {element, e, a};
    // The distance of two doubles of different signs may take all 64 bits.
    const auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const auto distance = static_cast<std::int64_t>(std::min(ulp_distance(actual, expected), limit));
    return {element, e, a, a < e ? -distance : distance};
  }
}

// Elements to show: evenly spaced, with the first and the worst difference.
std::set<std::size_t> sampled_elements(std::size_t count, const Differences& found) {
  const std::size_t spaced = std::min(count, kMaxSamplePoints - 2);
  std::set<std::size_t> elements{found.first.element, found.worst.element};
  for (std::size_t i = 0; i < spaced; ++i) {
    elements.insert(static_cast<std::size_t>(static_cast<long double>(i) * static_cast<long double>(count) /
                                             static_cast<long double>(spaced)));
  }
  return elements;
}

std::vector<SamplePoint> take_sample(const TensorView& actual, const TensorView& expected, const Differences& found) {
  std::vector<SamplePoint> sample;
  visit(actual.type(), AllTypes{}, [&]<class T>(std::type_identity<T>) {
    if constexpr (!std::is_same_v<T, std::string> && !SubByteInteger<T> && !Complex<T>) {
      for (const std::size_t i : sampled_elements(actual.size(), found)) {
        sample.push_back(sample_point(i, actual.values<T>()[i], expected.values<T>()[i]));
      }
    }
  });
  return sample;
}

}  // namespace

std::optional<Mismatch> compare_output(const std::string& name, const TensorView& actual, const TensorView& expected,
                                       const Tolerance& tolerance) {
  Mismatch mismatch;
  mismatch.output = name;
  mismatch.type = actual.type();
  mismatch.shape.assign(actual.shape().begin(), actual.shape().end());
  mismatch.count = actual.size();
  if (auto text = type_mismatch(actual, expected)) {
    mismatch.summary = *std::move(text);
    return mismatch;
  }
  const Differences found = find_differences(actual, expected, tolerance);
  if (found.count == 0) return std::nullopt;
  mismatch.summary = describe(found, actual, expected);
  mismatch.differing = found.count;
  mismatch.first = report_element(actual, expected, found.first);
  if (found.worst.element != found.first.element) mismatch.worst = report_element(actual, expected, found.worst);
  mismatch.classes = found.classes;
  mismatch.has_tolerances =
      visit<bool>(actual.type(), AllTypes{}, []<class T>(std::type_identity<T>) { return !Discrete<T>; });
  mismatch.passing = found.passing;
  mismatch.sample = take_sample(actual, expected, found);
  return mismatch;
}

}  // namespace hardref
