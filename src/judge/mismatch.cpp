#include "judge/mismatch.h"

#include <algorithm>

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

// Every i-th of some elements, so that at most so many are taken.
class Spaced {
 public:
  Spaced(std::size_t count, std::size_t most) : count_(count), most_(std::min(count, most)) {}
  // Whether to take the next one.
  bool take() {
    const auto slot = [&](std::size_t i) {
      return static_cast<std::size_t>(static_cast<long double>(i) * static_cast<long double>(most_) /
                                      static_cast<long double>(count_));
    };
    const std::size_t i = next_++;
    return i == 0 || slot(i) != slot(i - 1);
  }

 private:
  std::size_t count_;
  std::size_t most_;
  std::size_t next_ = 0;
};

template <class T>
std::vector<SamplePoint> sample_of(std::span<const T> actual, std::span<const T> expected, const Tolerance& tolerance,
                                   const Differences& found) {
  const WorstElements& worst = found.worst;
  const auto is_special = [&](std::size_t i) {
    const auto is = [&](const auto& element) { return element && element->element == i; };
    return i == found.first.element || is(worst.absolute) || is(worst.relative) || is(worst.ulp);
  };
  constexpr std::size_t kSpecial = 4;
  Spaced failing(found.count, kMaxSamplePoints / 2 - kSpecial);
  Spaced passing(actual.size() - found.count, kMaxSamplePoints - std::min(found.count, kMaxSamplePoints / 2));
  std::vector<SamplePoint> sample;
  std::vector<SamplePoint> others;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const bool passes = agree(actual[i], expected[i], tolerance);
    if (!(passes ? passing.take() : failing.take() || is_special(i))) continue;
    SamplePoint point = sample_point(i, actual[i], expected[i]);
    point.passes = passes;
    (passes ? others : sample).push_back(point);
  }
  sample.insert(sample.end(), others.begin(), others.end());
  return sample;
}

std::vector<SamplePoint> take_sample(const TensorView& actual, const TensorView& expected, const Tolerance& tolerance,
                                     const Differences& found) {
  return visit<std::vector<SamplePoint>>(actual.type(), AllTypes{}, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, std::string> || SubByteInteger<T> || Complex<T>) {
      return std::vector<SamplePoint>();
    } else {
      return sample_of(actual.values<T>(), expected.values<T>(), tolerance, found);
    }
  });
}

}  // namespace

std::optional<Mismatch> compare_output(const std::string& name, const TensorView& actual, const TensorView& expected,
                                       const Tolerance& tolerance, std::vector<CloseOutput>* close) {
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
  const WorstElements& worst = found.worst;
  if (found.count == 0) {
    if (found.unequal != 0 && close != nullptr) {
      close->push_back(
          {"", name, mismatch.type, mismatch.shape, found.unequal, mismatch.count, worst, describe(worst, actual)});
    }
    return std::nullopt;
  }
  mismatch.summary = describe(found, actual, expected);
  mismatch.differing = found.count;
  const auto report = [&](const ElementDifference& difference) { return report_element(actual, expected, difference); };
  mismatch.first = report(found.first);
  if (worst.absolute) {
    const std::size_t element = worst.absolute->element;
    if (element != found.first.element) mismatch.worst = report(*worst.absolute);
    if (worst.relative && worst.relative->element != element) mismatch.worst_relative = report(*worst.relative);
    if (worst.ulp && worst.ulp->element != element) mismatch.worst_ulp = report(*worst.ulp);
  }
  mismatch.classes = found.classes;
  mismatch.has_tolerances =
      visit<bool>(actual.type(), AllTypes{}, []<class T>(std::type_identity<T>) { return Integer<T> || !Discrete<T>; });
  mismatch.passing = found.passing;
  mismatch.passing_finite = found.passing_finite;
  mismatch.sample = take_sample(actual, expected, tolerance, found);
  return mismatch;
}

}  // namespace hardref
