// Shapes, axes and types of whole nodes: what is refused once the inputs are known, and what is not.
#include "compile/infer.h"

#include "compile/support.h"
#include "ops/registry.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

std::string shape_text(const Shape& shape) { return shape.empty() ? "" : fmt::format("[{}]", fmt::join(shape, ",")); }

// A graph of one node with float inputs a, b, ... of these shapes.
std::string one_node(int opset, std::string_view node, const std::vector<Shape>& shapes) {
  std::string declared;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const char name = static_cast<char>('a' + i);
    declared += fmt::format("{}float{} {}", i == 0 ? "" : ", ", shape_text(shapes[i]), name);
  }
  return at_opset(opset, fmt::format("g ({}) => (y) {{ {} }}", declared, node));
}

std::string shape_error(int opset, std::string_view node, const std::vector<Shape>& shapes) {
  return message_of([&] { return program_of(one_node(opset, node, shapes)); });
}

Shape shape_of(int opset, std::string_view node, const std::vector<Shape>& shapes) {
  const Program program = program_of(one_node(opset, node, shapes));
  return program.values.at(program.outputs.at(0)).type.shape;
}

TEST_CASE("Min and Max did not broadcast before opset 8") {
  for (const int opset : {1, 6, 7}) {
    CHECK(
        shape_error(opset, "y = Min (a, b)", {{2, 3}, {3}}) ==
        fmt::format("invalid_input: node 0 (Min-{}): input data_1 has shape [3], but input data_0 has [2,3]; this node "
                    "does not broadcast",
                    opset == 1 ? 1 : 6));
  }
  CHECK(shape_error(6, "y = Max (a, b, c)", {{2}, {2}, {}}) ==
        "invalid_input: node 0 (Max-6): input data_2 has shape [], but input data_0 has [2]; this node does not "
        "broadcast");
  CHECK(shape_of(8, "y = Min (a, b)", {{2, 3}, {3}}) == Shape{2, 3});
  CHECK(shape_of(8, "y = Max (a, b, c)", {{2, 1}, {3}, {4, 1, 1}}) == Shape{4, 2, 3});
  CHECK(shape_error(8, "y = Max (a, b, c)", {{2, 1}, {3}, {4}}) ==
        "invalid_input: node 0 (Max-8): shapes [2,3] and [4] cannot be broadcast: 3 meets 4, and neither is 1");
}

TEST_CASE("Add and Mul without broadcast=1 do not broadcast before opset 7") {
  for (const std::string_view node :
       {"y = Mul (a, b)", "y = Mul <broadcast = 0> (a, b)", "y = Mul <axis = 1> (a, b)"}) {
    CHECK(shape_error(6, node, {{2, 3}, {3}}) ==
          "invalid_input: node 0 (Mul-6): input B has shape [3], but input A has [2,3]; this node does not broadcast");
  }
  CHECK(shape_of(6, "y = Mul <broadcast = 1> (a, b)", {{2, 3}, {3}}) == Shape{2, 3});
  CHECK(shape_of(1, "y = Add <broadcast = 1, axis = 0> (a, b)", {{2, 3}, {2}}) == Shape{2, 3});
  CHECK(shape_of(6, "y = Add <broadcast = 1> (a, b)", {{2}, {1, 1, 1}}) == Shape{2});
  CHECK(shape_error(6, "y = Mul <broadcast = 1> (a, b)", {{3}, {2, 3}}) ==
        "invalid_input: node 0 (Mul-6): shape [2,3] does not fit [3] at its last dimensions");
  CHECK(shape_error(6, "y = Mul <broadcast = 1, axis = 1> (a, b)", {{2, 3}, {2}}) ==
        "invalid_input: node 0 (Mul-6): shape [2] does not fit [2,3] from axis 1 on");
  CHECK(shape_error(6, "y = Mul <broadcast = 1, axis = 2> (a, b)", {{2, 3}, {2}}) ==
        "invalid_input: node 0 (Mul-6): attribute axis is 2, but must be in [-2, 1] for shape [2,3]");
}

TEST_CASE("Add and Mul broadcast from opset 7 on") {
  CHECK(shape_of(7, "y = Mul (a, b)", {{3}, {2, 3}}) == Shape{2, 3});
  CHECK(shape_of(14, "y = Add (a, b)", {{2, 1, 0}, {3, 1}}) == Shape{2, 3, 0});
  CHECK(shape_of(14, "y = Add (a, b)", {{}, {}}) == Shape{});
  CHECK(shape_error(7, "y = Mul (a, b)", {{2, 3}, {2}}) ==
        "invalid_input: node 0 (Mul-7): shapes [2,3] and [2] cannot be broadcast: 3 meets 2, and neither is 1");
  CHECK(shape_error(14, "y = Add (a, b)", {{0}, {2}}) ==
        "invalid_input: node 0 (Add-14): shapes [0] and [2] cannot be broadcast: 0 meets 2, and neither is 1");
}

TEST_CASE("Hardmax's axis counts from either end, and no further") {
  for (const auto& [opset, version] : {std::pair{1, 1}, {11, 11}, {13, 13}}) {
    for (const std::int64_t axis : {-2, -1, 0, 1}) {
      CHECK(shape_of(opset, fmt::format("y = Hardmax <axis = {}> (a)", axis), {{2, 3}}) == Shape{2, 3});
    }
    for (const std::int64_t axis : {std::int64_t{-3}, std::int64_t{2}, INT64_MIN, INT64_MAX}) {
      CHECK(shape_error(opset, fmt::format("[act] y = Hardmax <axis = {}> (a)", axis), {{2, 3}}) ==
            fmt::format(
                "invalid_input: node \"act\" (Hardmax-{}): attribute axis is {}, but must be in [-2, 1] for shape "
                "[2,3]",
                version, axis));
    }
    CHECK(shape_error(opset, "y = Hardmax <axis = 0> (a)", {{}}) ==
          fmt::format("invalid_input: node 0 (Hardmax-{}): input is a scalar, but must have one dimension or more",
                      version));
    CHECK(shape_of(opset, "y = Hardmax <axis = 0> (a)", {{0}}) == Shape{0});
    CHECK(shape_error(opset, "y = Hardmax <axis = 1> (a)", {{0}}) ==
          fmt::format("invalid_input: node 0 (Hardmax-{}): attribute axis is 1, but must be in [-1, 0] for shape [0]",
                      version));
  }
}

TEST_CASE("the default axis of Hardmax 1 and 11 does not exist for rank 1") {
  CHECK(shape_error(1, "y = Hardmax (a)", {{4}}) ==
        "invalid_input: node 0 (Hardmax-1): attribute axis is 1, but must be in [-1, 0] for shape [4]");
  CHECK(shape_error(11, "y = Hardmax (a)", {{4}}) ==
        "invalid_input: node 0 (Hardmax-11): attribute axis is 1, but must be in [-1, 0] for shape [4]");
  CHECK(shape_of(13, "y = Hardmax (a)", {{4}}) == Shape{4});
}

TEST_CASE("Cast's target has to be a type of its version") {
  const auto targets = [](std::int64_t version) { return to_string(find_version("", "Cast", version).types("T2")); };
  for (const std::int64_t to : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{14}, std::int64_t{99}, INT64_MAX}) {
    CHECK(shape_error(13, fmt::format("y = Cast <to = {}> (a)", to), {{2}}) ==
          fmt::format("invalid_model: node 0 (Cast-13): attribute to is {}, but must be the number of one of {}", to,
                      targets(13)));
  }
  CHECK(shape_error(9, "y = Cast <to = 16> (a)", {{2}}) ==
        fmt::format("invalid_model: node 0 (Cast-9): attribute to is 16, but must be the number of one of {}",
                    targets(9)));
  CHECK(shape_error(1, "y = Cast <to = \"float\"> (a)", {{2}}) ==
        "invalid_model: node 0 (Cast-1): attribute to is \"float\", but must name one of FLOAT16, FLOAT, DOUBLE, INT8, "
        "INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL");
  CHECK(shape_of(1, "y = Cast <to = \"FLOAT16\"> (a)", {{2}}) == Shape{2});
}

TEST_CASE("Constant has exactly one value, of a type of its version") {
  CHECK(shape_error(13, "y = Constant ()", {}) ==
        "invalid_model: node 0 (Constant-13): has no value, but must have exactly one of the attributes sparse_value, "
        "value, value_float, value_floats, value_int, value_ints, value_string, value_strings");
  CHECK(shape_error(11, "y = Constant ()", {}) ==
        "invalid_model: node 0 (Constant-11): has no value, but must have exactly one of the attributes sparse_value, "
        "value");
  CHECK(
      shape_error(12, "y = Constant <value_float = 1.0, value_int = 1> ()", {}) ==
      "invalid_model: node 0 (Constant-12): has value_float and value_int, but must have exactly one of the attributes "
      "sparse_value, value, value_float, value_floats, value_int, value_ints, value_string, value_strings");
  CHECK(
      shape_error(1, "y = Constant <value = int32[2] {1, 2}> ()", {}) ==
      "invalid_model: node 0 (Constant-1): attribute value has element type int32; allowed are float16, float, double");
  CHECK(shape_error(9, "y = Constant <value = bfloat16[1] {1.0}> ()", {}) ==
        fmt::format("invalid_model: node 0 (Constant-9): attribute value has element type bfloat16; allowed are {}",
                    to_string(find_version("", "Constant", 9).types("T"))));
  CHECK(shape_of(13, "y = Constant <value = bfloat16[1] {1.0}> ()", {}) == Shape{1});
}

TEST_CASE("values that no memory could hold are refused before anything is computed") {
  const std::vector<Shape> steep = {{65536, 1, 1, 1}, {65536, 1, 1}, {65536, 1}, {65536}};
  CHECK(shape_error(13, "y = Max (a, b, c, d)", steep) ==
        "limit: node 0 (Max-13): the dimensions of shape [65536,65536,65536,65536] multiply to more than "
        "9223372036854775807");
  const std::vector<Shape> flat = {{65536, 1, 1, 1}, {65536, 1, 1}, {65536, 1}, {16384}};
  CHECK(shape_error(13, "y = Max (a, b, c, d)", flat) ==
        "limit: node 0 (Max-13): float[65536,65536,65536,16384] takes more than 9223372036854775807 bytes");
  // 2^61 bytes each, four of them at once.
  const std::vector<Shape> tall = {{32768, 1, 1}, {262144, 1}, {67108864}};
  CHECK(shape_error(13,
                    "p = Add(a, b) q = Add(p, c) s = Hardmax(q) t = Hardmax(s) u = Hardmax(t) v = Hardmax(u) "
                    "y = Max(q, s, t, u, v)",
                    tall) == "limit: intermediate values take more than 9223372036854775744 bytes");
}

}  // namespace
}  // namespace hardref::test
