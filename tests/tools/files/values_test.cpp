// What the command line calls a value: files, literals, random tensors; and the files that outputs go to.
#include "files/values.h"

#include <algorithm>
#include <bit>
#include <complex>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "files/npz.h"
#include "judge/npy.h"
#include "support/files.h"
#include "tensor/file.h"
#include "tensor/narrow.h"
#include "tensor/print.h"
#include "tensor/types.h"

namespace hardref::test {
namespace {

using tools::parse_value;
using tools::random_tensor;
using tools::serialize_for;

std::string error_of(std::string_view value) {
  return message_of([&] { return parse_value(value); });
}

TEST_CASE("values: a literal") {
  CHECK(to_text(parse_value("float[2,3]{1,2,3,4,5,6}")) == "float[2,3]{1, 2, 3, 4, 5, 6}");
  CHECK(to_text(parse_value("int8 { -7 }")) == "int8{-7}");
  CHECK(error_of("float[2]{1}") == "invalid_input: 1:1: expected 2 values for float[2], found 1\nfloat[2]{1}\n^");
}

TEST_CASE("values: files") {
  const ScratchFolder folder;
  const Tensor tensor = Tensor::of<std::int16_t>({3}, {1, -2, 3});
  write_file(folder / "{x}.pb", serialize_tensor("any name", tensor));
  write_file(folder / "{x}.npy", serialize_npy(tensor));
  CHECK(to_text(parse_value((folder / "{x}.pb").string())) == "int16[3]{1, -2, 3}");
  CHECK(to_text(parse_value((folder / "{x}.npy").string())) == "int16[3]{1, -2, 3}");
  const std::string missing = (folder / "missing").string();
  CHECK(error_of(missing + ".pb") == "io: " + missing + ".pb: cannot open: No such file or directory");
  CHECK(error_of(missing + ".npy") == "io: " + missing + ".npy: cannot open: No such file or directory");
}

TEST_CASE("values: a file is told by its bytes first, and by its name second") {
  const ScratchFolder folder;
  const Tensor tensor = Tensor::of<std::int16_t>({3}, {1, -2, 3});
  const std::pair<const char*, std::string> formats[] = {
      {"pb", serialize_tensor("name", tensor)},
      {"npy", serialize_npy(tensor)},
      {"npz", tools::serialize_npz(std::array{std::pair(std::string("x"), tensor.view())})},
      {"text", "int16[3]{1, -2, 3}\n"},
      {"text with more", "\xef\xbb\xbf \n# comment\nint16[3] x = {1, -2, 3}"}};
  for (const auto& [format, bytes] : formats) {
    for (const std::string_view name : {"x.pb", "x.npy", "x.npz", "x.txt", "x.bin", "x", "float[2]", "{x}", "a=b"}) {
      CAPTURE(format, name);
      write_file(folder / name, bytes);
      CHECK(to_text(parse_value((folder / name).string())) == "int16[3]{1, -2, 3}");
    }
  }
}

TEST_CASE("values: a file that is none of these is told in the words of its name") {
  const ScratchFolder folder;
  const auto told = [&](std::string_view name, std::string_view bytes) {
    const std::string path = (folder / name).string();
    write_file(path, bytes);
    const std::string message = error_of(path);
    const std::size_t at = message.find(path);
    return at == std::string::npos ? message : message.substr(0, at) + "FILE" + message.substr(at + path.size());
  };
  CHECK(told("x.npy", "") == "invalid_input: FILE: not a .npy file: it does not begin with \\x93NUMPY");
  CHECK(told("x.npz", "text") == "invalid_input: FILE: cannot open as a .npz file: Not a zip archive");
  CHECK(told("x.pb", "") == "invalid_input: FILE: no bytes, but expected a protobuf TensorProto");
  CHECK(told("x.bin", "\x1f\x8b") ==
        "invalid_input: FILE: a gzip file: unpack it first; expected a protobuf TensorProto");
  CHECK(told("x.txt", "float[2]{1}") ==
        "invalid_input: FILE:1:1: expected 2 values for float[2], found 1\nfloat[2]{1}\n^");
}

TEST_CASE("values: raw elements") {
  const ScratchFolder folder;
  write_file(folder / "x.bin", std::string_view("\0\0\x80\x3f\0\0\0\xc0", 8));
  const std::string file = "@" + (folder / "x.bin").string();
  CHECK(to_text(parse_value("float[2]" + file)) == "float[2]{1, -2}");
  CHECK(to_text(parse_value("uint16[2,2]" + file)) == "uint16[2,2]{0, 16256, 0, 49152}");
  CHECK(to_text(parse_value("uint4[15]" + file)) == "uint4[15]{0, 0, 0, 0, 0, 8, 15, 3, 0, 0, 0, 0, 0, 0, 0}");
  CHECK(error_of("float[3]" + file) ==
        "invalid_input: float[3]" + file + ": " + file.substr(1) + " has 8 bytes, but float[3] needs 12");
  CHECK(error_of("string[1]" + file) == "usage: string[1]" + file + ": strings have no raw elements");
  CHECK(error_of("float[1]@none") == "io: float[1]@none: none: cannot open: No such file or directory");
  CHECK(error_of("float[1]@").starts_with("io: float[1]@: : cannot open: "));
}

TEST_CASE("values: edges") {
  CHECK(to_text(parse_value("edge:int8[8]")) == "int8[8]{0, 1, 1, -128, 127, 127, -1, 0}");
  CHECK(to_text(parse_value("edge:bool[4]")) == "bool[4]{0, 1, 1, 0}");
  CHECK(to_text(parse_value("edge:int4[5]")) == "int4[5]{0, 1, 1, -8, 7}");
  CHECK(to_text(parse_value("edge:float[22]")) ==
        "float[22]{-2.5000002, -2.5, -2.4999998, 2.4999998, 2.5, 2.5000002, 0, -0, 1, 1, -1, inf, -inf, nan, 1e-45, "
        "-1e-45, 1.1754942e-38, -1.1754942e-38, 1.1754944e-38, -1.1754944e-38, 3.4028235e+38, -3.4028235e+38}");
  CHECK(to_text(parse_value("edge:float16[3]", {.knees = {3}})) == "float16[3]{2.998, 3.0, 3.002}");
  CHECK(error_of("edge:flot[2]").starts_with("usage: edge:flot[2]: \"flot\" is no element type; known are "));
  for (const DataType type : AllTypes::kSet.types()) {
    CHECK(parse_value(fmt::format("edge:{}[64]", to_string(type))).shape() == Shape{64});
  }
}

TEST_CASE("values: what is no value is told") {
  const std::string expected =
      ": no such file; expected FILE.pb, FILE.npy, FILE.npz:KEY, a literal as float[2]{1,2}, random:float[2,3], "
      "edge:float[2,3], or float[2,3]@FILE.bin";
  CHECK(error_of("") == "usage: " + expected);
  CHECK(error_of("x.bin") == "usage: x.bin" + expected);
  CHECK(error_of("float[2]") == "usage: float[2]" + expected);
  CHECK(error_of("missing.npz:x") == "io: missing.npz: cannot open: No such file or directory");
  CHECK(error_of("missing.npz") == "io: missing.npz: cannot open: No such file or directory");
}

TEST_CASE("values: a random value has the type and shape that were asked for") {
  const auto shape_of = [](std::string_view value) { return parse_value(value).shape(); };
  CHECK(shape_of("random:float[2,3]") == Shape{2, 3});
  CHECK(shape_of("random:int8[0]") == Shape{0});
  CHECK(shape_of("random:bool") == Shape{});
  CHECK(parse_value("random:bfloat16[2]").type() == DataType::kBfloat16);
  CHECK(to_text(parse_value("random:double[9]", {.seed = 7})) == to_text(random_tensor(DataType::kDouble, {9}, 7)));
  CHECK(to_text(parse_value("random:double[9]")) == to_text(random_tensor(DataType::kDouble, {9}, 0)));

  const std::string dimension = ": expected a dimension from 0 to 9223372036854775807, found ";
  CHECK(error_of("random:float[]") == "usage: random:float[]" + dimension + "\"\"");
  CHECK(error_of("random:float[2,]") == "usage: random:float[2,]" + dimension + "\"\"");
  CHECK(error_of("random:float[2,x]") == "usage: random:float[2,x]" + dimension + "\"x\"");
  CHECK(error_of("random:float[2x]") == "usage: random:float[2x]" + dimension + "\"2x\"");
  CHECK(error_of("random:float[2, 3]") == "usage: random:float[2, 3]" + dimension + "\" 3\"");
  CHECK(error_of("random:float[-1]") == "usage: random:float[-1]" + dimension + "\"-1\"");
  CHECK(error_of("random:float[9223372036854775808]") ==
        "usage: random:float[9223372036854775808]" + dimension + "\"9223372036854775808\"");
  CHECK(error_of("random:float[") == "usage: random:float[: expected a ']' at the end");
  CHECK(error_of("random:float[2") == "usage: random:float[2: expected a ']' at the end");
  CHECK(error_of("random:flot[2]") ==
        "usage: random:flot[2]: \"flot\" is no element type; known are bfloat16, float16, float, double, int8, int16, "
        "int32, int64, uint8, uint16, uint32, uint64, bool, string, "
        "complex64, complex128, float8e4m3fn, float8e4m3fnuz, float8e5m2, float8e5m2fnuz, float8e8m0, float4e2m1, "
        "int4, uint4, int2, uint2");
  CHECK(error_of("random:float[4611686018427387904]") ==
        "limit: random:float[4611686018427387904]: float[4611686018427387904] takes more than 9223372036854775807 "
        "bytes");
}

// ---- Random tensors ----

template <class T>
std::vector<T> random_values(std::int64_t count, std::uint64_t seed = 1) {
  const Tensor tensor = random_tensor(kDataTypeOf<T>, {count}, seed);
  const std::span<const T> values = tensor.values<T>();
  return {values.begin(), values.end()};
}

template <class T>
std::vector<std::uint64_t> random_bits(std::uint64_t seed) {
  std::vector<std::uint64_t> bits;
  for (const T value : random_values<T>(4, seed)) {
    if constexpr (std::is_same_v<T, double>) {
      bits.push_back(std::bit_cast<std::uint64_t>(value));
    } else if constexpr (std::is_same_v<T, float>) {
      bits.push_back(std::bit_cast<std::uint32_t>(value));
    } else {
      bits.push_back(value.bits);
    }
  }
  return bits;
}

// From the definition of the 64-bit Mersenne Twister, computed apart from this project.
TEST_CASE("values: a seed gives the same elements everywhere") {
  using Bits = std::vector<std::uint64_t>;
  CHECK(random_bits<double>(7) == Bits{0x400047d94c7ad9b6, 0x400cc159d51e8d30, 0xc0087c48cfb7e5a8, 0x4009151b01367fde});
  CHECK(random_bits<float>(7) == Bits{0x40023eca, 0x40660acf, 0xc043e246, 0x4048a8d8});
  CHECK(random_bits<Float16>(7) == Bits{0x4012, 0x4330, 0xc21f, 0x4245});
  CHECK(random_bits<BFloat16>(7) == Bits{0x4002, 0x4066, 0xc044, 0x4049});
  CHECK(random_bits<double>(UINT64_MAX) ==
        Bits{0xc00e576d6177010e, 0x3ffbe48883316ea0, 0xc00d8a126639b2aa, 0x3fbcbc0304cbe380});
  CHECK(random_values<std::int8_t>(6, 7) == std::vector<std::int8_t>{-1, 8, -6, 0, -4, 1});
  CHECK(random_values<std::int64_t>(6, 7) == std::vector<std::int64_t>{-1, 8, -6, 0, -4, 1});
  CHECK(random_values<std::uint16_t>(6, 7) == std::vector<std::uint16_t>{0, 6, 6, 3, 7, 6});
  CHECK(to_text(random_tensor(DataType::kBool, {6}, 7)) == "bool[6]{1, 1, 0, 1, 0, 0}");
}

double widest(double value) { return value; }
double widest(float value) { return double{value}; }
template <class T>
double widest(T value) {
  return double{to_float(value)};
}

template <class T>
void check_floats(double largest) {
  std::vector<double> values;
  for (const T value : random_values<T>(100'000)) values.push_back(widest(value));
  const auto [least, most] = std::ranges::minmax(values);
  CHECK(least >= -4);
  CHECK(least < -3.99);
  CHECK(most <= largest);
  CHECK(most > largest - 0.01);
  const auto share = [&](auto&& condition) {
    return static_cast<double>(std::ranges::count_if(values, condition)) / 1e5;
  };
  // Each side of the knees at -2.5 and 2.5, and near 0: 10 standard deviations around what uniform elements give.
  CHECK(std::abs(share([](double value) { return value > 2.5; }) - 0.1875) < 0.0125);
  CHECK(std::abs(share([](double value) { return value < -2.5; }) - 0.1875) < 0.0125);
  CHECK(std::abs(share([](double value) { return std::abs(value) < 0.25; }) - 0.0625) < 0.0125);
}

TEST_CASE("values: random floating-point elements are uniform from -4 to 4") {
  check_floats<double>(0x1.fffffffffffffp1);
  check_floats<float>(0x1.fffffep1);
  check_floats<Float16>(0x1.ffcp1);
  check_floats<BFloat16>(0x1.fep1);
}

TEST_CASE("values: an element that would round up to 4 as a float stays below") {
  // The first seed whose first element is so near to 4; one in 2^26 is.
  constexpr std::uint64_t kSeed = 59'189'728;
  CHECK(random_values<double>(1, kSeed)[0] == 3.9999999891234337);
  CHECK(random_values<float>(1, kSeed)[0] == 0x1.fffffep1F);
}

TEST_CASE("values: random integers go from -8 to 8, and bools are both") {
  for (const DataType type : Integers::kSet.types()) {
    visit(type, Integers{}, []<class T>(std::type_identity<T>) {
      const std::vector<T> values = random_values<T>(1'000);
      const std::set<T> found(values.begin(), values.end());
      CHECK(*found.begin() == (std::is_signed_v<T> ? static_cast<T>(-8) : T{0}));
      CHECK(*found.rbegin() == 8);
      CHECK(found.size() == (std::is_signed_v<T> ? 17U : 9U));
    });
  }
  const std::vector<bool> bools = random_values<bool>(1'000);
  CHECK(std::ranges::count(bools, true) == 518);
}

TEST_CASE("values: random elements of 8 bits and below stay in the range as well") {
  const auto range = [](DataType type) {
    std::vector<double> values;
    visit(type, Concat<Float8s, Types<Float8e8m0, Float4e2m1>>{}, [&]<class T>(std::type_identity<T>) {
      for (const T value : random_values<T>(1'000)) values.push_back(double{widen(value)});
    });
    const auto [least, most] = std::ranges::minmax(values);
    return std::pair(least, most);
  };
  CHECK(range(DataType::kFloat8e4m3fn) == std::pair(-4.0, 3.75));
  CHECK(range(DataType::kFloat8e4m3fnuz) == std::pair(-4.0, 3.75));
  CHECK(range(DataType::kFloat8e5m2) == std::pair(-4.0, 3.5));
  CHECK(range(DataType::kFloat8e5m2fnuz) == std::pair(-4.0, 3.5));
  CHECK(range(DataType::kFloat4e2m1) == std::pair(-4.0, 3.0));
  CHECK(range(DataType::kFloat8e8m0).first > 0);
  CHECK(range(DataType::kFloat8e8m0).second == 2);

  const auto integers = [](DataType type) {
    const Tensor tensor = random_tensor(type, {1'000}, 1);
    std::set<int> found;
    for (std::size_t i = 0; i < tensor.size(); ++i) found.insert(std::stoi(element_text(tensor, i)));
    return std::tuple(*found.begin(), *found.rbegin(), found.size());
  };
  CHECK(integers(DataType::kInt4) == std::tuple(-8, 7, 16U));
  CHECK(integers(DataType::kUint4) == std::tuple(0, 15, 16U));
  CHECK(integers(DataType::kInt2) == std::tuple(-2, 1, 4U));
  CHECK(integers(DataType::kUint2) == std::tuple(0, 3, 4U));
}

TEST_CASE("values: random complex elements and strings are made of the floating-point ones") {
  const auto complex = random_values<std::complex<double>>(2, 7);
  const auto parts = random_values<double>(4, 7);
  CHECK(complex == std::vector<std::complex<double>>{{parts[0], parts[1]}, {parts[2], parts[3]}});
  const auto floats = random_values<float>(2, 7);
  CHECK(random_values<std::string>(2, 7) == std::vector{shortest(floats[0]), shortest(floats[1])});
}

// ---- Output files ----

TEST_CASE("values: the extension decides how an output is written") {
  const ScratchFolder folder;
  const Tensor tensor = Tensor::of<float>({2}, {0.5F, -1});
  for (const std::string_view file : {"y.pb", "y.npy", "y.npz", "y.txt", "y.onnxtxt"}) {
    write_file(folder / file, serialize_for(folder / file, "y", tensor));
  }
  const NamedTensor from_pb = load_tensor(folder / "y.pb");
  CHECK(from_pb.name == "y");
  CHECK(to_text(from_pb.tensor) == "float[2]{0.5, -1}");
  CHECK(to_text(read_npy(folder / "y.npy")) == "float[2]{0.5, -1}");
  CHECK(to_text(parse_value((folder / "y.npz").string() + ":y")) == "float[2]{0.5, -1}");
  CHECK(read_text(folder / "y.txt") == "float[2]{0.5, -1}\n");
  CHECK(read_text(folder / "y.onnxtxt") == "float[2]{0.5, -1}\n");
}

TEST_CASE("values: what a format cannot hold") {
  const auto write = [&](std::string_view path, DataType type) {
    return message_of([&] { return serialize_for(path, "y", Tensor(type, {2})); });
  };
  CHECK(write("y.npy", DataType::kBfloat16) == "no error");
  CHECK(write("y.bin", DataType::kFloat) ==
        "usage: y.bin: the extension is \".bin\"; known are .pb, .npy, .npz, .txt and .onnxtxt");
  CHECK(write("y", DataType::kFloat) ==
        "usage: y: the extension is \"\"; known are .pb, .npy, .npz, .txt and .onnxtxt");
}

}  // namespace
}  // namespace hardref::test
