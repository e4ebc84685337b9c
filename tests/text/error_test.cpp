#include <fmt/format.h>

#include "model/sample.h"
#include "support/catch.h"
#include "support/errors.h"
#include "support/nodes.h"
#include "text/text.h"

namespace hardref::model {
namespace {

using test::parse_nodes;

using test::message_of;

std::string repeat(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

std::string nodes_error(const std::string& text) {
  return message_of([&] { return parse_nodes(text); });
}

// Of a node with the attribute; the text before it is as long as the message says.
std::string attribute_error(const std::string& attribute) {
  const std::string message = nodes_error("=Op<" + attribute + ">()");
  return message.substr(0, message.find('\n'));
}

std::string tensor_error(const std::string& text) {
  const std::string message = message_of([&] { return parse_tensor(text); });
  return message.substr(0, message.find('\n'));
}

std::string model_error(const std::string& text) {
  const std::string message = message_of([&] { return parse_model(text); });
  return message.substr(0, message.find('\n'));
}

TEST_CASE("an error shows its line and a caret below the place") {
  CHECK(nodes_error("y = Foo (x)\nz = 7 (y)\n") == "invalid_model: 2:5: expected a name, found '7'\nz = 7 (y)\n    ^");
  CHECK(nodes_error("y = Foo }") == "invalid_model: 1:9: expected '(', found '}'\ny = Foo }\n        ^");
}

TEST_CASE("the caret stands right below tabs and characters of several bytes, and line ends may be those of Windows") {
  CHECK(nodes_error("\ty =\tFoo\t!\r\n") ==
        "invalid_model: 1:10: expected '(', found '!'\n\ty =\tFoo\t!\n\t   \t   \t^");
  CHECK(nodes_error("[\"größe\"] y == Foo") ==
        "invalid_model: 1:14: expected a name, found '='\n[\"größe\"] y == Foo\n             ^");
  CHECK(nodes_error("y = Foo €") == "invalid_model: 1:9: expected '(', found '€'\ny = Foo €\n        ^");
}

TEST_CASE("the end of the text is right behind its last token") {
  CHECK(nodes_error("y = Foo # ...\n\n") ==
        "invalid_model: 1:8: expected '(', found the end of the text\ny = Foo # ...\n       ^");
  CHECK(message_of([] { return parse_model(""); }) ==
        "invalid_model: 1:1: expected a name, found the end of the text\n\n^");
}

TEST_CASE("of a long line the part around the place is shown, of a long token the beginning") {
  const std::string name = repeat("a", 100);
  CHECK(nodes_error("y = Foo (" + name + " " + name + ")") ==
        fmt::format("invalid_model: 1:111: expected ')', found '{0}...'\n...{1} {0}...\n{2}^", repeat("a", 40),
                    repeat("a", 79), repeat(" ", 83)));
  CHECK(nodes_error("y = \"" + repeat("ä", 50) + "\" Foo") ==
        fmt::format("invalid_model: 1:58: expected '(', found 'Foo'\n...{}\" Foo\n{}^", repeat("ä", 39),
                    repeat(" ", 44)));
}

TEST_CASE("control characters do not reach the message") {
  CHECK(nodes_error("y = \x1b[2J") == "invalid_model: 1:5: expected a name, found '\\x1b'\ny = \\x1b[2J\n    ^");
  CHECK(nodes_error(std::string("y = \0", 5)) ==
        "invalid_model: 1:5: expected a name, found '\\x00'\ny = \\x00\n    ^");
}

TEST_CASE("what a message quotes is one line and not long") {
  CHECK(tensor_error("float[\"a\nb\"]{}") ==
        "invalid_input: 1:1: expected a number for every dimension, found float[\"a\\x0ab\"]");
  CHECK(tensor_error("float[" + repeat("1,", 300) + "1]{}") ==
        "invalid_input: 1:1: expected 1 values for float[" + repeat("1,", 136) + "...");
}

TEST_CASE("strings and numbers that are none") {
  CHECK(nodes_error("y = \"Foo (x)") ==
        "invalid_model: 1:5: expected '\"' at the end of this string, found the end of the text\ny = \"Foo (x)\n    ^");
  CHECK(nodes_error("y = \"Foo\\") ==
        "invalid_model: 1:5: expected '\"' at the end of this string, found the end of the text\ny = \"Foo\\\n    ^");
  for (const char* number : {"1.2.3", "1e", "1e+", "- ", "-x", "1x", "1_", "--1", "-infi"}) {
    const bool is_sign = number == std::string("--1") || number == std::string("- ");
    const std::string shown = is_sign ? "-" : number;
    CHECK(attribute_error(fmt::format("a={}", number)) ==
          fmt::format("invalid_model: 1:7: expected a number, found '{}'", shown));
  }
  CHECK(attribute_error("a=.5") == "invalid_model: 1:7: expected an attribute value, found '.'");
  CHECK(attribute_error("a=+5") == "invalid_model: 1:7: expected an attribute value, found '+'");
}

TEST_CASE("nodes that are none") {
  const auto error = [](const std::string& text) {
    const std::string message = nodes_error(text);
    return message.substr(0, message.find('\n'));
  };
  CHECK(error("[] y = Foo ()") == "invalid_model: 1:2: expected a name, found ']'");
  CHECK(error("[a y = Foo ()") == "invalid_model: 1:4: expected ']', found 'y'");
  CHECK(error("y Foo ()") == "invalid_model: 1:3: expected '=', found 'Foo'");
  CHECK(error("y => Foo ()") == "invalid_model: 1:3: expected '=', found '=>'");
  CHECK(error("y = a. ()") == "invalid_model: 1:8: expected a name, found '('");
  CHECK(error("y = Foo:1 ()") == "invalid_model: 1:9: expected a name, found '1'");
  CHECK(error("y = Foo <> ()") == "invalid_model: 1:10: expected a name, found '>'");
  CHECK(error("y = Foo <a = 1 b = 2> ()") == "invalid_model: 1:16: expected ',' or '>', found 'b'");
  CHECK(error("y = Foo (a b)") == "invalid_model: 1:12: expected ')', found 'b'");
  CHECK(error("{ y = Foo ()") == "invalid_model: 1:13: expected '=', found the end of the text");
  CHECK(error("{ y = Foo () } z") == "invalid_model: 1:16: expected the end of the text, found 'z'");
}

TEST_CASE("a list of a type of 16 bits or fewer is all values or all bit patterns") {
  const auto types = {"float16",    "bfloat16",       "float8e4m3fn", "float8e4m3fnuz",
                      "float8e5m2", "float8e5m2fnuz", "float8e8m0",   "float4e2m1"};
  for (const std::string type : types) {
    const std::size_t column = type.size() + std::string("[3]{").size() + 1;
    CAPTURE(type);
    CHECK(tensor_error(type + "[3]{1.0,2,1}") ==
          fmt::format("invalid_input: 1:{}: expected a value as before (2.0), found the bit pattern '2'", column + 4));
    CHECK(tensor_error(type + "[3]{1,2,1.0}") ==
          fmt::format("invalid_input: 1:{}: expected a bit pattern as before (where all are values, each needs a "
                      "decimal point), found the value '1.0'",
                      column + 4));
    CHECK_NOTHROW(parse_tensor(type + "[3]{1,2,1}"));
    CHECK_NOTHROW(parse_tensor(type + "[3]{1.0,2.0,1e0}"));
    CHECK_NOTHROW(parse_tensor(type + "[1]{1}"));
    CHECK_NOTHROW(parse_tensor(type + "{1.0}"));
  }
  // Words are values.
  CHECK(tensor_error("float16[2]{nan,0}") ==
        "invalid_input: 1:16: expected a value as before (0.0), found the bit pattern '0'");
  CHECK(tensor_error("float16[2]{0,-inf}").ends_with("found the value '-inf'"));
  // Wherever a tensor stands; each list by itself.
  CHECK(attribute_error("a=float16[2]{1.0,2}") ==
        "invalid_model: 1:22: expected a value as before (2.0), found the bit pattern '2'");
  CHECK(attribute_error("a=[float16[2]{1,2},float16[2]{1.0,2}]") ==
        "invalid_model: 1:39: expected a value as before (2.0), found the bit pattern '2'");
  CHECK(attribute_error("a=sparse_tensor float16[3]{values: float16[2]{1.0,2},indices: int64[2]{0,1}}") ==
        "invalid_model: 1:55: expected a value as before (2.0), found the bit pattern '2'");
  CHECK(model_error("g () => () <bfloat16[2] w={1,2.0}> {}") ==
        "invalid_model: 1:30: expected a bit pattern as before (where all are values, each needs a decimal point), "
        "found the value '2.0'");
  CHECK(model_error("g (float16[2] w={1,2.0}) => () {}").starts_with("invalid_model: 1:20: expected a bit pattern"));
  CHECK(message_of([] {
          return parse_function("F <a: tensor = float16[2]{1.0,2}> () => () {}");
        }).starts_with("invalid_model: 1:31: expected a value as before"));
}

TEST_CASE("attributes that are none") {
  CHECK(attribute_error("a") == "invalid_model: 1:6: expected '=', found '>'");
  CHECK(attribute_error("a: real = 1") ==
        "invalid_model: 1:8: expected an attribute type (float, int, string, tensor, graph, sparse_tensor, type_proto, "
        "floats, ints, strings, tensors, graphs, sparse_tensors, type_protos), found 'real'");
  CHECK(attribute_error("a = ") == "invalid_model: 1:9: expected an attribute value, found '>'");
  CHECK(attribute_error("a = @b") ==
        "invalid_model: 1:9: expected a type for the reference, as in alpha: float = @slope");
  CHECK(attribute_error("a = []") == "invalid_model: 1:9: expected a type before an empty list, as in axes: ints = []");
  CHECK(attribute_error("a: int = [1]") == "invalid_model: 1:14: expected a single value for type int, found '['");
  CHECK(attribute_error("a: ints = 1") == "invalid_model: 1:15: expected a value of type ints, found one of type int");
  CHECK(attribute_error("a: int = 1.5") ==
        "invalid_model: 1:14: expected a value of type int, found one of type float");
  CHECK(attribute_error("a: float = \"1\"") ==
        "invalid_model: 1:16: expected a value of type float, found one of type string");
  CHECK(attribute_error("a = [1, 2.5]") ==
        "invalid_model: 1:13: expected a value of type int, found one of type float");
  CHECK(attribute_error("a = [1, @b]") == "invalid_model: 1:13: expected an attribute value, found '@'");
  CHECK(attribute_error("a = [1, [2]]") == "invalid_model: 1:13: expected an attribute value, found '['");
  CHECK(attribute_error("a = 9223372036854775808") ==
        "invalid_model: 1:9: expected an integer from -9223372036854775808 to 9223372036854775807, found "
        "'9223372036854775808'");
  CHECK(attribute_error("a = 1e39") == "invalid_model: 1:9: expected a number within the range of float, found '1e39'");
  CHECK(attribute_error("a = sparse_tensor 1") == "invalid_model: 1:23: expected an element type, found '1'");
  CHECK(attribute_error("a = sparse_tensor float[2] {1}") == "invalid_model: 1:33: expected 'values', found '1'");
  CHECK(attribute_error("a = sparse_tensor float[N] {}") ==
        "invalid_model: 1:23: expected a number for every dimension, found float[N]");
  CHECK(attribute_error("a = sparse_tensor float[2] {values: float[0] {}}") ==
        "invalid_model: 1:52: expected ',', found '}'");
  CHECK(attribute_error("a = sparse_tensor float[2] {values: float[0] {}, values: float[0] {}}") ==
        "invalid_model: 1:54: expected 'indices', found 'values'");
  CHECK(attribute_error("a = sparse_tensor float[2] {values: int8[0] {}, indices: int64[0] {}}") ==
        "invalid_model: 1:23: expected values of float, found int8");
}

TEST_CASE("types that are none") {
  CHECK(attribute_error("a = seq(1)") == "invalid_model: 1:13: expected a type, found '1'");
  CHECK(attribute_error("a = seq(flaot)") ==
        "invalid_model: 1:13: expected a type, found 'flaot'; did you mean float?");
  CHECK(attribute_error("a = seq float") == "invalid_model: 1:13: expected '(', found 'float'");
  CHECK(attribute_error("a = map(seq(float), float)") == "invalid_model: 1:13: expected an element type, found 'seq'");
  CHECK(attribute_error("a = map(1)") == "invalid_model: 1:13: expected an element type, found '1'");
  CHECK(attribute_error("a = map(int64)") == "invalid_model: 1:18: expected ',', found ')'");
  CHECK(attribute_error("a = sparse_tensor()") == "invalid_model: 1:23: expected an element type, found ')'");
  CHECK(attribute_error("a = float[1.5]") ==
        "invalid_model: 1:15: expected a dimension (a number, a name or '?'), found '1.5'");
  CHECK(attribute_error("a = float[1") == "invalid_model: 1:16: expected ',' or ']', found '>'");
  CHECK(attribute_error("a = opaque(a, )") == "invalid_model: 1:19: expected a name, found ')'");
}

TEST_CASE("tensors that are none") {
  CHECK(tensor_error("") == "invalid_input: 1:1: expected a type, found the end of the text");
  CHECK(tensor_error("float[2]") == "invalid_input: 1:9: expected '{', found the end of the text");
  CHECK(tensor_error("float[2]{1,2} 3") == "invalid_input: 1:15: expected the end of the text, found '3'");
  CHECK(tensor_error("float[2]{1 2}") == "invalid_input: 1:12: expected ',' or '}', found '2'");
  CHECK(tensor_error("float[2]{1,}") == "invalid_input: 1:12: expected a number, found '}'");
  CHECK(tensor_error("float[2,3]{1,2,3}") == "invalid_input: 1:1: expected 6 values for float[2,3], found 3");
  CHECK(tensor_error("float{}") == "invalid_input: 1:1: expected 1 values for float, found 0");
  CHECK(tensor_error("int8[0]{1}") == "invalid_input: 1:1: expected 0 values for int8[0], found 1");
  CHECK(tensor_error("float[N]{1}") == "invalid_input: 1:1: expected a number for every dimension, found float[N]");
  CHECK(tensor_error("float[]{1}") == "invalid_input: 1:1: expected a number for every dimension, found float[]");
  CHECK(tensor_error("seq(float){1}") == "invalid_input: 1:1: expected a tensor type, found seq(float)");
  CHECK(tensor_error("sparse_tensor(float[1]){1}") ==
        "invalid_input: 1:1: expected a number for every dimension, found sparse_tensor(float[1])");
  CHECK(tensor_error("float[-1]{1}") == "invalid_input: 1:1: expected a number for every dimension, found float[?]");
  CHECK(tensor_error("string[1]{1}") == "invalid_input: 1:11: expected a string, found '1'");
  CHECK(tensor_error("complex64[1]{1}") == "invalid_input: 1:15: expected ',', found '}'");
  CHECK(tensor_error("undefined[1]{1}") == "unsupported: 1:1: element type undefined is not supported");
}

TEST_CASE("a huge shape costs no memory") {
  CHECK(tensor_error("float[1000000000000]{1}") ==
        "invalid_input: 1:1: expected 1000000000000 values for float[1000000000000], found 1");
  CHECK(tensor_error("double[4611686018427387904]{}") ==
        "invalid_input: 1:1: expected 4611686018427387904 values for double[4611686018427387904], found 0");
  CHECK(tensor_error("float[4294967296,4294967296,0]{}") ==
        "limit: 1:1: the dimensions of shape [4294967296,4294967296,0] multiply to more than 9223372036854775807");
}

TEST_CASE("words of other languages get what was meant") {
  CHECK(model_error("g (float32[3] x) => (y) {}") ==
        "invalid_model: 1:4: expected an element type, found 'float32'; did you mean float?");
  CHECK(model_error("g (half x) => (y) {}") ==
        "invalid_model: 1:4: expected an element type, found 'half'; did you mean float16?");
  CHECK(model_error("g (tensor x) => (y) {}") == "invalid_model: 1:4: expected an element type, found 'tensor'");
  CHECK(model_error("g (x) -> (y) {}") == "invalid_model: 1:7: expected '=>', found '->'");
  CHECK(tensor_error("float32[1]{1}") == "invalid_input: 1:1: expected a type, found 'float32'; did you mean float?");
}

TEST_CASE("models and functions that are none") {
  CHECK(model_error("<ir_version: 7> 7") == "invalid_model: 1:17: expected a name, found '7'");
  CHECK(model_error("<ir: 7> g () => () {}") ==
        "invalid_model: 1:2: expected one of ir_version, opset_import, producer_name, producer_version, domain, "
        "model_version, doc_string, metadata_props, found 'ir'");
  CHECK(model_error("<ir_version: 7, ir_version: 8> g () => () {}") ==
        "invalid_model: 1:17: ir_version is given twice");
  CHECK(model_error("<ir_version 7> g () => () {}") == "invalid_model: 1:13: expected ':', found '7'");
  CHECK(model_error("<domain: 7> g () => () {}") == "invalid_model: 1:10: expected a string, found '7'");
  CHECK(model_error("<opset_import: [\"\": 7, \"ai.onnx\": 8]> g () => () {}") ==
        "invalid_model: 1:24: \"\": version 8 of a domain that is imported in version 7 already");
  CHECK(model_error("g = () => () {}") == "invalid_model: 1:3: expected '(', found '='");
  CHECK(model_error("g () = > () {}") == "invalid_model: 1:6: expected '=>', found '='");
  CHECK(model_error("g (x = {1}) => () {}") == "invalid_model: 1:4: expected a type before a name with a value");
  CHECK(model_error("g (seq(float) x = {1}) => () {}") ==
        "invalid_model: 1:4: expected a tensor type, found seq(float)");
  CHECK(model_error("g () => (float x = {1}) {}") == "invalid_model: 1:18: expected ',' or ')', found '='");
  CHECK(model_error("g () => () <float[1] w = [\"location\": \"w.bin\"]> {}") ==
        "invalid_model: 1:13: external data is not available: the text comes from memory, without a folder for it");
  CHECK(model_error("g () => () {} <ir_version: 7> f () => () {}") ==
        "invalid_model: 1:16: expected one of domain, opset_import, overload, doc_string, found 'ir_version'");
  CHECK(model_error("g () => () {} f <> () => () {}") == "invalid_model: 1:18: expected a name, found '>'");
  CHECK(message_of([] { return parse_function("f () => () {} g"); }) ==
        "invalid_model: 1:15: expected the end of the text, found 'g'\nf () => () {} g\n              ^");
}

TEST_CASE("nesting has a limit that hostile text meets before the stack ends") {
  const auto types = [](int depth) { return "a = " + repeat("seq(", depth) + "float" + repeat(")", depth); };
  CHECK(attribute_error(types(64)) == "no error");
  CHECK(attribute_error(types(65)) == "limit: 1:269: nested more than 64 deep");
  CHECK(attribute_error("a = " + repeat("optional(", 100000)) == "limit: 1:594: nested more than 64 deep");
  const auto graphs = [](int depth) {
    return "a = " + repeat("g () => () { = Op <a = ", depth) + "1" + repeat("> () }", depth);
  };
  CHECK(attribute_error(graphs(64)) == "no error");
  CHECK(attribute_error(graphs(65)) == "limit: 1:1483: nested more than 64 deep");
}

}  // namespace
}  // namespace hardref::model
