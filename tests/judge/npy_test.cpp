// .npy files, written here byte by byte. Whether NumPy itself agrees is asked in npy_peer_test.cpp.
#include "judge/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "support/files.h"
#include "support/model_equal.h"
#include "tensor/file.h"

namespace hardref::test {
namespace {

using namespace std::string_view_literals;

// A file of the format version major.0 with the header as it is.
std::string npy(std::string_view header, std::string_view elements, int major = 1) {
  std::string file = "\x93NUMPY";
  file += {static_cast<char>(major), '\0'};
  for (int shift = 0; shift < (major == 1 ? 16 : 32); shift += 8) file += static_cast<char>(header.size() >> shift);
  return file.append(header).append(elements);
}

std::string header_of(std::string_view descr, std::string_view order, std::string_view shape) {
  return fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}", descr, order, shape);
}

std::string npy_of(std::string_view descr, std::string_view order, std::string_view shape, std::string_view elements) {
  return npy(header_of(descr, order, shape) + '\n', elements);
}

std::string read(const std::string& file) { return to_text(parse_npy(as_byte_span(file))); }

std::string error_of(const std::string& file) {
  return message_of([&] { return parse_npy(as_byte_span(file)); });
}

std::string header_error(std::string_view header) { return error_of(npy(header, "")); }

TEST_CASE("npy: every element type is read in every byte order") {
  const auto one = [](std::string_view descr, std::string_view element) {
    return read(npy_of(descr, "False", "()", element));
  };
  CHECK(one("'<f2'", "\x01\x3c"sv) == "float16{1.001}");
  CHECK(one("'>f2'", "\x3c\x01"sv) == "float16{1.001}");
  CHECK(one("'<f4'", "\x01\x00\x80\x3f"sv) == "float{1.0000001}");
  CHECK(one("'>f4'", "\x3f\x80\x00\x01"sv) == "float{1.0000001}");
  CHECK(one("'<f8'", "\x01\x00\x00\x00\x00\x00\xf0\x3f"sv) == "double{1.0000000000000002}");
  CHECK(one("'>f8'", "\x3f\xf0\x00\x00\x00\x00\x00\x01"sv) == "double{1.0000000000000002}");
  CHECK(one("'|i1'", "\xfe"sv) == "int8{-2}");
  CHECK(one("'<i2'", "\xfe\xff"sv) == "int16{-2}");
  CHECK(one("'>i2'", "\xff\xfe"sv) == "int16{-2}");
  CHECK(one("'<i4'", "\xfe\xff\xff\xff"sv) == "int32{-2}");
  CHECK(one("'>i4'", "\xff\xff\xff\xfe"sv) == "int32{-2}");
  CHECK(one("'<i8'", "\xfe\xff\xff\xff\xff\xff\xff\xff"sv) == "int64{-2}");
  CHECK(one("'>i8'", "\xff\xff\xff\xff\xff\xff\xff\xfe"sv) == "int64{-2}");
  CHECK(one("'|u1'", "\xfe"sv) == "uint8{254}");
  CHECK(one("'<u2'", "\x34\x12"sv) == "uint16{4660}");
  CHECK(one("'>u2'", "\x12\x34"sv) == "uint16{4660}");
  CHECK(one("'<u4'", "\x78\x56\x34\x12"sv) == "uint32{305419896}");
  CHECK(one("'>u4'", "\x12\x34\x56\x78"sv) == "uint32{305419896}");
  CHECK(one("'<u8'", "\x00\x00\x00\x00\x00\x00\x00\x80"sv) == "uint64{9223372036854775808}");
  CHECK(one("'>u8'", "\x80\x00\x00\x00\x00\x00\x00\x00"sv) == "uint64{9223372036854775808}");
  CHECK(one("'|b1'", "\x01"sv) == "bool{1}");

  const std::array<std::uint16_t, 1> native{0x1234};
  CHECK(one("'=u2'", {reinterpret_cast<const char*>(native.data()), 2}) == "uint16{4660}");
  CHECK(one("'<i1'", "\xfe"sv) == "int8{-2}");
  CHECK(one("'>b1'", "\x01"sv) == "bool{1}");
}

TEST_CASE("npy: the two numbers of a complex element are swapped apart") {
  const auto bytes_of = [](std::string_view descr, std::string_view element) {
    const Tensor tensor = parse_npy(as_byte_span(npy_of(descr, "False", "()", element)));
    return std::string(to_string(tensor.type())) + " " +
           std::string(static_cast<const char*>(tensor.data()), tensor.byte_size());
  };
  CHECK(bytes_of("'<c8'", "abcdABCD") == "complex64 abcdABCD");
  CHECK(bytes_of("'>c8'", "abcdABCD") == "complex64 dcbaDCBA");
  CHECK(bytes_of("'<c16'", "abcdefghABCDEFGH") == "complex128 abcdefghABCDEFGH");
  CHECK(bytes_of("'>c16'", "abcdefghABCDEFGH") == "complex128 hgfedcbaHGFEDCBA");
}

TEST_CASE("npy: a bool that is neither 0 nor 1 is true") {
  const Tensor tensor = parse_npy(as_byte_span(npy_of("'|b1'", "False", "(4,)", "\x00\x01\x02\xff"sv)));
  CHECK(std::string(static_cast<const char*>(tensor.data()), 4) == "\x00\x01\x01\x01"sv);
}

TEST_CASE("npy: column-major elements are put into rows") {
  const auto columns = [](std::string_view shape, std::string_view elements) {
    return read(npy_of("'|u1'", "True", shape, elements));
  };
  CHECK(columns("(2, 3)", "\1\4\2\5\3\6"sv) == "uint8[2,3]{1, 2, 3, 4, 5, 6}");
  CHECK(columns("(1, 2, 1, 3)", "\1\4\2\5\3\6"sv) == "uint8[1,2,1,3]{1, 2, 3, 4, 5, 6}");
  CHECK(columns("(2, 3, 2)", "\1\7\3\11\5\13\2\10\4\12\6\14"sv) ==
        "uint8[2,3,2]{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}");
  CHECK(columns("(3,)", "\1\2\3"sv) == "uint8[3]{1, 2, 3}");
  CHECK(columns("()", "\1"sv) == "uint8{1}");
  CHECK(columns("(2, 0, 3)", "") == "uint8[2,0,3]{}");
  CHECK(read(npy_of("'>u2'", "True", "(2, 2)", "\0\1\0\3\0\2\0\4"sv)) == "uint16[2,2]{1, 2, 3, 4}");
  // A walk through all dimensions for each element would take minutes.
  std::string many_ones;
  for (int i = 0; i < 20'000; ++i) many_ones += "1, ";
  const std::string header =
      fmt::format("{{'descr': '|u1', 'fortran_order': True, 'shape': (1000, 1000, {})}}", many_ones);
  CHECK(parse_npy(as_byte_span(npy(header, std::string(1'000'000, '\7')))).size() == 1'000'000);
}

TEST_CASE("npy: the header is read in any layout") {
  const auto shape_of = [](std::string_view header, int major) {
    const std::string file = npy(header, "\1\2"sv, major);
    return read(file);
  };
  CHECK(shape_of("{'shape':(2,),'descr':'|u1','fortran_order':False}", 1) == "uint8[2]{1, 2}");
  CHECK(shape_of(" {\t\"shape\" : ( 2 , 1 ) ,\r\n\"descr\" :\"|u1\", 'fortran_order' : False , } \n", 1) ==
        "uint8[2,1]{1, 2}");
  CHECK(shape_of("{'descr': '|u1', 'fortran_order': False, 'shape': (2L, 1L), }", 1) == "uint8[2,1]{1, 2}");
  CHECK(shape_of("{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2,), }\n", 2) == "uint8[1,2]{1, 2}");
  CHECK(shape_of("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }" + std::string(70'000, ' '), 3) ==
        "uint8[2]{1, 2}");
}

TEST_CASE("npy: files that are no .npy files are told") {
  const std::string file = npy_of("'<f4'", "False", "(2,)", "12345678");
  CHECK(error_of("") == "invalid_input: not a .npy file: it does not begin with \\x93NUMPY");
  CHECK(error_of("PK\3\4") == "invalid_input: a ZIP archive: unpack it first; expected a .npy file");
  CHECK(error_of("text") == "invalid_input: not a .npy file: it does not begin with \\x93NUMPY");
  CHECK(error_of(file.substr(0, 7)) ==
        "invalid_input: the format version takes 2 bytes, but the file ends after 1 of them");
  CHECK(error_of(file.substr(0, 8)) ==
        "invalid_input: the header length takes 2 bytes, but the file ends after 0 of them");
  CHECK(error_of(npy("", "", 2).substr(0, 11)) ==
        "invalid_input: the header length takes 4 bytes, but the file ends after 3 of them");
  CHECK(error_of(file.substr(0, 20)) == "invalid_input: the header takes 58 bytes, but the file ends after 10 of them");
  CHECK(error_of(std::string("\x93NUMPY\3\0\xff\xff\xff\xff{"sv)) ==
        "invalid_input: the header takes 4294967295 bytes, but the file ends after 1 of them");
  CHECK(error_of(npy("", "", 4)) == "unsupported: format version is 4.0; known are 1.0, 2.0 and 3.0");
  CHECK(error_of(npy("", "", 0)) == "unsupported: format version is 0.0; known are 1.0, 2.0 and 3.0");
  CHECK(error_of(std::string("\x93NUMPY\1\2\0\0"sv)) ==
        "unsupported: format version is 1.2; known are 1.0, 2.0 and 3.0");
}

TEST_CASE("npy: the number of elements must be that of the header") {
  const auto elements = [](std::string_view shape, std::size_t bytes) {
    return error_of(npy_of("'<f4'", "False", shape, std::string(bytes, '\0')));
  };
  CHECK(elements("(2,)", 7) == "invalid_input: 7 bytes follow the header, but shape [2] of float needs 2 of 4 bytes");
  CHECK(elements("(2,)", 12) == "invalid_input: 12 bytes follow the header, but shape [2] of float needs 2 of 4 bytes");
  CHECK(elements("()", 0) == "invalid_input: 0 bytes follow the header, but shape [] of float needs 1 of 4 bytes");
  CHECK(elements("(0,)", 4) == "invalid_input: 4 bytes follow the header, but shape [0] of float needs 0 of 4 bytes");
  // As many bytes as a product modulo 2^64 would ask for.
  CHECK(elements("(4611686018427387904,)", 0) ==
        "invalid_input: 0 bytes follow the header, but shape [4611686018427387904] of float needs 4611686018427387904 "
        "of 4 bytes");
  CHECK(elements("(4294967296, 4294967296, 4)", 0) ==
        "limit: the dimensions of shape [4294967296,4294967296,4] multiply to more than 9223372036854775807");
}

TEST_CASE("npy: element types that tensors do not have are named") {
  const std::string known =
      " has no element type here; known are b1, i1, i2, i4, i8, u1, u2, u4, u8, f2, f4, f8, c8, c16, U and S "
      "for strings, V for raw bytes, and bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, "
      "float8_e8m0fnu, float4_e2m1fn, int4, uint4, int2, uint2";
  const auto descr = [](const std::string& text) { return error_of(npy_of(text, "False", "()", "")); };
  for (const std::string text :
       {"'<c4'", "'<g16'", "'|O'", "'<M8[ns]'", "'|V3'", "'|V16'", "'<f3'", "'!f4'", "'Ux'", "'<'", "''", "\"<c4\"",
        "[('a', '<f4'), ('b', [('(', '<i4')])]", "('<f4', (2,))", "(<f4)", "[<f4]"}) {
    CHECK(descr(text) == fmt::format("unsupported: descr {}{}", text, known));
  }
  CHECK(descr("'\x1b[31m\xff'") == "unsupported: descr '?[31m?'" + known);
  CHECK(descr("'" + std::string(100, 'x') + "'") == "unsupported: descr '" + std::string(59, 'x') + "..." + known);
}

TEST_CASE("npy: the spellings of numpy.dtype") {
  const auto type_of = [](std::string_view descr) {
    for (const std::size_t width : {1U, 2U, 4U, 8U, 16U}) {
      const std::string file = npy_of(fmt::format("'{}'", descr), "False", "()", std::string(width, '\0'));
      if (error_of(file) == "no error") return fmt::format("{}", to_string(parse_npy(as_byte_span(file)).type()));
    }
    return std::string("none");
  };
  for (const char* descr : {"f4", "float32", "<f", "f", "=f4", "|f4", "single"}) CHECK(type_of(descr) == "float");
  for (const char* descr : {"float", "double", "d", ">f8", "float64"}) CHECK(type_of(descr) == "double");
  for (const char* descr : {"?", "|b1", "bool", "<?"}) CHECK(type_of(descr) == "bool");
  for (const char* descr : {"int", "l", "q", "int64", "longlong"}) CHECK(type_of(descr) == "int64");
  CHECK(type_of("b") == "int8");
  CHECK(type_of("B") == "uint8");
  CHECK(type_of("e") == "float16");
  CHECK(type_of("half") == "float16");
  CHECK(type_of("D") == "complex128");
  CHECK(type_of("bfloat16") == "bfloat16");
  CHECK(type_of("float8_e4m3fn") == "float8e4m3fn");
  CHECK(type_of("float8_e8m0fnu") == "float8e8m0");
  CHECK(type_of("uint4") == "uint4");
}

TEST_CASE("npy: raw bytes are what is declared") {
  const auto read_as = [](std::string_view descr, std::string_view bytes, std::optional<DataType> declared) {
    return to_text(parse_npy(as_byte_span(npy_of(descr, "False", "(2,)", bytes)), declared));
  };
  CHECK(read_as("'<V2'", "\x80\x3f\x00\xc0"sv, DataType::kBfloat16) == "bfloat16[2]{1.0, -2.0}");
  CHECK(read_as("'|V2'", "\x00\x3c\x00\xc0"sv, DataType::kFloat16) == "float16[2]{1.0, -2.0}");
  CHECK(read_as("'|V1'", "\x38\xb8"sv, DataType::kFloat8e4m3fn) == "float8e4m3fn[2]{1.0, -1.0}");
  CHECK(read_as("'<f1'", "\x3c\xbc"sv, DataType::kFloat8e5m2) == "float8e5m2[2]{1.0, -1.0}");
  CHECK(read_as("'|V1'", "\x07\xff"sv, DataType::kInt4) == "int4[2]{7, -1}");
  CHECK(read_as("'|V1'", "\x07\x0f"sv, DataType::kInt4) == "int4[2]{7, -1}");
  CHECK(read_as("'|V1'", "\x07\xff"sv, DataType::kUint4) == "uint4[2]{7, 15}");
  CHECK(read_as("'|V1'", "\x02\x00"sv, DataType::kBool) == "bool[2]{1, 0}");
  CHECK(read_as("'<V4'", "\0\0\x80\x3f\0\0\0\xc0"sv, DataType::kFloat) == "float[2]{1, -2}");
  // Of another width, and where nothing is declared, they are numbers of their own width.
  CHECK(read_as("'<V2'", "\x01\x00\x02\x00"sv, DataType::kFloat) == "uint16[2]{1, 2}");
  CHECK(read_as("'<V2'", "\x01\x00\x02\x00"sv, std::nullopt) == "uint16[2]{1, 2}");
  CHECK(read_as("'<V8'", std::string(16, '\0'), DataType::kComplex64) == "uint64[2]{0, 0}");
  // A type that NumPy has says itself what it is.
  CHECK(read_as("'<u2'", "\x01\x00\x02\x00"sv, DataType::kFloat16) == "uint16[2]{1, 2}");
}

TEST_CASE("npy: strings") {
  CHECK(read(npy_of("'|S3'", "False", "(3,)", "ab\0cde\0\0\0"sv)) == R"(string[3]{"ab", "cde", ""})");
  CHECK(read(npy_of("'<U2'", "False", "(2,)", "a\0\0\0\xe9\0\0\0\x00\xf6\x01\0\0\0\0\0"sv)) ==
        "string[2]{\"a\xc3\xa9\", \"\xf0\x9f\x98\x80\"}");
  CHECK(read(npy_of("'>U1'", "True", "(2, 1)", "\0\0\0a\0\0\0b"sv)) == R"(string[2,1]{"a", "b"})");
  CHECK(read(npy_of("'<U0'", "False", "(2,)", "")) == R"(string[2]{"", ""})");
  CHECK(error_of(npy_of("'<U1'", "False", "()", "\0\xd8\0\0"sv)) ==
        "invalid_input: 0xd800 in a string is no character of Unicode");
  const auto header = [](const std::string& text) {
    const std::string file = serialize_npy(Tensor::of<std::string>({1}, {text}));
    CHECK(parse_npy(as_byte_span(file)).values<std::string>()[0] == text);
    return file.substr(21, 5);
  };
  CHECK(header("na\xc3\xafve") == "<U5',");
  CHECK(header("") == "<U1',");
  CHECK(header("a\xff") == "|S2',");
}

TEST_CASE("npy: what NumPy has no type for is raw bytes, and read back") {
  for (const auto& [type, descr] : std::vector<std::pair<DataType, std::string>>{{DataType::kBfloat16, "<V2"},
                                                                                 {DataType::kFloat8e4m3fn, "|V1"},
                                                                                 {DataType::kFloat8e5m2, "|V1"},
                                                                                 {DataType::kFloat8e8m0, "|V1"},
                                                                                 {DataType::kFloat4e2m1, "|V1"},
                                                                                 {DataType::kInt4, "|V1"},
                                                                                 {DataType::kUint2, "|V1"}}) {
    Tensor tensor(type, {3});
    static_cast<std::uint8_t*>(tensor.data())[0] = 1;
    const std::string file = serialize_npy(tensor);
    CHECK(file.substr(21, 3) == descr);
    CHECK(equal(parse_npy(as_byte_span(file), type), tensor));
  }
}

TEST_CASE("npy: a broken header is told with the place") {
  const std::string at = "invalid_input: byte ";
  CHECK(header_error("") == at + "0 of the header: expected '{', found the end of the header");
  CHECK(header_error("  [") == at + "2 of the header: expected '{', found '['");
  CHECK(header_error("{,}") == at + "1 of the header: expected a string, found ','");
  CHECK(header_error("{descr") == at + "1 of the header: expected a string, found 'd'");
  CHECK(header_error("{\x01") == at + "1 of the header: expected a string, found the byte 0x01");
  CHECK(header_error("{\x7f") == at + "1 of the header: expected a string, found the byte 0x7f");
  CHECK(header_error("{\xff") == at + "1 of the header: expected a string, found the byte 0xff");
  CHECK(header_error("{'descr: '<f4'") == at + "10 of the header: expected ':', found '<'");
  CHECK(header_error("{'descr") == at + "1 of the header: the string has no end");
  CHECK(header_error("{'descr' '<f4'}") == at + "9 of the header: expected ':', found '''");
  CHECK(header_error("{'descr': '<f4' 'shape'") == at + "16 of the header: expected ',' or '}', found '''");
  CHECK(header_error("{'descr': '<f4',, ") == at + "16 of the header: expected a string, found ','");
  CHECK(header_error("{'descr': f4") == at + "10 of the header: expected an element type, found 'f'");
  CHECK(header_error("{'descr': ") == at + "10 of the header: expected an element type, found the end of the header");
  CHECK(header_error("{'descr': [('a', (1)]") == at + "10 of the header: the element type has no end");
  CHECK(header_error("{'descr': ['a)]") == at + "11 of the header: the string has no end");
  CHECK(header_error("{'fortran_order': true") == at + "18 of the header: expected True or False, found 't'");
  CHECK(header_error("{'fortran_order': 0") == at + "18 of the header: expected True or False, found '0'");
  CHECK(header_error("{'fortran_order': Trueish") == at + "22 of the header: expected ',' or '}', found 'i'");
  CHECK(header_error("{'shape': 3}") == at + "10 of the header: expected '(', found '3'");
  CHECK(header_error("{'shape': [3]}") == at + "10 of the header: expected '(', found '['");
  CHECK(header_error("{'shape': (3)}") == at + "12 of the header: expected ',', found ')'");
  CHECK(header_error("{'shape': (,)}") == at + "11 of the header: expected a dimension, found ','");
  CHECK(header_error("{'shape': (3, 4 5)}") == at + "16 of the header: expected ',' or ')', found '5'");
  CHECK(header_error("{'shape': (3,,)}") == at + "13 of the header: expected a dimension, found ','");
  CHECK(header_error("{'shape': (-1,)}") == at + "11 of the header: expected a dimension, found '-'");
  CHECK(header_error("{'shape': (1.5,)}") == at + "12 of the header: expected ',', found '.'");
  CHECK(header_error("{'shape': (9223372036854775808,)}") ==
        at + "11 of the header: the dimension does not fit in 64 bits");
  CHECK(header_error("{'shape': (3,") == at + "13 of the header: expected a dimension, found the end of the header");
  CHECK(header_error("{'shape': (), 'color': 1}") ==
        at + "14 of the header: expected the key 'descr', 'fortran_order' or 'shape'");
  CHECK(header_error("{'shape': (), 'shape': ()}") == at + "14 of the header: the key 'shape' appears twice");
  CHECK(header_error("{'descr': '<f4', 'shape': ()}\n") == "invalid_input: the header has no key 'fortran_order'");
  CHECK(header_error("{'fortran_order': True, 'shape': ()}\n") == "invalid_input: the header has no key 'descr'");
  CHECK(header_error("{'descr': '<f4', 'fortran_order': True}\n") == "invalid_input: the header has no key 'shape'");
  CHECK(header_error("{} {}") == at + "3 of the header: expected the end of the header, found '{'");
  CHECK(header_error("{}\0"sv) == at + "2 of the header: expected the end of the header, found the byte 0x00");
}

TEST_CASE("npy: files are written as version 1.0, the elements at a multiple of 64 bytes") {
  const auto start = [](std::size_t header_size) {
    return std::string("\x93NUMPY\1\0"sv) + static_cast<char>(header_size) + '\0';
  };
  CHECK(serialize_npy(Tensor::of<float>({}, {1})) ==
        start(118) + "{'descr': '<f4', 'fortran_order': False, 'shape': (), }" + std::string(62, ' ') + "\n" +
            std::string("\x00\x00\x80\x3f"sv));
  CHECK(serialize_npy(Tensor::of<std::int8_t>({3}, {1, -2, 3})) ==
        start(118) + "{'descr': '|i1', 'fortran_order': False, 'shape': (3,), }" + std::string(60, ' ') + "\n" +
            std::string("\x01\xfe\x03"sv));
  CHECK(serialize_npy(Tensor(DataType::kBool, {2, 0})) ==
        start(118) + "{'descr': '|b1', 'fortran_order': False, 'shape': (2, 0), }" + std::string(58, ' ') + "\n");
  // 128 bytes without any padding.
  Shape long_shape(21, 1);
  long_shape[0] = 10;
  CHECK(serialize_npy(Tensor(DataType::kUint8, long_shape)).substr(119) == "1, 1), }\n" + std::string(10, '\0'));
}

TEST_CASE("npy: what NumPy cannot say is not written") {
  using namespace std::string_literals;
  CHECK(message_of([] { return serialize_npy(Tensor::of<std::string>({1}, {"a\0"s})); }) ==
        "unsupported: a string that ends with a zero byte, which NumPy would drop; write a .pb file instead");
  CHECK(message_of([] { return serialize_npy(Tensor(DataType::kFloat, Shape(30'000, 1))); }) ==
        "unsupported: 30000 dimensions do not fit in the header; write a .pb file instead");
}

TEST_CASE("npy: messages about a file begin with its path") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder / "x.npy";
  CHECK(message_of([&] { return read_npy(path); }) ==
        "io: " + path.string() + ": cannot open: No such file or directory");
  write_file(path, "?");
  CHECK(message_of([&] { return read_npy(path); }) ==
        "invalid_input: " + path.string() + ": not a .npy file: it does not begin with \\x93NUMPY");
  write_file(path, npy_of("'<i2'", "False", "(2,)", "\1\0\2\0"sv));
  CHECK(to_text(read_npy(path)) == "int16[2]{1, 2}");
}

// 300,000 elements of 4 bytes, each of them its own index.
std::string large_npy(std::string_view descr, std::string_view order, std::string_view shape) {
  std::string elements;
  for (std::uint32_t i = 0; i < 300'000; ++i) {
    for (int shift = 0; shift < 32; shift += 8) elements += static_cast<char>(i >> shift);
  }
  std::string header = header_of(descr, order, shape);
  header.append(128 - 10 - 1 - header.size(), ' ');
  return npy(header + '\n', elements);
}

TEST_CASE("npy: large files are mapped, if memory would look the same") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder / "x.npy";
  write_file(path, large_npy("'<i4'", "False", "(300, 1000)"));
  const Tensor mapped = read_npy(path);
  CHECK(is_mapped(path));
  CHECK(mapped.shape() == Shape{300, 1000});
  std::vector<std::int32_t> expected(300'000);
  std::iota(expected.begin(), expected.end(), 0);
  CHECK(std::ranges::equal(mapped.values<std::int32_t>(), expected));

  const auto read = [&](std::string_view descr, std::string_view order, std::size_t index) {
    write_file(folder / "y.npy", large_npy(descr, order, "(300, 1000)"));
    const Tensor tensor = read_npy(folder / "y.npy");
    CHECK_FALSE(is_mapped(folder / "y.npy"));
    return tensor.values<std::int32_t>()[index];
  };
  CHECK(read("'>i4'", "False", 1) == 1 << 24);
  CHECK(read("'<i4'", "True", 1) == 300);
  write_file(path, large_npy("'<i4'", "False", "(300, 1001)"));
  CHECK(message_of([&] { return read_npy(path); }) ==
        "invalid_input: " + path.string() +
            ": 1200000 bytes follow the header, but shape [300,1001] of int32 needs 300300 of 4 bytes");
}

// ---- Damaged files: an Error or a tensor, never anything else ----

const std::string& sample() {
  static const std::string file = npy_of("'<i2'", "True", "(2, 3)", "\1\0\2\0\3\0\4\0\5\0\6\0"sv);
  return file;
}

TEST_CASE("npy: no beginning of a file is taken for the whole") {
  REQUIRE(error_of(sample()) == "no error");
  std::vector<std::size_t> accepted;
  for (std::size_t size = 0; size < sample().size(); ++size) {
    if (!error_of(sample().substr(0, size)).starts_with("invalid_input: ")) accepted.push_back(size);
  }
  CHECK(accepted == std::vector<std::size_t>{});
  CHECK(error_of(sample() + '\0') ==
        "invalid_input: 13 bytes follow the header, but shape [2,3] of int16 needs 6 of 2 bytes");
}

// Whether the file is read, in which case it must be one that is also written and read again.
bool is_read(const std::string& file) {
  Tensor tensor;
  try {
    tensor = parse_npy(as_byte_span(file));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kInternal) FAIL(error.what());
    return false;
  }
  if (!equal(parse_npy(as_byte_span(serialize_npy(tensor)), tensor.type()), tensor)) FAIL(to_text(tensor));
  return true;
}

TEST_CASE("npy: every change of one byte gives a tensor or an error") {
  int read_count = 0;
  for (std::size_t place = 0; place < sample().size(); ++place) {
    for (int value = 0; value < 256; ++value) {
      std::string file = sample();
      file[place] = static_cast<char>(value);
      if (is_read(file)) ++read_count;
    }
  }
  // All changes of the 12 bytes of elements, and a few of those before.
  CHECK(read_count == 12 * 256 + 106);
}

TEST_CASE("npy: changes of many bytes give a tensor or an error") {
  std::mt19937_64 random(1);
  constexpr std::string_view kPieces = "0123456789,,,()[]{}'\"':<>=|biuf L\n\x93";
  int read_count = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string file = sample();
    for (std::uint64_t changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t place = random() % file.size();
      const char piece = kPieces[random() % kPieces.size()];
      switch (random() % 3) {
        case 0:
          file.insert(place, 1, piece);
          break;
        case 1:
          file.erase(place, 1 + random() % 3);
          break;
        default:
          file[place] = piece;
      }
      // So that changes behind the length of the header are not all refused for it.
      if (file.size() > 22) file[8] = static_cast<char>(file.size() - 22);
    }
    if (is_read(file)) ++read_count;
  }
  CHECK(read_count == 1458);
}

}  // namespace
}  // namespace hardref::test
