// Which element types follow from which, through operators that hardref does not run too.
#include "compile/element_types.h"

#include <onnx/defs/schema.h>

#include "compile/expand.h"
#include "compile/inline.h"
#include "compile/support.h"
#include "compile/value_facts.h"
#include "support/catch.h"
#include "tensor/types.h"
#include "text/text.h"

namespace hardref::test {
namespace {

// The type of a value of the graph, or all that it may be.
std::string type_of(std::string_view text, std::string_view name, const std::map<std::string, DataType>& given = {}) {
  const Model model = Model::from_text(text);
  const ResolvedModel resolved = resolve(model.content(), UnknownOperators::kLeftAlone);
  Inlining inlining = inline_functions(model.content(), resolved, false, 1000);
  const ValueFacts facts = find_value_facts(inlining.graph, given);
  for (std::size_t value = 0; value < facts.shapes.size(); ++value) {
    if (facts.types.name(value) != name) continue;
    const auto type = facts.types.known(value);
    return std::string(type ? to_string(*type) : "unknown");
  }
  return "not there";
}

TEST_CASE("types are carried with and against the direction of the graph") {
  const std::string chain = at_opset(13, R"(g (x, w0, b0) => (y) { a = Conv(x, w0, b0) c = GlobalAveragePool(a)
    s = Shape(c) e = Concat(c, c, c) y = Cast <to = 11> (e) })");
  CHECK(type_of(chain, "y") == "double");
  CHECK(type_of(chain, "s") == "int64");
  CHECK(type_of(chain, "e") == "unknown");
  CHECK(type_of(chain, "e", {{"b0", DataType::kFloat16}}) == "float16");
  CHECK(type_of(chain, "w0", {{"e", DataType::kFloat16}}) == "float16");
}

TEST_CASE("types that attributes give, or leave out") {
  const auto made = [](std::string_view node) {
    return type_of(at_opset(18, fmt::format("g (double x, int64[1] n) => (y) {{ y = {} }}", node)), "y");
  };
  CHECK(made("Cast <to = 10> (x)") == "float16");
  CHECK(made("CastLike(x, x)") == "double");
  CHECK(made("ConstantOfShape(n)") == "float");
  CHECK(made("ConstantOfShape <value = int8[1] {3}> (n)") == "int8");
  CHECK(made("Constant <value_ints = [1, 2]> ()") == "int64");
  CHECK(made("Constant <value_string = \"a\"> ()") == "string");
  CHECK(made("Constant <value = bfloat16 {1}> ()") == "bfloat16");
  CHECK(made("RandomNormal <shape = [1]> ()") == "float");
  CHECK(made("RandomNormalLike(x)") == "double");
  CHECK(made("RandomNormalLike <dtype = 10> (x)") == "float16");
  CHECK(made("com.example.Op(x)") == "unknown");
  CHECK(type_of(at_opset(5, "g (float x) => (y) { y = Cast <to = \"FLOAT16\"> (x) }"), "y") == "float16");
}

TEST_CASE("graphs among attributes give and take types") {
  CHECK(type_of(at_opset(18, R"(g (bool c, float16 x) => (y) { y = If (c) <then_branch = t () => (a) { a = Relu(x) },
    else_branch = e () => (b) { b = Foo(x) }> })"),
                "y") == "float16");
  const std::string loop = at_opset(18, R"(g (n, c, double x) => (y, z) {
    y, z = Loop (n, c, x) <body = b (i, k, s) => (k2, s2, o) { k2 = Foo(k) s2 = Relu(s) o = Cast <to = 10> (s) }> })");
  CHECK(type_of(loop, "y") == "double");
  CHECK(type_of(loop, "z") == "float16");
  CHECK(type_of(loop, "i") == "int64");
  CHECK(type_of(loop, "s2") == "double");
  const std::string scan = at_opset(18, R"(g (float x, double v) => (y, z) {
    y, z = Scan <num_scan_inputs = 1, body = b (s, e) => (s2, o) { s2 = Relu(s) o = Relu(e) }> (x, v) })");
  CHECK(type_of(scan, "s") == "float");
  CHECK(type_of(scan, "z") == "double");
}

TEST_CASE("types that contradict each other are told") {
  const auto told = [](std::string_view graph) {
    return message_of([&] { return type_of(at_opset(13, graph), "y"); });
  };
  CHECK(told("g (float x) => (y) <float t> { t = Cast <to = 10> (x) y = Relu(t) }") ==
        "invalid_model: node 0 (Cast-13): value \"t\" is made as float16, but has element type float");
  CHECK(told("g (float x, double w) => (y) { y = Conv(x, w) }") ==
        "invalid_model: node 0 (Conv): values \"x\" and \"w\" must have one element type, but have float and double");
  CHECK(told("g (float x) => (double y) <double x> { y = Cast <to = 11> (x) }") ==
        "invalid_model: value \"x\" is declared as double, but has element type float");
}

// What the table says of an operand, as the schemas of libonnx say it.
void check_operands(const std::vector<OperandType>& operands, const auto& parameters, const onnx::OpSchema& schema) {
  for (std::size_t i = 0; i < parameters.size() && i < operands.size(); ++i) {
    const auto& types = parameters[i].GetTypes();
    CAPTURE(schema.Name(), schema.SinceVersion(), i);
    for (const DataType type : AllTypes::kSet.types()) {
      if (operands[i].type == type && operands[i].attribute.empty()) {
        CHECK(types.size() == 1);
        CHECK(**types.begin() == "tensor(" + std::string(to_string(type)) + ")");
      }
    }
    // Corrected since: the output of GridSample has the type of X.
    if (!operands[i].variable.empty() && operands[i].attribute.empty() && schema.Name() != "GridSample") {
      CHECK(parameters[i].GetTypeStr() == operands[i].variable);
    }
    CHECK(operands[i].variadic == (parameters[i].GetOption() == onnx::OpSchema::Variadic));
  }
}

TEST_CASE("the table says what libonnx says of all operators that it has") {
  std::size_t rows = 0;
  for (const onnx::OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas_with_history()) {
    if (schema.domain() != "" && schema.domain() != "ai.onnx.ml") continue;
    model::Node node;
    node.domain = schema.domain();
    node.op_type = schema.Name();
    const OperandTypes* row = find_operand_types(node, {{schema.domain(), schema.SinceVersion()}});
    CAPTURE(schema.domain(), schema.Name(), schema.SinceVersion());
    REQUIRE(row != nullptr);
    CHECK(row->since_version == schema.SinceVersion());
    CHECK(row->inputs.size() == schema.inputs().size());
    CHECK(row->outputs.size() == schema.outputs().size());
    check_operands(row->inputs, schema.inputs(), schema);
    check_operands(row->outputs, schema.outputs(), schema);
    ++rows;
  }
  CHECK(rows > 400);
}

}  // namespace
}  // namespace hardref::test
