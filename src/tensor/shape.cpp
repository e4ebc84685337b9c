#include "tensor/shape.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "error.h"

namespace hardref {

std::string to_string(std::span<const std::int64_t> shape) { return fmt::format("[{}]", fmt::join(shape, ",")); }

std::size_t element_count(std::span<const std::int64_t> shape) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  std::int64_t product = 1;  // of the dimensions that are not 0
  bool empty = false;
  for (const std::int64_t extent : shape) {
    if (extent < 0) fail(ErrorKind::kInvalidInput, "shape {} has a negative dimension", to_string(shape));
    if (extent == 0) {
      empty = true;
    } else if (product > kMost / extent) {
      fail(ErrorKind::kLimit, "the dimensions of shape {} multiply to more than {}", to_string(shape), kMost);
    } else {
      product *= extent;
    }
  }
  return empty ? 0 : static_cast<std::size_t>(product);
}

Shape row_major_strides(std::span<const std::int64_t> shape) {
  Shape strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

Shape broadcast_shapes(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  Shape result(std::max(a.size(), b.size()));
  for (std::size_t from_end = 1; from_end <= result.size(); ++from_end) {
    const std::int64_t in_a = from_end <= a.size() ? a[a.size() - from_end] : 1;
    const std::int64_t in_b = from_end <= b.size() ? b[b.size() - from_end] : 1;
    if (in_a != in_b && in_a != 1 && in_b != 1) {
      fail(ErrorKind::kInvalidInput, "shapes {} and {} cannot be broadcast: {} meets {}, and neither is 1",
           to_string(a), to_string(b), in_a, in_b);
    }
    result[result.size() - from_end] = in_a == 1 ? in_b : in_a;
  }
  return result;
}

Shape broadcast_strides(std::span<const std::int64_t> operand, std::span<const std::int64_t> result) {
  const Shape own = row_major_strides(operand);
  Shape strides(result.size(), 0);
  for (std::size_t from_end = 1; from_end <= std::min(operand.size(), result.size()); ++from_end) {
    const std::size_t from = operand.size() - from_end;
    const std::size_t to = result.size() - from_end;
    if (operand[from] == result[to]) strides[to] = own[from];
  }
  return strides;
}

std::size_t legacy_broadcast(std::span<const std::int64_t> a, std::span<const std::int64_t> b,
                             std::optional<std::int64_t> axis) {
  if (element_count(b) == 1) return 0;
  const auto rank = static_cast<std::int64_t>(a.size());
  const auto b_rank = static_cast<std::int64_t>(b.size());
  if (axis && (*axis < -rank || *axis >= rank)) {
    fail(ErrorKind::kInvalidInput, "attribute axis is {}, but must be in [{}, {}] for shape {}", *axis, -rank, rank - 1,
         to_string(a));
  }
  const std::int64_t first = !axis ? rank - b_rank : *axis < 0 ? *axis + rank : *axis;
  const auto fits = [](std::int64_t in_a, std::int64_t in_b) { return in_b == in_a || in_b == 1; };
  if (first < 0 || first + b_rank > rank ||
      !std::equal(b.begin(), b.end(), a.begin() + first, [&](auto in_b, auto in_a) { return fits(in_a, in_b); })) {
    fail(ErrorKind::kInvalidInput, "shape {} does not fit {}{}", to_string(b), to_string(a),
         axis ? fmt::format(" from axis {} on", *axis) : " at its last dimensions");
  }
  return static_cast<std::size_t>(rank - first - b_rank);
}

}  // namespace hardref
