#include "compile/check.h"

#include "compile/support.h"
#include "ops/registry.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

const Inputs kX = {{"x", floats({2}, {1, 2})}};

// The message for one node in a graph with the float[2] input x.
std::string node_error(int opset, std::string_view node) {
  return error_of(at_opset(opset, fmt::format("g (float[2] x) => (y) {{ {} }}", node)), kX);
}

// The message for one node with inputs a, b, c of these types.
std::string types_error(int opset, std::string_view node, const Strings& types) {
  std::string declared;
  Inputs inputs;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    declared += fmt::format("{}{}[1] {}", i == 0 ? "" : ", ", types[i], name);
    inputs.push_back({name, Tensor(parse_data_type(types[i]).value(), {1})});
  }
  return error_of(at_opset(opset, fmt::format("g ({}) => (y) {{ {} }}", declared, node)), inputs);
}

TEST_CASE("an unknown attribute") {
  CHECK(node_error(13, "y = Hardmax <axes = 0> (x)") ==
        "invalid_model: m: node 0 (Hardmax-13): unknown attribute axes; known are axis");
  CHECK(node_error(22, "[act] y = HardSigmoid <alpha = 1.0, gamma = 1.0> (x)") ==
        "invalid_model: m: node \"act\" (HardSigmoid-22): unknown attribute gamma; known are alpha, beta");
  CHECK(node_error(14, "y = Add <broadcast = 1> (x, x)") ==
        "invalid_model: m: node 0 (Add-14): unknown attribute broadcast; there are none");
  CHECK(node_error(6, "y = HardSigmoid <consumed_inputs = [0]> (x)") ==
        "invalid_model: m: node 0 (HardSigmoid-6): unknown attribute consumed_inputs; known are alpha, beta");
  CHECK(node_error(1, "y = HardSigmoid <consumed_inputs = [0]> (x)") == "no error");
}

TEST_CASE("an attribute of the wrong kind") {
  CHECK(node_error(13, "y = Hardmax <axis = 1.0> (x)") ==
        "invalid_model: m: node 0 (Hardmax-13): attribute axis is of kind float, expected int");
  CHECK(node_error(6, "y = HardSigmoid <alpha = 1> (x)") ==
        "invalid_model: m: node 0 (HardSigmoid-6): attribute alpha is of kind int, expected float");
  CHECK(node_error(1, "y = Cast <to = 1> (x)") ==
        "invalid_model: m: node 0 (Cast-1): attribute to is of kind int, expected string");
  CHECK(node_error(6, "y = Cast <to = \"FLOAT\"> (x)") ==
        "invalid_model: m: node 0 (Cast-6): attribute to is of kind string, expected int");
  CHECK(node_error(13, "y = Constant <value = 1> ()") ==
        "invalid_model: m: node 0 (Constant-13): attribute value is of kind int, expected tensor");
  CHECK(node_error(13, "y = Constant <value_ints = [1.0]> ()") ==
        "invalid_model: m: node 0 (Constant-13): attribute value_ints is of kind floats, expected ints");
}

TEST_CASE("an attribute that is missing or given twice") {
  CHECK(node_error(13, "y = Cast (x)") == "invalid_model: m: node 0 (Cast-13): required attribute to is missing");
  CHECK(node_error(1, "y = Constant ()") ==
        "invalid_model: m: node 0 (Constant-1): required attribute value is missing");
  CHECK(node_error(13, "y = Hardmax <axis = 0, axis = -1> (x)") ==
        "invalid_model: m: node 0 (Hardmax-13): attribute \"axis\" is there twice");
}

TEST_CASE("numbers of inputs and outputs") {
  CHECK(node_error(13, "y = Hardmax (x, x)") ==
        "invalid_model: m: node 0 (Hardmax-13): number of inputs is 2, expected 1");
  CHECK(node_error(13, "y = Hardmax ()") == "invalid_model: m: node 0 (Hardmax-13): number of inputs is 0, expected 1");
  CHECK(node_error(13, "y = Add (x)") == "invalid_model: m: node 0 (Add-13): number of inputs is 1, expected 2");
  CHECK(node_error(13, "y = Constant <value_float = 1.0> (x)") ==
        "invalid_model: m: node 0 (Constant-13): number of inputs is 1, expected 0");
  CHECK(node_error(13, "y = Max ()") == "invalid_model: m: node 0 (Max-13): number of inputs is 0, expected 1 or more");
  CHECK(node_error(13, "y, z = Max (x)") == "invalid_model: m: node 0 (Max-13): number of outputs is 2, expected 1");
  CHECK(node_error(13, "= Max (x) y = Max (x)") ==
        "invalid_model: m: node 0 (Max-13): number of outputs is 0, expected 1");
}

TEST_CASE("an input that is left out") {
  CHECK(node_error(13, "y = Add (x, \"\")") ==
        "invalid_model: m: node 0 (Add-13): input B is left out, but is not optional");
  CHECK(node_error(13, "y = Min (x, , x)") ==
        "invalid_model: m: node 0 (Min-13): input data_1 is left out, but is not optional");
  CHECK(node_error(13, "y = Hardmax (\"\")") ==
        "invalid_model: m: node 0 (Hardmax-13): input input is left out, but is not optional");
}

TEST_CASE("an element type that the version does not allow") {
  CHECK(types_error(6, "[act] y = HardSigmoid (a)", {"int32"}) ==
        "invalid_input: m: node \"act\" (HardSigmoid-6): input X has element type int32; allowed are float16, float, "
        "double");
  CHECK(types_error(21, "y = HardSigmoid (a)", {"bfloat16"}) ==
        "invalid_input: m: node 0 (HardSigmoid-6): input X has element type bfloat16; allowed are float16, float, "
        "double");
  CHECK(types_error(22, "y = HardSigmoid (a)", {"bfloat16"}) == "no error");
  CHECK(types_error(11, "y = Hardmax (a)", {"bfloat16"}) ==
        "invalid_input: m: node 0 (Hardmax-11): input input has element type bfloat16; allowed are float16, float, "
        "double");
  CHECK(types_error(13, "y = Hardmax (a)", {"int64"}) ==
        "invalid_input: m: node 0 (Hardmax-13): input input has element type int64; allowed are bfloat16, float16, "
        "float, double");
  CHECK(types_error(13, "y = Mul (a, a)", {"int8"}) ==
        "invalid_input: m: node 0 (Mul-13): input A has element type int8; allowed are bfloat16, float16, float, "
        "double, int32, int64, uint32, uint64");
  CHECK(types_error(14, "y = Mul (a, a)", {"int8"}) == "no error");
  CHECK(types_error(14, "y = Add (a, a)", {"bool"}) ==
        "invalid_input: m: node 0 (Add-14): input A has element type bool; allowed are bfloat16, float16, float, "
        "double, int8, int16, int32, int64, uint8, uint16, uint32, uint64");
  CHECK(types_error(8, "y = Max (a)", {"int32"}) ==
        "invalid_input: m: node 0 (Max-8): input data_0 has element type int32; allowed are float16, float, double");
  CHECK(types_error(9, "y = Cast <to = 1> (a)", {"bfloat16"}) ==
        fmt::format("invalid_input: m: node 0 (Cast-9): input input has element type bfloat16; allowed are {}",
                    to_string(find_version("", "Cast", 9).types("T1"))));
}

TEST_CASE("element types that must be equal") {
  CHECK(types_error(13, "y = Add (a, b)", {"float", "double"}) ==
        "invalid_input: m: node 0 (Add-13): input B has element type double, but input A has float");
  CHECK(types_error(13, "y = Max (a, b, c)", {"float16", "float16", "float"}) ==
        "invalid_input: m: node 0 (Max-13): input data_2 has element type float, but input data_0 has float16");
  CHECK(types_error(15, "y = CastLike (a, b)", {"float", "int32"}) == "no error");
}

TEST_CASE("variadic inputs are counted on from the page's name") {
  const OpVersion& max = find_version("", "Max", 13);
  CHECK(input_name(max, 0) == "data_0");
  CHECK(input_name(max, 12) == "data_12");
  CHECK(input_name(find_version("", "CastLike", 15), 1) == "target_type");
}

}  // namespace
}  // namespace hardref::test
