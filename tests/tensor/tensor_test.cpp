#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "hardref.hpp"
#include "support/catch.h"
#include "support/errors.h"
#include "tensor/data_type.h"
#include "tensor/types.h"

namespace hardref {
namespace {

using test::message_of;

template <class T>
std::vector<T> elements(const Tensor& tensor) {
  const std::span<const T> values = tensor.values<T>();
  return {values.begin(), values.end()};
}

TEST_CASE("a new tensor holds zeros of its type, aligned for vector registers") {
  for (const DataType type : AllTypes::kSet.types()) {
    CAPTURE(to_string(type));
    const Tensor tensor(type, {3, 5, 7});
    CHECK(tensor.type() == type);
    CHECK(tensor.shape() == Shape{3, 5, 7});
    CHECK(tensor.size() == 105);
    CHECK(tensor.byte_size() == 105 * element_size(type));
    CHECK(reinterpret_cast<std::uintptr_t>(tensor.data()) % 64 == 0);
    if (type == DataType::kString) continue;
    const auto* const bytes = static_cast<const unsigned char*>(tensor.data());
    CHECK(std::all_of(bytes, bytes + tensor.byte_size(), [](unsigned char byte) { return byte == 0; }));
  }
}

TEST_CASE("strings are empty at first, and copied as a whole") {
  Tensor tensor(DataType::kString, {2});
  CHECK(tensor.values<std::string>()[0].empty());
  tensor.values<std::string>()[1] = std::string(100, 'x');
  const Tensor copy = tensor;
  tensor.values<std::string>()[1] = "changed";
  CHECK(copy.values<std::string>()[1] == std::string(100, 'x'));
  const Tensor moved = std::move(tensor);
  CHECK(moved.values<std::string>()[1] == "changed");
}

TEST_CASE("scalars and empty tensors") {
  const Tensor scalar(DataType::kInt64, {});
  CHECK(scalar.size() == 1);
  CHECK(scalar.values<std::int64_t>()[0] == 0);
  const Tensor none;
  CHECK(none.type() == DataType::kFloat);
  CHECK(none.shape() == Shape{0});
  CHECK(none.size() == 0);
  CHECK(none.values<float>().empty());
  const Tensor empty = Tensor::of<double>({2, 0}, {});
  CHECK(empty.shape() == Shape{2, 0});
  CHECK(empty.byte_size() == 0);
  CHECK(Tensor(empty).shape() == Shape{2, 0});
}

TEST_CASE("a tensor of given values") {
  const Tensor tensor = Tensor::of<std::int16_t>({2, 2}, {1, -2, 3, -4});
  CHECK(tensor.type() == DataType::kInt16);
  CHECK(elements<std::int16_t>(tensor) == std::vector<std::int16_t>{1, -2, 3, -4});
  CHECK(elements<bool>(Tensor::of<bool>({3}, {true, false, true})) == std::vector<bool>{true, false, true});
  CHECK(Tensor::of<Float16>({}, {{0x3c00}}).values<Float16>()[0].bits == 0x3c00);
}

TEST_CASE("the number of values must be that of the shape") {
  CHECK(message_of([] {
          return Tensor::of<float>({2, 2}, {1, 2, 3});
        }) == "usage: 3 values for float[2,2], expected 4");
  CHECK(message_of([] { return Tensor::of<float>({0}, {1}); }) == "usage: 1 values for float[0], expected 0");
  CHECK(message_of([] { return Tensor::of<float>({}, {}); }) == "usage: 0 values for float[], expected 1");
}

TEST_CASE("a copy has memory of its own") {
  Tensor original = Tensor::of<float>({2}, {1, 2});
  Tensor copied = original;
  Tensor assigned;
  assigned = original;
  original.values<float>()[0] = 9;
  CHECK(copied.values<float>()[0] == 1);
  CHECK(assigned.values<float>()[0] == 1);
  CHECK(assigned.shape() == Shape{2});
  copied.values<float>()[1] = 8;
  CHECK(original.values<float>()[1] == 2);
  const Tensor& same = original;
  original = same;
  CHECK(original.values<float>()[0] == 9);
}

TEST_CASE("a move keeps the memory") {
  Tensor original = Tensor::of<float>({2}, {1, 2});
  const void* const memory = original.data();
  Tensor moved = std::move(original);
  CHECK(moved.data() == memory);
  Tensor assigned;
  assigned = std::move(moved);
  CHECK(assigned.data() == memory);
  CHECK(assigned.shape() == Shape{2});
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<Tensor>);
  STATIC_REQUIRE(std::is_nothrow_move_assignable_v<Tensor>);
}

TEST_CASE("a view refers to the tensor's shape and memory") {
  Tensor tensor = Tensor::of<float>({2, 1}, {1, 2});
  const TensorView view = tensor;
  CHECK(view.data() == tensor.data());
  CHECK(view.shape().data() == tensor.shape().data());
  CHECK(view.size() == 2);
  CHECK(view.byte_size() == 8);
  tensor.values<float>()[1] = 5;
  CHECK(view.values<float>()[1] == 5);
}

TEST_CASE("values are read as the type that they have") {
  Tensor tensor(DataType::kFloat, {1});
  const Tensor& constant = tensor;
  CHECK(message_of([&] { return tensor.values<double>(); }) ==
        "usage: element type is float, but double was asked for");
  CHECK(message_of([&] { return constant.values<std::int32_t>(); }) ==
        "usage: element type is float, but int32 was asked for");
  CHECK(message_of([&] { return constant.view().values<Float16>(); }) ==
        "usage: element type is float, but float16 was asked for");
  CHECK(message_of([&] { return constant.values<char>(); }) ==
        "usage: element type is float, but undefined was asked for");
}

TEST_CASE("only types with a C++ type can be held") {
  for (int number = -1; number < 30; ++number) {
    const auto type = static_cast<DataType>(number);
    if (AllTypes::kSet.contains(type)) continue;
    const std::string expected = "unsupported: element type " + std::string(to_string(type)) + " is not supported";
    CHECK(message_of([&] { return Tensor(type, {2}); }) == expected);
    CHECK(message_of([&] { return Tensor::uninitialized(type, {2}); }) == expected);
  }
  CHECK(message_of([] { return Tensor::of<char>({1}, {'a'}); }) ==
        "unsupported: element type undefined is not supported");
}

TEST_CASE("a tensor that cannot be") {
  CHECK(message_of([] {
          return Tensor(DataType::kFloat, {2, -3});
        }) == "invalid_input: shape [2,-3] has a negative dimension");
  CHECK(message_of([] {
          return Tensor(DataType::kFloat, {INT64_MAX, 2});
        }) == "limit: the dimensions of shape [9223372036854775807,2] multiply to more than 9223372036854775807");
  CHECK(message_of([] { return Tensor(DataType::kDouble, {std::int64_t{1} << 60}); }) ==
        "limit: double[1152921504606846976] takes more than 9223372036854775807 bytes");
  // More than the address space of a process.
  CHECK(message_of([] {
          return Tensor(DataType::kFloat, {1'000'000, 1'000'000, 1'000});
        }) == "limit: cannot allocate 4000000000000000 bytes for float[1000000,1000000,1000]");
  CHECK(message_of([] { return Tensor::uninitialized(DataType::kInt8, {INT64_MAX}); }) ==
        "limit: cannot allocate 9223372036854775807 bytes for int8[9223372036854775807]");
}

}  // namespace
}  // namespace hardref
