// Where in ONNX text a fault of meaning stands: whatever finds it, the message has the line and a caret as for syntax.
#include "text/text_place.h"

#include "compile/expand.h"
#include "compile/support.h"
#include "support/catch.h"
#include "text/text.h"

namespace hardref::test {
namespace {

// The message of a session of the model and, with inputs, of a run, behind "invalid_model: m:".
std::string fault(const std::string& text, const Inputs& inputs = {}) {
  const std::string message = message_of([&] {
    const Session session(Model::from_text(text, "m"));
    if (!inputs.empty()) (void)session.run(inputs);
  });
  return message.starts_with("invalid_model: m:") ? message.substr(17) : message;
}

// Of a graph on lines of its own, which begin with line 2.
std::string fault_in(const std::string& graph, const Inputs& inputs = {}) {
  return fault("<ir_version: 8, opset_import: [\"\" : 13, \"d\" : 1]>\n" + graph, inputs);
}

const Inputs kTwo = {{"x", floats({2}, {1, 2})}};

TEST_CASE("a node's fault stands where the node begins") {
  CHECK(fault_in("g (float[2] x) => (y) {\n  t = Max (x)\n  y = Hardmax <axes = 1> (t)\n}") ==
        "4:3: node 1 (Hardmax-13): unknown attribute axes; known are axis\n  y = Hardmax <axes = 1> (t)\n  ^");
  CHECK(fault_in("g (float[2] x) => (y) {\n\t[act] y = Max (z)\n}") ==
        "3:2: node \"act\" (Max): input \"z\" is not defined: no input, initializer or node gives it\n"
        "\t[act] y = Max (z)\n\t^");
  CHECK(fault_in("g (float[2] x) => (y) { y = Max (x)\ny = Min (x) }") ==
        "3:1: node 1 (Min): output \"y\" is already given by node 0 (Max)\ny = Min (x) }\n^");
  CHECK(fault_in("g (float[2] x) => (y) {\ny = Max (z)\nz = Max (y) }") ==
        "3:1: node 0 (Max): needs its own output, through a cycle of nodes\ny = Max (z)\n^");
  CHECK(fault_in("g (float[2] x) => (y) {\ny = e.F (x) }") ==
        "3:1: node 0 (e.F): opset_import names no version for domain e\ny = e.F (x) }\n^");
  CHECK(fault_in("g (float[2] x) => (y)\n<float[2] t>\n{ t = Cast <to = 10> (x)\n  y = Max (t) }", kTwo) ==
        "4:3: node 0 (Cast-13): value \"t\" is declared as float, but is float16\n{ t = Cast <to = 10> (x)\n  ^");
  CHECK(fault_in("g (float[2] x) => (y) { y =\n  Hardmax <axis = 1> (x) }", kTwo) ==
        "invalid_input: m:2:25: node 0 (Hardmax-13): attribute axis is 1, but must be in [-1, 0] for shape [2]\n"
        "g (float[2] x) => (y) { y =\n                        ^");
}

TEST_CASE("the fault of a function's node stands in the function, that of an operator's body at its call") {
  const std::string calls = "g (float[2] x) => (y) {\n  y = d.F (x) }\n<domain: \"d\", opset_import: [\"\" : 13]>\n";
  CHECK(fault_in(calls + "F (a) => (b) {\n  b = Hardmax <axis = 5> (a) }", kTwo) ==
        "invalid_input: m:6:3: node 0 (d.F): node 0 (Hardmax-13): attribute axis is 5, but must be in [-1, 0] for "
        "shape [2]\n  b = Hardmax <axis = 5> (a) }\n  ^");
  CHECK(fault_in(calls + "F (a, a) => (b) { b = Max (a) }") ==
        "5:1: node 0 (d.F): function d.F: input \"a\" is there twice\nF (a, a) => (b) { b = Max (a) }\n^");
  CHECK(fault_in(calls + "F (a) => (b) { b = d.F (a) }") ==
        "5:1: function d.F calls itself\nF (a) => (b) { b = d.F (a) }\n^");
  CHECK(fault_in(calls + "F (a) => (b) { b = Max (a) }\n<domain: \"d\", opset_import: [\"\" : 13]>\nF () => () {}") ==
        "7:1: function d.F is defined twice\nF () => () {}\n^");
  CHECK(fault("<ir_version: 8, opset_import: [\"\" : 22]> g (string[2] x) => (y)\n{ y = HardSigmoid (x) }",
              {{"x", Tensor::of<std::string>({2}, {"a", "b"})}}) ==
        "invalid_input: m:2:3: node 0 (HardSigmoid-22): input X has element type string; allowed are bfloat16, "
        "float16, float, double\n{ y = HardSigmoid (x) }\n  ^");
}

TEST_CASE("what is wrong with a declaration stands at the declaration") {
  CHECK(fault_in("g (float[2] x,\n   float[2] x) => (x) {}") ==
        "3:4: graph input \"x\" is there twice\n   float[2] x) => (x) {}\n   ^");
  CHECK(fault_in("g () => (w) <float w = {1},\nfloat w = {2}> {}") ==
        "3:1: initializer \"w\" is there twice\nfloat w = {2}> {}\n^");
  CHECK(
      fault_in("g (float[2] x,\nfloat[3] w) => (w) <float[2] w = {1, 2}> {}") ==
      "3:1: initializer \"w\" has shape [2], but is declared with [3]\nfloat[3] w) => (w) <float[2] w = {1, 2}>...\n^");
  CHECK(fault_in("g (double[2] w) => (w) <float[2] w = {1, 2}> {}") ==
        "2:4: initializer \"w\" is declared as double, but is float\n"
        "g (double[2] w) => (w) <float[2] w = {1, 2}...\n   ^");
  CHECK(fault_in("g (float[2] x) => (x,\n z) {}") ==
        "3:2: output \"z\" is not defined: no input, initializer or node gives it\n z) {}\n ^");
  CHECK(fault_in("g (float[2] x) => (double[2] y) { y = Max (x) }", kTwo) ==
        "2:20: output \"y\" is declared as double, but is float\n"
        "g (float[2] x) => (double[2] y) { y = Max (x) }\n                   ^");
  CHECK(fault_in("g (float[2] x) => (x)\n<float[2] v, double[2] x> {}", kTwo) ==
        "3:14: value \"x\" is declared as double, but is float\n<float[2] v, double[2] x> {}\n             ^");
  CHECK(fault_in("g (seq(float) x) => (x) {}", kTwo) ==
        "unsupported: m:2:4: input \"x\" is not declared as a dense tensor\ng (seq(float) x) => (x) {}\n   ^");
}

TEST_CASE("what is wrong with a given value has no place in the text") {
  CHECK(fault_in("g (float[3] x) => (x) {}", kTwo) ==
        "invalid_input: m: input \"x\" has shape [2], but is declared with [3]");
}

TEST_CASE("a text without an origin, behind a byte order mark, and read from anywhere") {
  const std::string text = "\xef\xbb\xbf<ir_version: 8, opset_import: [\"\" : 13]> g () => () { = Foo () }";
  const std::string expected =
      "1:55: node 0 (Foo): no such operator here; known are Add, Cast, CastLike, Constant, Hardmax, HardSigmoid, Max, "
      "Min, Mul\n" +
      text.substr(3) + "\n" + std::string(54, ' ') + "^";
  CHECK(message_of([&] { return Session(Model::from_text(text)); }) == "unsupported: " + expected);
  const Model model = Model::from_text(text, "a\x1b");
  CHECK(message_of([&] { return Session(model); }) == "unsupported: a\\x1b:" + expected);
  CHECK(message_of([&] { return Session(Model(std::make_shared<const model::Model>(model.content()), "b")); }) ==
        "unsupported: b:" + expected);
  CHECK(message_of([&] { return Session(without_text(text, "m")); }).starts_with("unsupported: m: node 0 (Foo): "));
}

TEST_CASE("places are those of lines and columns in characters") {
  const model::Model model =
      model::parse_model("g (float \"ä\",\n  float \"ö\") => ()\n{\n  = A ()  = B <b = h () => () { = C () }> () }");
  const auto at = [&](const model::TextPlace& place) {
    const auto [line, column] = model::line_and_column(*model.text, place.value());
    return fmt::format("{}:{}", line, column);
  };
  CHECK(at(model.graph.inputs[0].place) == "1:4");
  CHECK(at(model.graph.inputs[1].place) == "2:3");
  CHECK(at(model.graph.nodes[0].place) == "4:3");
  CHECK(at(model.graph.nodes[1].place) == "4:11");
  CHECK(at(model::graphs_of(model.graph.nodes[1].attributes[0])[0]->nodes[0].place) == "4:33");
  CHECK(!model::parse_function("F () => () { = A () }").nodes[0].place);
}

}  // namespace
}  // namespace hardref::test
