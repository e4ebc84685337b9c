#include "tensor/data_type.h"

#include <array>
#include <string>

#include "support/catch.h"
#include "support/errors.h"
#include "tensor/types.h"

namespace hardref {
namespace {

struct Row {
  int number;  // of TensorProto.DataType
  const char* name;
  std::size_t bits;
  std::size_t size;
};

constexpr std::array<Row, 26> kRows = {{
    {1, "float", 32, 4},         {2, "uint8", 8, 1},
    {3, "int8", 8, 1},           {4, "uint16", 16, 2},
    {5, "int16", 16, 2},         {6, "int32", 32, 4},
    {7, "int64", 64, 8},         {8, "string", 0, sizeof(std::string)},
    {9, "bool", 8, 1},           {10, "float16", 16, 2},
    {11, "double", 64, 8},       {12, "uint32", 32, 4},
    {13, "uint64", 64, 8},       {14, "complex64", 64, 8},
    {15, "complex128", 128, 16}, {16, "bfloat16", 16, 2},
    {17, "float8e4m3fn", 8, 1},  {18, "float8e4m3fnuz", 8, 1},
    {19, "float8e5m2", 8, 1},    {20, "float8e5m2fnuz", 8, 1},
    {21, "uint4", 4, 1},         {22, "int4", 4, 1},
    {23, "float4e2m1", 4, 1},    {24, "float8e8m0", 8, 1},
    {25, "uint2", 2, 1},         {26, "int2", 2, 1},
}};

TEST_CASE("every element type has its name and sizes") {
  for (const Row& row : kRows) {
    const auto type = static_cast<DataType>(row.number);
    CAPTURE(row.number);
    CHECK(to_string(type) == row.name);
    CHECK(parse_data_type(row.name) == type);
    CHECK(bit_width(type) == row.bits);
    CHECK(element_size(type) == row.size);
    CHECK(test::message_of([&] { require_supported(type); }) == "no error");
  }
}

TEST_CASE("a number that is no element type is undefined") {
  for (const int number : {0, 27, 31, 32, 33, 99, -1, INT32_MIN}) {
    const auto type = static_cast<DataType>(number);
    CAPTURE(number);
    CHECK(to_string(type) == "undefined");
    CHECK(bit_width(type) == 0);
    CHECK(element_size(type) == 0);
    CHECK(test::message_of([&] { require_supported(type); }) == "unsupported: element type undefined is not supported");
  }
}

TEST_CASE("only names of element types parse") {
  for (const char* name : {"", "undefined", "Float", "float32", "float ", "tensor(float)"}) {
    CAPTURE(name);
    CHECK(parse_data_type(name) == std::nullopt);
  }
}

TEST_CASE("tensors hold every element type in its C++ type") {
  CHECK(AllTypes::kSet.size() == kRows.size());
  for (const Row& row : kRows) {
    const auto type = static_cast<DataType>(row.number);
    CAPTURE(row.name);
    CHECK(visit<std::size_t>(type, AllTypes{}, []<class T>(std::type_identity<T>) { return sizeof(T); }) == row.size);
    CHECK(visit<DataType>(type, AllTypes{}, []<class T>(std::type_identity<T>) { return kDataTypeOf<T>; }) == type);
  }
}

TEST_CASE("visit calls nobody for a type outside its list") {
  int calls = 0;
  CHECK(test::message_of([&] { visit(DataType::kInt8, Floats{}, [&](auto) { ++calls; }); }) ==
        "internal: no C++ type for element type int8 here");
  CHECK(test::message_of([&] { return visit<int>(DataType::kString, Integers{}, [&](auto) { return ++calls; }); }) ==
        "internal: no C++ type for element type string here");
  CHECK(calls == 0);
  visit(DataType::kDouble, Floats{}, [&](auto) { ++calls; });
  CHECK(calls == 1);
}

TEST_CASE("sets of types") {
  const TypeSet floats{DataType::kFloat, DataType::kDouble};
  const TypeSet mixed{DataType::kDouble, DataType::kInt8};
  CHECK(floats.size() == 2);
  CHECK(floats.contains(DataType::kFloat));
  CHECK_FALSE(floats.contains(DataType::kInt8));
  CHECK((floats | mixed) == TypeSet{DataType::kInt8, DataType::kFloat, DataType::kDouble});
  CHECK((floats & mixed) == TypeSet{DataType::kDouble});
  CHECK((floats & TypeSet{DataType::kBool}).empty());
  CHECK(TypeSet{}.empty());
  CHECK(TypeSet{DataType::kFloat, DataType::kFloat}.size() == 1);
  CHECK_FALSE(floats.contains(static_cast<DataType>(33)));
  CHECK_FALSE(floats.contains(static_cast<DataType>(-31)));
  CHECK(TypeSet{static_cast<DataType>(32)}.empty());
}

TEST_CASE("messages list types in one order") {
  CHECK(to_string(TypeSet{}).empty());
  CHECK(to_string(TypeSet{DataType::kDouble, DataType::kFloat16, DataType::kFloat}) == "float16, float, double");
  TypeSet all;
  for (const Row& row : kRows) all = all | TypeSet{static_cast<DataType>(row.number)};
  CHECK(to_string(all) ==
        "bfloat16, float16, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, bool, string, "
        "complex64, complex128, float8e4m3fn, float8e4m3fnuz, float8e5m2, float8e5m2fnuz, float8e8m0, float4e2m1, "
        "int4, uint4, int2, uint2");
  CHECK(all.types().size() == 26);
}

}  // namespace
}  // namespace hardref
