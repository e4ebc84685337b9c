// Tensors: every element type from every field that may hold it, and payloads that do not fit.
#include <cstring>

#include "load/support.h"
#include "tensor/file.h"
#include "tensor/little_endian.h"
#include "tensor/types.h"

namespace hardref::test {
namespace {

using Proto = wire::TensorProto;

Proto make(int type, std::initializer_list<std::int64_t> dims) {
  Proto proto;
  proto.set_data_type(type);
  for (const std::int64_t dim : dims) proto.add_dims(dim);
  return proto;
}

Proto make_raw(int type, std::initializer_list<std::int64_t> dims, std::string_view raw) {
  Proto proto = make(type, dims);
  proto.set_raw_data(std::string(raw));
  return proto;
}

Proto make_int32(int type, std::initializer_list<std::int32_t> values) {
  Proto proto = make(type, {static_cast<std::int64_t>(values.size())});
  for (const std::int32_t value : values) proto.add_int32_data(value);
  return proto;
}

std::string message(const Proto& proto) {
  return message_of([&] { return load(proto); });
}

template <class T>
std::vector<T> values(const Proto& proto) {
  const Tensor tensor = load(proto);
  CHECK(tensor.type() == kDataTypeOf<T>);
  return {tensor.values<T>().begin(), tensor.values<T>().end()};
}

template <class T>
std::vector<std::uint16_t> bits(const Proto& proto) {
  std::vector<std::uint16_t> result;
  for (const T value : values<T>(proto)) result.push_back(value.bits);
  return result;
}

TEST_CASE("typed data fields") {
  CHECK(values<float>(small_tensor()) == std::vector<float>{1, 2});
  Proto doubles = make(Proto::DOUBLE, {1});
  doubles.add_double_data(1e300);
  CHECK(values<double>(doubles) == std::vector<double>{1e300});
  Proto int64s = make(Proto::INT64, {2});
  int64s.add_int64_data(INT64_MIN);
  int64s.add_int64_data(INT64_MAX);
  CHECK(values<std::int64_t>(int64s) == std::vector<std::int64_t>{INT64_MIN, INT64_MAX});
  Proto uint64s = make(Proto::UINT64, {1});
  uint64s.add_uint64_data(UINT64_MAX);
  CHECK(values<std::uint64_t>(uint64s) == std::vector<std::uint64_t>{UINT64_MAX});
  uint64s.set_data_type(Proto::UINT32);
  uint64s.set_uint64_data(0, UINT32_MAX);
  CHECK(values<std::uint32_t>(uint64s) == std::vector<std::uint32_t>{UINT32_MAX});

  CHECK(values<std::int32_t>(make_int32(Proto::INT32, {INT32_MIN, INT32_MAX})) ==
        std::vector<std::int32_t>{INT32_MIN, INT32_MAX});
  CHECK(values<std::int16_t>(make_int32(Proto::INT16, {-32768, 32767})) == std::vector<std::int16_t>{-32768, 32767});
  CHECK(values<std::uint16_t>(make_int32(Proto::UINT16, {0, 65535})) == std::vector<std::uint16_t>{0, 65535});
  CHECK(values<std::int8_t>(make_int32(Proto::INT8, {-128, 127})) == std::vector<std::int8_t>{-128, 127});
  CHECK(values<std::uint8_t>(make_int32(Proto::UINT8, {0, 255})) == std::vector<std::uint8_t>{0, 255});
  CHECK(bits<Float16>(make_int32(Proto::FLOAT16, {0x3c00, 0xffff})) == std::vector<std::uint16_t>{0x3c00, 0xffff});
  CHECK(bits<BFloat16>(make_int32(Proto::BFLOAT16, {0x3f80, 0xff80})) == std::vector<std::uint16_t>{0x3f80, 0xff80});
}

TEST_CASE("raw data is little endian") {
  CHECK(values<float>(make_raw(Proto::FLOAT, {1}, {"\x00\x00\x80\x3f", 4})) == std::vector<float>{1});
  CHECK(values<double>(make_raw(Proto::DOUBLE, {1}, {"\0\0\0\0\0\0\xf0\x3f", 8})) == std::vector<double>{1});
  CHECK(bits<Float16>(make_raw(Proto::FLOAT16, {2}, {"\x00\x3c\x01\x7c", 4})) ==
        std::vector<std::uint16_t>{0x3c00, 0x7c01});
  CHECK(bits<BFloat16>(make_raw(Proto::BFLOAT16, {1}, "\x80\x3f")) == std::vector<std::uint16_t>{0x3f80});
  CHECK(values<std::int8_t>(make_raw(Proto::INT8, {2}, "\x80\x7f")) == std::vector<std::int8_t>{-128, 127});
  CHECK(values<std::uint8_t>(make_raw(Proto::UINT8, {1}, "\xff")) == std::vector<std::uint8_t>{255});
  CHECK(values<std::int16_t>(make_raw(Proto::INT16, {1}, "\xfe\xff")) == std::vector<std::int16_t>{-2});
  CHECK(values<std::uint16_t>(make_raw(Proto::UINT16, {1}, "\x02\x01")) == std::vector<std::uint16_t>{0x0102});
  CHECK(values<std::int32_t>(make_raw(Proto::INT32, {1}, "\xfd\xff\xff\xff")) == std::vector<std::int32_t>{-3});
  CHECK(values<std::uint32_t>(make_raw(Proto::UINT32, {1}, "\x04\x03\x02\x01")) ==
        std::vector<std::uint32_t>{0x01020304});
  CHECK(values<std::int64_t>(make_raw(Proto::INT64, {1}, {"\0\0\0\0\0\0\0\x80", 8})) ==
        std::vector<std::int64_t>{INT64_MIN});
  CHECK(values<std::uint64_t>(make_raw(Proto::UINT64, {1}, "\x08\x07\x06\x05\x04\x03\x02\x01")) ==
        std::vector<std::uint64_t>{0x0102030405060708});
  // NaNs keep their payload.
  const std::string nan("\x01\x00\xa0\xff", 4);
  const Tensor tensor = load(make_raw(Proto::FLOAT, {1}, nan));
  CHECK(std::memcmp(tensor.data(), "\x01\x00\xa0\xff", 4) == 0);
}

TEST_CASE("a big-endian machine turns every element around") {
  std::string bytes = "abcdefgh";
  const auto swapped = [&](std::size_t width) {
    std::string copy = bytes;
    swap_bytes(std::as_writable_bytes(std::span(copy)), width);
    return copy;
  };
  CHECK(swapped(1) == "abcdefgh");
  CHECK(swapped(2) == "badcfehg");
  CHECK(swapped(4) == "dcbahgfe");
  CHECK(swapped(8) == "hgfedcba");
}

TEST_CASE("a stored bool is 0 or 1 whatever the byte") {
  const std::vector<std::uint8_t> expected{0, 1, 1, 1};
  for (const Proto& proto :
       {make_raw(Proto::BOOL, {4}, {"\x00\x01\x02\xff", 4}), make_int32(Proto::BOOL, {0, 1, 2, 256})}) {
    const Tensor tensor = load(proto);
    REQUIRE(tensor.type() == DataType::kBool);
    REQUIRE(tensor.byte_size() == 4);
    CHECK(std::memcmp(tensor.data(), expected.data(), 4) == 0);
  }
}

TEST_CASE("values outside of the element type") {
  CHECK(message(make_int32(Proto::INT8, {0, 200})) ==
        "invalid_input: int32_data[1] is 200, but must be in [-128, 127]");
  CHECK(message(make_int32(Proto::INT8, {-129})) == "invalid_input: int32_data[0] is -129, but must be in [-128, 127]");
  CHECK(message(make_int32(Proto::UINT8, {-1})) == "invalid_input: int32_data[0] is -1, but must be in [0, 255]");
  CHECK(message(make_int32(Proto::UINT8, {256})) == "invalid_input: int32_data[0] is 256, but must be in [0, 255]");
  CHECK(message(make_int32(Proto::INT16, {32768})) ==
        "invalid_input: int32_data[0] is 32768, but must be in [-32768, 32767]");
  CHECK(message(make_int32(Proto::UINT16, {65536})) ==
        "invalid_input: int32_data[0] is 65536, but must be in [0, 65535]");
  CHECK(message(make_int32(Proto::FLOAT16, {-1})) == "invalid_input: int32_data[0] is -1, but must be in [0, 65535]");
  CHECK(message(make_int32(Proto::BFLOAT16, {65536})) ==
        "invalid_input: int32_data[0] is 65536, but must be in [0, 65535]");
  Proto uint32s = make(Proto::UINT32, {1});
  uint32s.add_uint64_data(std::uint64_t{1} << 32);
  CHECK(message(uint32s) == "invalid_input: uint64_data[0] is 4294967296, but must be in [0, 4294967295]");
}

TEST_CASE("payload versus dims") {
  const auto raw = [](std::initializer_list<std::int64_t> dims, std::size_t bytes) {
    return message(make_raw(Proto::FLOAT, dims, std::string(bytes, 'x')));
  };
  const auto typed = [](std::initializer_list<std::int64_t> dims, int count) {
    Proto proto = make(Proto::FLOAT, dims);
    for (int i = 0; i < count; ++i) proto.add_float_data(0);
    return message(proto);
  };
  CHECK(raw({2}, 4) == "invalid_input: raw_data has 4 bytes, but shape [2] of float needs 2 of 4 bytes");
  CHECK(raw({1}, 5) == "invalid_input: raw_data has 5 bytes, but shape [1] of float needs 1 of 4 bytes");
  CHECK(raw({1}, 8) == "invalid_input: raw_data has 8 bytes, but shape [1] of float needs 1 of 4 bytes");
  CHECK(raw({}, 8) == "invalid_input: raw_data has 8 bytes, but shape [] of float needs 1 of 4 bytes");
  CHECK(raw({0}, 4) == "invalid_input: raw_data has 4 bytes, but shape [0] of float needs 0 of 4 bytes");
  CHECK(raw({2}, 8) == "no error");
  CHECK(raw({}, 4) == "no error");
  CHECK(raw({0}, 0) == "no error");
  CHECK(typed({2}, 1) == "invalid_input: float_data has 1 values, but shape [2] needs 2");
  CHECK(typed({2}, 3) == "invalid_input: float_data has 3 values, but shape [2] needs 2");
  CHECK(typed({0}, 1) == "invalid_input: float_data has 1 values, but shape [0] needs 0");
  CHECK(typed({}, 0) == "invalid_input: float_data has 0 values, but shape [] needs 1");
  CHECK(typed({}, 2) == "invalid_input: float_data has 2 values, but shape [] needs 1");
  CHECK(typed({}, 1) == "no error");
  CHECK(typed({0}, 0) == "no error");

  // A tebi of values must be refused before there is room made for them.
  const std::int64_t many = std::int64_t{1} << 40;
  CHECK(typed({many}, 1) == "invalid_input: float_data has 1 values, but shape [1099511627776] needs 1099511627776");
  CHECK(raw({many}, 4) ==
        "invalid_input: raw_data has 4 bytes, but shape [1099511627776] of float needs 1099511627776 of 4 bytes");

  // [-1,-1] has the product 1.
  for (const auto& dims : {Shape{-1}, Shape{-1, -1}, Shape{0, -1}}) {
    Proto proto = small_tensor();
    proto.mutable_dims()->Assign(dims.begin(), dims.end());
    proto.mutable_float_data()->RemoveLast();
    CAPTURE(dims);
    CHECK(message(proto).starts_with("invalid_input: "));
  }
  const std::int64_t half = std::int64_t{1} << 32;
  const std::int64_t quarter = std::int64_t{1} << 62;
  CHECK(typed({half, half, 4}, 1) != "no error");
  CHECK(typed({quarter, quarter, 0}, 0) != "no error");
  // The elements can be counted, their bytes cannot.
  CHECK(raw({quarter}, 4) ==
        "invalid_input: raw_data has 4 bytes, but shape [4611686018427387904] of float needs 4611686018427387904 of 4 "
        "bytes");

  CHECK(load(make(Proto::FLOAT, {20, 0, 5})).shape() == Shape{20, 0, 5});
  CHECK(load(make(Proto::FLOAT, {5, 0, 20})).shape() == Shape{5, 0, 20});
}

TEST_CASE("values in one field, and in the right one") {
  Proto both = small_tensor();
  both.set_raw_data("12345678");
  CHECK(message(both) == "invalid_input: values in float_data and in raw_data, but one field must hold all");
  Proto wrong = make(Proto::FLOAT, {1});
  wrong.add_double_data(1);
  CHECK(message(wrong) == "invalid_input: values in double_data, but those of float must be in float_data or raw_data");

  const std::pair<int, std::string> fields[] = {
      {Proto::FLOAT, "float_data"},   {Proto::DOUBLE, "double_data"}, {Proto::INT64, "int64_data"},
      {Proto::UINT64, "uint64_data"}, {Proto::UINT32, "uint64_data"}, {Proto::INT32, "int32_data"},
      {Proto::INT16, "int32_data"},   {Proto::UINT16, "int32_data"},  {Proto::INT8, "int32_data"},
      {Proto::UINT8, "int32_data"},   {Proto::BOOL, "int32_data"},    {Proto::FLOAT16, "int32_data"},
      {Proto::BFLOAT16, "int32_data"}};
  for (const auto& [type, field] : fields) {
    const auto with = [&, type = type](auto add) {
      Proto proto = make(type, {1});
      add(proto);
      return message(proto) == "no error";
    };
    CAPTURE(type);
    CHECK(with([](Proto& p) { p.add_float_data(1); }) == (field == "float_data"));
    CHECK(with([](Proto& p) { p.add_double_data(1); }) == (field == "double_data"));
    CHECK(with([](Proto& p) { p.add_int32_data(1); }) == (field == "int32_data"));
    CHECK(with([](Proto& p) { p.add_int64_data(1); }) == (field == "int64_data"));
    CHECK(with([](Proto& p) { p.add_uint64_data(1); }) == (field == "uint64_data"));
    CHECK_FALSE(with([](Proto& p) { p.add_string_data("1"); }));
    CHECK_FALSE(with([](Proto& p) { p.add_external_data()->set_key("location"); }));
  }
}

TEST_CASE("types and parts that cannot be read") {
  CHECK(message(make(0, {1})) == "invalid_input: data_type is missing");
  CHECK(message(make(27, {1})) == "invalid_input: data_type is 27, but must be in [1, 26]");
  CHECK(message(make(-1, {1})) == "invalid_input: data_type is -1, but must be in [1, 26]");
  CHECK(message(make_raw(Proto::STRING, {1}, "a")) ==
        "invalid_input: values in raw_data, but those of string must be in string_data");
  Proto piece = small_tensor();
  piece.mutable_segment();
  CHECK(message(piece) ==
        "unsupported: segment is set: this is one piece of a tensor, or a sequence instead of a tensor");
  Proto elsewhere = small_tensor();
  elsewhere.set_data_location(2);
  CHECK(message(elsewhere) == "invalid_input: data_location is 2, but must be 0 (DEFAULT) or 1 (EXTERNAL)");
  CHECK(message(make(Proto::FLOAT, {})) == "invalid_input: float_data has 0 values, but shape [] needs 1");
}

template <class T>
std::vector<int> numbers(const Tensor& tensor) {
  std::vector<int> result;
  for (const T& element : tensor.values<T>()) {
    if constexpr (SubByteInteger<T>) {
      result.push_back(element.value);
    } else {
      result.push_back(element.bits);
    }
  }
  return result;
}

TEST_CASE("elements below 8 bits are packed from the lowest bits on, odd lengths included") {
  // 0x9f, 0x07: nibbles f 9 7; 0b00'01'10'11: pairs 3 2 1 0.
  CHECK(numbers<Int4>(load(make_raw(Proto::INT4, {3}, "\x9f\x07"))) == std::vector{-1, -7, 7});
  CHECK(numbers<Uint4>(load(make_raw(Proto::UINT4, {3}, "\x9f\x07"))) == std::vector{15, 9, 7});
  CHECK(numbers<Float4e2m1>(load(make_raw(Proto::FLOAT4E2M1, {3}, "\x9f\x07"))) == std::vector{15, 9, 7});
  CHECK(numbers<Int2>(load(make_raw(Proto::INT2, {5}, "\x1b\x01"))) == std::vector{-1, -2, 1, 0, 1});
  CHECK(numbers<Uint2>(load(make_raw(Proto::UINT2, {5}, "\x1b\x01"))) == std::vector{3, 2, 1, 0, 1});
  Proto typed = make(Proto::INT4, {3});
  typed.add_int32_data(0x9f);
  typed.add_int32_data(7);
  CHECK(numbers<Int4>(load(typed)) == std::vector{-1, -7, 7});
  typed.set_int32_data(0, -97);  // the same byte with a sign
  CHECK(numbers<Int4>(load(typed)) == std::vector{-1, -7, 7});
  typed.set_int32_data(0, 256);
  CHECK(message(typed) == "invalid_input: int32_data[0] is 256, but must be in [-128, 255]");
  typed.add_int32_data(0);
  CHECK(message(typed) == "invalid_input: int32_data has 3 values, but shape [3] needs 2");
  CHECK(message(make_raw(Proto::UINT2, {5}, "\x1b")) ==
        "invalid_input: raw_data has 1 bytes, but shape [5] of uint2 needs 2, with 2 bits for each value");
}

TEST_CASE("8-bit floats, complex numbers and strings") {
  Proto bits = make(Proto::FLOAT8E5M2, {2});
  bits.add_int32_data(0x7c);
  bits.add_int32_data(0x80);
  CHECK(numbers<Float8e5m2>(load(bits)) == std::vector{0x7c, 0x80});
  Proto complex = make(Proto::COMPLEX64, {2});
  for (const float part : {1.0F, -2.0F, 3.0F, 4.5F}) complex.add_float_data(part);
  const Tensor numbers_read = load(complex);
  CHECK(numbers_read.values<std::complex<float>>()[0] == std::complex(1.0F, -2.0F));
  CHECK(numbers_read.values<std::complex<float>>()[1] == std::complex(3.0F, 4.5F));
  complex.add_float_data(0);
  CHECK(message(complex) == "invalid_input: float_data has 5 values, but shape [2] needs 4");
  Proto text = make(Proto::STRING, {2});
  text.add_string_data("a\"b");
  text.add_string_data("");
  const Tensor texts = load(text);
  CHECK(texts.values<std::string>()[0] == "a\"b");
  CHECK(texts.values<std::string>()[1].empty());
}

TEST_CASE("a broken tensor in a model breaks the model") {
  wire::ModelProto model = small_model();
  *model.mutable_graph()->add_initializer() = small_tensor("w");
  model.mutable_graph()->mutable_initializer(0)->set_dims(0, 3);
  CHECK(message_of([&] { return load(model); }) ==
        "invalid_model: graph.initializer[0] \"w\": float_data has 2 values, but shape [3] needs 3");
  model.mutable_graph()->mutable_initializer(0)->set_data_type(Proto::FLOAT8E4M3FN);
  CHECK(message_of([&] { return load(model); }) ==
        "invalid_model: graph.initializer[0] \"w\": values in float_data, but those of float8e4m3fn must be in "
        "int32_data or raw_data");
}

TEST_CASE("sparse initializers become dense") {
  wire::ModelProto model = small_model();
  wire::SparseTensorProto& sparse = *model.mutable_graph()->add_sparse_initializer();
  *sparse.mutable_values() = small_tensor("w");
  *sparse.mutable_indices() = make(Proto::INT64, {2});
  sparse.mutable_indices()->add_int64_data(1);
  sparse.mutable_indices()->add_int64_data(5);
  sparse.add_dims(2);
  sparse.add_dims(3);
  const auto loaded = load(model);
  CHECK(loaded->graph.initializers.at(0).name == "w");
  CHECK(to_text(*loaded->graph.initializers[0].tensor) == to_text(Tensor::of<float>({2, 3}, {0, 1, 0, 0, 0, 2})));
  sparse.mutable_indices()->set_int64_data(1, 6);
  CHECK(message_of([&] { return load(model); }) ==
        "invalid_model: graph.sparse_initializer[0] \"w\": indices[1] is 6, which is outside of dims [2,3]");
}

TEST_CASE("data fields are read packed and unpacked") {
  const auto read = [](const std::string& data) {
    return to_text(load_tensor(as_byte_span(varint_field(1, 2) + varint_field(2, Proto::INT32) + data)).tensor);
  };
  const std::string expected = to_text(Tensor::of<std::int32_t>({2}, {-1, 300}));
  CHECK(read(varint_field(5, UINT64_MAX) + varint_field(5, 300)) == expected);
  CHECK(read(bytes_field(5, varint(UINT64_MAX) + varint(300))) == expected);
  CHECK(read(varint_field(5, UINT64_MAX) + bytes_field(5, varint(300))) == expected);
  // Some writers sign-extend to 32 bits only.
  CHECK(read(varint_field(5, UINT32_MAX) + varint_field(5, 300)) == expected);
  CHECK(read(varint_field(5, UINT64_MAX) + varint_field(99, 1) + varint_field(5, 300)) == expected);
}

TEST_CASE("files with one tensor") {
  const ScratchFolder folder;
  const auto path = folder / "input_0.pb";
  write_file(path, small_tensor("x").SerializeAsString());
  const NamedTensor loaded = load_tensor(path);
  CHECK(loaded.name == "x");
  CHECK(to_text(loaded.tensor) == to_text(Tensor::of<float>({2}, {1, 2})));

  Proto broken = small_tensor("x");
  broken.add_dims(7);
  write_file(path, broken.SerializeAsString());
  CHECK(message_of([&] { return load_tensor(path); }) ==
        "invalid_input: " + path.string() + ": float_data has 2 values, but shape [2,7] needs 14");
  write_file(path, "");
  CHECK(message_of([&] { return load_tensor(path); }) ==
        "invalid_input: " + path.string() + ": no bytes, but expected a protobuf TensorProto");
  // A SequenceProto of one tensor: its type "tensor", and the tensor in field 3.
  write_file(path, varint_field(2, 1) + bytes_field(3, small_tensor().SerializeAsString()));
  CHECK(message_of([&] { return load_tensor(path); }) ==
        "unsupported: " + path.string() +
            ": segment is set: this is one piece of a tensor, or a sequence instead of a tensor");
}

}  // namespace
}  // namespace hardref::test
