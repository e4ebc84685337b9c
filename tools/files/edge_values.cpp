#include "files/edge_values.h"

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "tensor/decimal.h"
#include "tensor/narrow.h"
#include "tensor/tiny_floats.h"
#include "tensor/types.h"

namespace hardref::tools {
namespace {

template <class T>
T from_double(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    return narrow<T>(value);
  }
}

// The number and its neighbours in the type.
template <class T>
void add_around(double value, std::vector<T>& values) {
  const T middle = from_double<T>(value);
  if constexpr (std::is_floating_point_v<T>) {
    values.insert(values.end(), {std::nextafter(middle, -std::numeric_limits<T>::infinity()), middle,
                                 std::nextafter(middle, std::numeric_limits<T>::infinity())});
  } else {
    using Bits = decltype(T::bits);
    constexpr unsigned kMask = std::is_same_v<T, Float4e2m1> ? 0xf : 0xffff;
    values.insert(values.end(), {T{static_cast<Bits>((middle.bits - 1) & kMask)}, middle,
                                 T{static_cast<Bits>((middle.bits + 1) & kMask)}});
  }
}

template <class T>
std::vector<T> floating_edges(std::span<const double> knees) {
  std::vector<T> values;
  for (const double knee : knees) add_around<T>(knee, values);
  for (const double value : {0.0, -0.0, 1.0, 1.0, -1.0}) values.push_back(from_double<T>(value));
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double value : {infinity, -infinity, nan}) values.push_back(from_double<T>(value));
  if constexpr (std::is_floating_point_v<T>) {
    using Limits = std::numeric_limits<T>;
    for (const T value : {Limits::denorm_min(), std::nextafter(Limits::min(), T{0}), Limits::min(), Limits::max()}) {
      values.insert(values.end(), {value, -value});
    }
  } else if constexpr (!std::is_same_v<T, Float4e2m1> && !std::is_same_v<T, Float8e8m0>) {
    using Bits = decltype(T::bits);
    constexpr unsigned kSign = sizeof(Bits) == 1 ? 0x80 : 0x8000;
    // The smallest number, and the largest: the last bit pattern that is finite.
    unsigned largest = kSign - 1;
    while (!std::isfinite(widen(T{static_cast<Bits>(largest)}))) --largest;
    for (const unsigned bits : {1U, largest}) {
      values.insert(values.end(), {T{static_cast<Bits>(bits)}, T{static_cast<Bits>(bits | kSign)}});
    }
  }
  return values;
}

template <class T>
std::vector<T> edges(std::span<const double> knees) {
  if constexpr (std::is_same_v<T, bool>) {
    return {false, true, true};
  } else if constexpr (std::is_integral_v<T>) {
    using Limits = std::numeric_limits<T>;
    return {0, 1, 1, Limits::min(), Limits::max(), Limits::max(), static_cast<T>(-1)};
  } else if constexpr (SubByteInteger<T>) {
    using Number = decltype(T::value);
    constexpr IntegerRange kRange = integer_range<T>();
    return {T{0}, T{1}, T{1}, T{static_cast<Number>(kRange.least)}, T{static_cast<Number>(kRange.most)}};
  } else if constexpr (std::is_same_v<T, std::string>) {
    return {"0.0", "-0.0", "1", "1e-05", "nan", "inf", "-inf", "3.4028235e+38"};
  } else if constexpr (Complex<T>) {
    std::vector<T> values;
    const auto parts = floating_edges<typename T::value_type>(knees);
    for (std::size_t i = 0; i < parts.size(); ++i) values.emplace_back(parts[i], parts[parts.size() - 1 - i]);
    return values;
  } else {
    return floating_edges<T>(knees);
  }
}

}  // namespace

Tensor edge_tensor(DataType type, Shape shape, std::span<const double> knees) {
  Tensor tensor = Tensor::uninitialized(type, std::move(shape));
  visit(type, AllTypes{}, [&]<class T>(std::type_identity<T>) {
    const std::vector<T> values = edges<T>(knees);
    std::size_t next = 0;
    for (T& element : tensor.values<T>()) element = values[next++ % values.size()];
  });
  return tensor;
}

}  // namespace hardref::tools
