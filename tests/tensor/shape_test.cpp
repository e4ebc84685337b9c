#include "tensor/shape.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "support/catch.h"
#include "support/errors.h"

namespace hardref {
namespace {

using test::message_of;

constexpr std::int64_t kTwo32 = std::int64_t{1} << 32;
constexpr std::int64_t kTwo62 = std::int64_t{1} << 62;

std::string count_message(const Shape& shape) {
  return message_of([&] { return element_count(shape); });
}

TEST_CASE("a shape as text") {
  CHECK(to_string(Shape{}) == "[]");
  CHECK(to_string(Shape{0}) == "[0]");
  CHECK(to_string(Shape{2, 3}) == "[2,3]");
  CHECK(to_string(Shape{-1, kTwo62}) == "[-1,4611686018427387904]");
}

TEST_CASE("the number of elements") {
  CHECK(element_count(Shape{}) == 1);
  CHECK(element_count(Shape{2, 3, 4}) == 24);
  CHECK(element_count(Shape{0}) == 0);
  CHECK(element_count(Shape{20, 0, 5}) == 0);
  CHECK(element_count(Shape{INT64_MAX}) == 0x7fffffffffffffffU);
  CHECK(element_count(Shape{INT64_MAX, 1, 0}) == 0);
  CHECK(element_count(Shape{kTwo32, kTwo32 / 4, 1}) == std::size_t{1} << 62);
}

TEST_CASE("a shape that is none") {
  CHECK(count_message({-1}) == "invalid_input: shape [-1] has a negative dimension");
  CHECK(count_message({-1, -1}) == "invalid_input: shape [-1,-1] has a negative dimension");
  CHECK(count_message({0, -2}) == "invalid_input: shape [0,-2] has a negative dimension");
  CHECK(count_message({INT64_MIN, 2}) == "invalid_input: shape [-9223372036854775808,2] has a negative dimension");
}

TEST_CASE("a shape with too many elements, even where a dimension of 0 makes it empty") {
  CHECK(count_message({kTwo32, kTwo32, 4}) ==
        "limit: the dimensions of shape [4294967296,4294967296,4] multiply to more than 9223372036854775807");
  CHECK(count_message({kTwo62, kTwo62, 0}) ==
        "limit: the dimensions of shape [4611686018427387904,4611686018427387904,0] multiply to more than "
        "9223372036854775807");
  CHECK(count_message({0, kTwo62, 2}) ==
        "limit: the dimensions of shape [0,4611686018427387904,2] multiply to more than 9223372036854775807");
  CHECK(count_message({3037000499, 3037000500}) == "no error");
  CHECK(count_message({3037000500, 3037000500}) ==
        "limit: the dimensions of shape [3037000500,3037000500] multiply to more than 9223372036854775807");
}

TEST_CASE("row-major strides") {
  CHECK(row_major_strides(Shape{}) == Shape{});
  CHECK(row_major_strides(Shape{7}) == Shape{1});
  CHECK(row_major_strides(Shape{2, 3, 4}) == Shape{12, 4, 1});
  CHECK(row_major_strides(Shape{2, 1, 4}) == Shape{4, 4, 1});
}

TEST_CASE("shapes that meet") {
  CHECK(broadcast_shapes(Shape{}, Shape{}) == Shape{});
  CHECK(broadcast_shapes(Shape{2, 3}, Shape{}) == Shape{2, 3});
  CHECK(broadcast_shapes(Shape{}, Shape{2, 3}) == Shape{2, 3});
  CHECK(broadcast_shapes(Shape{2, 1}, Shape{3}) == Shape{2, 3});
  CHECK(broadcast_shapes(Shape{3}, Shape{2, 1}) == Shape{2, 3});
  CHECK(broadcast_shapes(Shape{2, 3, 4, 5}, Shape{3, 1, 1}) == Shape{2, 3, 4, 5});
  CHECK(broadcast_shapes(Shape{0, 1}, Shape{1, 3}) == Shape{0, 3});
  CHECK(broadcast_shapes(Shape{1}, Shape{0}) == Shape{0});
}

TEST_CASE("shapes that do not meet") {
  const auto message = [](const Shape& a, const Shape& b) {
    return message_of([&] { return broadcast_shapes(a, b); });
  };
  CHECK(message({2, 3}, {4}) == "invalid_input: shapes [2,3] and [4] cannot be broadcast: 3 meets 4, and neither is 1");
  CHECK(message({2, 3}, {3, 1}) ==
        "invalid_input: shapes [2,3] and [3,1] cannot be broadcast: 2 meets 3, and neither is 1");
  CHECK(message({0}, {2}) == "invalid_input: shapes [0] and [2] cannot be broadcast: 0 meets 2, and neither is 1");
}

TEST_CASE("strides of a stretched operand") {
  CHECK(broadcast_strides(Shape{}, Shape{2, 3}) == Shape{0, 0});
  CHECK(broadcast_strides(Shape{3}, Shape{2, 3}) == Shape{0, 1});
  CHECK(broadcast_strides(Shape{2, 1}, Shape{2, 3}) == Shape{1, 0});
  CHECK(broadcast_strides(Shape{2, 3}, Shape{2, 3}) == Shape{3, 1});
  // A dimension of 1 that is not stretched keeps its stride: the walk is the operand's own.
  CHECK(broadcast_strides(Shape{2, 1, 3}, Shape{2, 1, 3}) == row_major_strides(Shape{2, 1, 3}));
  CHECK(broadcast_strides(Shape{4, 1}, Shape{3, 4, 5}) == Shape{0, 1, 0});
  CHECK(broadcast_strides(Shape{3, 4, 1}, Shape{3, 4, 5}) == Shape{4, 1, 0});
  CHECK(broadcast_strides(Shape{3, 1, 1}, Shape{3, 4, 5}) == Shape{1, 0, 0});
  CHECK(broadcast_strides(Shape{3, 1, 1}, Shape{3, 4, 5}) == Shape{1, 0, 0});
  CHECK(broadcast_strides(Shape{1, 1, 1}, Shape{2}) == Shape{0});
  CHECK(broadcast_strides(Shape{1, 1}, Shape{}) == Shape{});
}

// Every shape of rank 0 to 3 with extents of 1 to 3.
std::vector<Shape> small_shapes() {
  std::vector<Shape> shapes = {{}};
  for (std::size_t done = 0; done < shapes.size(); ++done) {
    if (shapes[done].size() == 3) break;
    for (const std::int64_t extent : {1, 2, 3}) {
      Shape longer = shapes[done];
      longer.push_back(extent);
      shapes.push_back(std::move(longer));
    }
  }
  return shapes;
}

// The operand's element below a coordinate of the result, found by Horner's rule and not by strides.
std::int64_t element_below(const Shape& operand, const Shape& coordinate) {
  std::int64_t flat = 0;
  for (std::size_t i = 0; i < operand.size(); ++i) {
    const std::int64_t at = coordinate[coordinate.size() - operand.size() + i];
    flat = flat * operand[i] + std::min(at, operand[i] - 1);
  }
  return flat;
}

TEST_CASE("strides lead to the elements that the rule names, for all small shapes") {
  int meetings = 0;
  std::vector<std::string> wrong;
  for (const Shape& a : small_shapes()) {
    for (const Shape& b : small_shapes()) {
      if (message_of([&] { return broadcast_shapes(a, b); }) != "no error") continue;
      ++meetings;
      const Shape result = broadcast_shapes(a, b);
      const Shape strides = broadcast_strides(a, result);
      Shape coordinate(result.size(), 0);
      const std::size_t count = element_count(result);
      for (std::size_t n = 0; n < count; ++n) {
        const auto offset = std::inner_product(strides.begin(), strides.end(), coordinate.begin(), std::int64_t{0});
        if (offset != element_below(a, coordinate)) wrong.push_back(to_string(a) + " in " + to_string(result));
        for (std::size_t i = result.size(); i-- > 0 && ++coordinate[i] == result[i];) coordinate[i] = 0;
      }
    }
  }
  // Per dimension 7 of the 9 pairs of extents meet; the shorter shape meets any extents of the longer one's front.
  CHECK(meetings == 1 + 2 * (3 + 9 + 27) + 7 + 2 * (3 * 7 + 9 * 7) + 7 * 7 + 2 * 3 * 7 * 7 + 7 * 7 * 7);
  CHECK(wrong == std::vector<std::string>{});
}

TEST_CASE("the rule of opsets 1 to 6: where b stands") {
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{5}, std::nullopt) == 0);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{4, 5}, std::nullopt) == 0);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{3, 4, 5}, std::nullopt) == 0);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{4}, 1) == 1);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{3}, 0) == 2);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{3, 4}, 0) == 1);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{5}, 2) == 0);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{4}, -2) == 1);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{5}, -1) == 0);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{3, 4}, -3) == 1);
  CHECK(legacy_broadcast(Shape{0, 4}, Shape{0}, 0) == 1);
}

TEST_CASE("the rule of opsets 1 to 6: dimensions of 1 in b stretch") {
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{4, 1}, std::nullopt) == 0);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{3, 1}, 0) == 1);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{1, 4}, 0) == 1);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{1, 4, 1}, std::nullopt) == 0);
}

TEST_CASE("the rule of opsets 1 to 6: one element fits everywhere") {
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{}, std::nullopt) == 0);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{}, 3) == 0);
  CHECK(legacy_broadcast(Shape{3, 4, 5}, Shape{1}, 0) == 0);
  CHECK(legacy_broadcast(Shape{5}, Shape{1, 1, 1}, std::nullopt) == 0);
  CHECK(legacy_broadcast(Shape{}, Shape{1}, std::nullopt) == 0);
  CHECK(legacy_broadcast(Shape{}, Shape{}, std::nullopt) == 0);
}

TEST_CASE("the rule of opsets 1 to 6: b does not fit") {
  const auto message = [](const Shape& a, const Shape& b, std::optional<std::int64_t> axis) {
    return message_of([&] { return legacy_broadcast(a, b, axis); });
  };
  CHECK(message({3, 4, 5}, {4}, std::nullopt) ==
        "invalid_input: shape [4] does not fit [3,4,5] at its last dimensions");
  CHECK(message({5}, {3, 5}, std::nullopt) == "invalid_input: shape [3,5] does not fit [5] at its last dimensions");
  CHECK(message({1}, {3}, std::nullopt) == "invalid_input: shape [3] does not fit [1] at its last dimensions");
  CHECK(message({}, {3}, std::nullopt) == "invalid_input: shape [3] does not fit [] at its last dimensions");
  CHECK(message({3, 4, 5}, {5}, 1) == "invalid_input: shape [5] does not fit [3,4,5] from axis 1 on");
  CHECK(message({3, 4, 5}, {4, 5, 1}, 1) == "invalid_input: shape [4,5,1] does not fit [3,4,5] from axis 1 on");
  CHECK(message({3, 4, 5}, {4}, -1) == "invalid_input: shape [4] does not fit [3,4,5] from axis -1 on");
  CHECK(message({3, 4, 5}, {5}, 3) == "invalid_input: attribute axis is 3, but must be in [-3, 2] for shape [3,4,5]");
  CHECK(message({3, 4, 5}, {5}, -4) == "invalid_input: attribute axis is -4, but must be in [-3, 2] for shape [3,4,5]");
  CHECK(message({3, 4, 5}, {5}, INT64_MIN) ==
        "invalid_input: attribute axis is -9223372036854775808, but must be in [-3, 2] for shape [3,4,5]");
  CHECK(message({3}, {-1}, std::nullopt) == "invalid_input: shape [-1] has a negative dimension");
}

}  // namespace
}  // namespace hardref
