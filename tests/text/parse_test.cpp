#include <fmt/format.h>

#include "model/sample.h"
#include "support/catch.h"
#include "support/model_equal.h"
#include "support/nodes.h"
#include "text/text.h"

namespace hardref::model {
namespace {

using test::parse_nodes;

Attribute parse_attribute(const std::string& text) {
  return parse_nodes(fmt::format("y = Op <{}> (x)", text)).at(0).attributes.at(0);
}

template <class T>
T value_of(const std::string& text) {
  const Attribute attribute = parse_attribute(text);
  const T* value = attribute.get<T>();
  REQUIRE(value != nullptr);
  return *value;
}

std::vector<std::string> inputs_of(const std::string& text) { return parse_nodes("y = Op " + text).at(0).inputs; }

Type parse_type(const std::string& text) { return value_of<Type>("t = " + text); }

using Names = std::vector<std::string>;
using Dimensions = std::vector<Dimension>;

TEST_CASE("the listing of HardSigmoid is read") {
  const Function function = parse_function(test::kHardSigmoid);
  CHECK(function.name == "HardSigmoid");
  CHECK(function.domain.empty());
  CHECK(function.opset_imports == OpsetImports{{"", 18}});
  CHECK(function.attributes == Names{"beta", "alpha"});
  CHECK(function.attribute_defaults.empty());
  CHECK(function.inputs == Names{"X"});
  CHECK(function.outputs == Names{"Y"});
  Names ops;
  for (const Node& node : function.nodes) ops.push_back(node.op_type);
  CHECK(ops == Names{"Constant", "CastLike", "Constant", "CastLike", "Constant", "CastLike", "Constant", "CastLike",
                     "Mul", "Add", "Min", "Max"});
  REQUIRE(function.nodes.size() == 12);
  const Attribute& alpha = function.nodes[0].attributes.at(0);
  CHECK(alpha.name == "value_float");
  CHECK(alpha.kind() == AttributeKind::kFloat);
  CHECK(std::get<AttributeReference>(alpha.value).name == "alpha");
  const auto* one = function.nodes[6].attributes.at(0).get<TensorPtr>();
  REQUIRE(one != nullptr);
  CHECK(test::equal(**one, Tensor::of<float>({}, {1})));
  CHECK(function.nodes[11].inputs == Names{"MinOneOrAlphaMulXAddBeta", "ZeroCast"});
}

TEST_CASE("ONNX text: the header of a model") {
  const Model model = parse_model(test::kSample);
  CHECK(model.ir_version == 10);
  CHECK(model.opset_imports == OpsetImports{{"", 18}, {"com.example", 1}});
  CHECK(model.producer_name == R"(a "quoted" \ name)");
  CHECK(model.producer_version == "1.0");
  CHECK(model.domain == "org.example");
  CHECK(model.model_version == -3);
  CHECK(model.doc_string == "two\nlines # and no comment");
  CHECK(model.metadata == std::vector<std::pair<std::string, std::string>>{{"key", "value"}, {"", ""}});
  CHECK(parse_model("g () => () {}").ir_version == 0);
}

TEST_CASE("ONNX text: the parts of a graph") {
  const Graph graph = parse_model(test::kSample).graph;
  const auto names = [](const auto& items) {
    Names result;
    for (const auto& item : items) result.push_back(item.name);
    return result;
  };
  CHECK(graph.name == "main graph");
  CHECK(names(graph.inputs) == Names{"X", "W", "untyped", "float", "S", "O", "P", "Q", "B", "U"});
  CHECK(names(graph.outputs) == Names{"Y", "odd name"});
  CHECK(names(graph.initializers) == Names{"W", "h", "b", "c", "i", "u", "d", "e", "s", "z", "n", "f"});
  CHECK(names(graph.value_infos) == Names{"T", "untyped_too"});
  CHECK_FALSE(graph.inputs[2].type.has_value());
  CHECK_FALSE(graph.inputs[3].type.has_value());
  CHECK(test::equal(*graph.initializers[0].tensor, Tensor::of<float>({2}, {1, 2.5F})));
  CHECK(test::equal(*graph.initializers[1].tensor, Tensor::of<Float16>({4}, {{15360}, {15360}, {0xfc00}, {0x7e00}})));
  CHECK(test::equal(*graph.initializers[2].tensor, Tensor::of<BFloat16>({2}, {{16256}, {0x3f00}})));
  CHECK(test::equal(*graph.initializers[7].tensor, Tensor::of<std::int8_t>({0}, {})));
  CHECK(names(graph.nodes) == Names{"first", "second node", "", ""});
}

TEST_CASE("ONNX text: nodes") {
  const Graph graph = parse_model(test::kSample).graph;
  const Node& first = graph.nodes.at(0);
  CHECK(first.outputs == Names{"A", "", "C"});
  CHECK(first.inputs == Names{"X", "", "W"});
  const Node& second = graph.nodes.at(1);
  CHECK(second.outputs.empty());
  CHECK(second.inputs.empty());
  CHECK(second.domain == "org.example");
  CHECK(second.op_type == "Bar");
  CHECK(second.overload == "variant");
  CHECK(second.attributes.size() == 3);
  const Node& third = graph.nodes.at(2);
  CHECK(third.domain == "my-domain");
  CHECK(third.op_type == "my op");
  CHECK(third.overload == "an overload");
  CHECK(third.inputs == Names{"", "float", "x"});
  CHECK(third.attributes.size() == 9);
}

TEST_CASE("attributes stand before or after the inputs") {
  CHECK(parse_nodes("y = Op <a = 1> (x)").at(0).attributes.size() == 1);
  CHECK(parse_nodes("y = Op (x) <a = 1, b = 2>").at(0).attributes.size() == 2);
}

TEST_CASE("left-out operands: nothing before a comma is an empty name, nothing after the last comma is none") {
  CHECK(inputs_of("()").empty());
  CHECK(inputs_of("(x, , z)") == Names{"x", "", "z"});
  CHECK(inputs_of("(, z)") == Names{"", "z"});
  CHECK(inputs_of("(,)") == Names{""});
  CHECK(inputs_of("(\"\")") == Names{""});
  CHECK(inputs_of("(x, \"\")") == Names{"x", ""});
  CHECK(inputs_of("(x,)") == Names{"x"});
  CHECK(inputs_of("(x, , ,)") == Names{"x", "", ""});
}

TEST_CASE("ai.onnx is the empty domain") {
  CHECK(parse_nodes("y = ai.onnx.Add (x)").at(0).domain.empty());
  CHECK(parse_nodes("y = ai.onnx.ml.Add (x)").at(0).domain == "ai.onnx.ml");
  CHECK(parse_function("<domain: \"ai.onnx\", opset_import: [\"ai.onnx\": 7]> f () => () {}").opset_imports ==
        OpsetImports{{"", 7}});
  CHECK(parse_function("<domain: \"ai.onnx\"> f () => () {}").domain.empty());
}

TEST_CASE("a list of nodes may have braces") {
  CHECK(parse_nodes("").empty());
  CHECK(parse_nodes("{}").empty());
  CHECK(parse_nodes("a = A () b = B ()").size() == 2);
  CHECK(parse_nodes("{ a = A () b = B () }").size() == 2);
}

TEST_CASE("the kind of an attribute follows from its value, or from its annotation") {
  CHECK(value_of<std::int64_t>("a = -7") == -7);
  CHECK(value_of<float>("a = 2.0") == 2.0F);
  CHECK(value_of<float>("a = 2e0") == 2.0F);
  CHECK(value_of<float>("a: float = 2") == 2.0F);
  CHECK(std::signbit(value_of<float>("a: float = -0")));
  CHECK(value_of<float>("a = inf") == std::numeric_limits<float>::infinity());
  CHECK(value_of<float>("a = -Infinity") == -std::numeric_limits<float>::infinity());
  CHECK(std::isnan(value_of<float>("a = NaN")));
  CHECK(value_of<std::string>(R"(a = "x\"\\\y")") == R"(x"\y)");
  CHECK(value_of<std::vector<std::int64_t>>("a = [1, 2]") == std::vector<std::int64_t>{1, 2});
  CHECK(value_of<std::vector<float>>("a = [0.5, inf]") ==
        std::vector<float>{0.5F, std::numeric_limits<float>::infinity()});
  CHECK(value_of<std::vector<float>>("a: floats = [1, 2]") == std::vector<float>{1, 2});
  CHECK(value_of<std::vector<std::string>>("a = [\"\", \"b\"]") == Names{"", "b"});
  CHECK(value_of<GraphPtr>("a = g () => () {}")->name == "g");
  CHECK(value_of<GraphPtr>("a = \"inf\" () => () {}")->name == "inf");
  CHECK(value_of<std::vector<TensorPtr>>("a = [float {1}, bool {0}]").size() == 2);
  CHECK(value_of<std::vector<GraphPtr>>("a = [g () => () {}]").size() == 1);
  CHECK(value_of<std::vector<Type>>("a = [float, seq(int64)]").size() == 2);
  CHECK(value_of<std::vector<Type>>("a: type_protos = []").empty());
}

TEST_CASE("every way to write a tensor attribute") {
  for (const char* text :
       {"float[2] {1, 2}", "float[2] = {1, 2}", "float[2] name {1, 2}", "float[2] \"a name\" = {1, 2}"}) {
    CHECK(test::equal(*value_of<TensorPtr>(fmt::format("value = {}", text)), Tensor::of<float>({2}, {1, 2})));
  }
}

TEST_CASE("tensors of strings, complex numbers and small integers") {
  CHECK(test::equal(parse_tensor(R"(string[2] {"a\"b", ""})"), Tensor::of<std::string>({2}, {"a\"b", ""})));
  CHECK(test::equal(parse_tensor("complex64[2] {1, -2, 0.5, inf}"),
                    Tensor::of<std::complex<float>>({2}, {{1, -2}, {0.5F, std::numeric_limits<float>::infinity()}})));
  CHECK(test::equal(parse_tensor("complex128 {0.1, 0}"), Tensor::of<std::complex<double>>({}, {{0.1, 0}})));
  CHECK(test::equal(parse_tensor("int4[2] {-8, 7}"), Tensor::of<Int4>({2}, {{-8}, {7}})));
  CHECK(test::equal(parse_tensor("uint2[2] {0, 3}"), Tensor::of<Uint2>({2}, {{0}, {3}})));
  CHECK(test::equal(parse_tensor("float8e4m3fn[2] {56, 48}"), Tensor::of<Float8e4m3fn>({2}, {{0x38}, {0x30}})));
  CHECK(test::equal(parse_tensor("float8e4m3fn[2] {1.0, 0.5}"), Tensor::of<Float8e4m3fn>({2}, {{0x38}, {0x30}})));
}

TEST_CASE("ONNX text: sparse tensors") {
  const auto sparse = value_of<SparseTensorPtr>(
      "a: sparse_tensor = sparse_tensor float[2,3] {values: float[2] {5, 7}, indices: int64[2] {1, 5}}");
  CHECK(sparse->dims == Shape{2, 3});
  CHECK(test::equal(sparse->values, Tensor::of<float>({2}, {5, 7})));
  CHECK(test::equal(sparse->indices, Tensor::of<std::int64_t>({2}, {1, 5})));
}

TEST_CASE("ONNX text: types") {
  const auto tensor = [](const std::string& text) { return std::get<TensorTypeInfo>(parse_type(text).value); };
  CHECK(tensor("float") == TensorTypeInfo{DataType::kFloat, Dimensions{}, false});
  CHECK(tensor("float[]") == TensorTypeInfo{DataType::kFloat, std::nullopt, false});
  CHECK(tensor("int4[N,?,3,\"a b\",-1,\"\"]") ==
        TensorTypeInfo{DataType::kInt4,
                       Dimensions{std::string("N"), std::monostate{}, std::int64_t{3}, std::string("a b"),
                                  std::monostate{}, std::monostate{}},
                       false});
  CHECK(tensor("sparse_tensor(float8e8m0[2])") ==
        TensorTypeInfo{DataType::kFloat8e8m0, Dimensions{std::int64_t{2}}, true});
  CHECK(tensor("undefined").element == DataType::kUndefined);
  const auto map = std::get<MapType>(parse_type("map(string, optional(seq(float)))").value);
  CHECK(map.key == DataType::kString);
  CHECK(std::holds_alternative<OptionalType>(map.value->value));
  const auto opaque = std::get<OpaqueType>(parse_type("opaque(a.b, \"c d\")").value);
  CHECK(opaque.domain == "a.b");
  CHECK(opaque.name == "c d");
  CHECK(std::get<OpaqueType>(parse_type("opaque(a.b)").value).name == "a.b");
}

TEST_CASE("ONNX text: functions") {
  const std::vector<Function> functions = parse_model(test::kSample).functions;
  REQUIRE(functions.size() == 2);
  const Function& function = functions[0];
  CHECK(function.domain == "com.example");
  CHECK(function.overload == "variant");
  CHECK(function.attributes == Names{"alpha"});
  REQUIRE(function.attribute_defaults.size() == 2);
  CHECK(function.attribute_defaults[0].name == "beta");
  CHECK(function.attribute_defaults[1].kind() == AttributeKind::kInts);
  CHECK(function.inputs == Names{"x", "y"});
  REQUIRE(function.value_infos.size() == 3);
  CHECK(function.value_infos[0].name == "x");
  CHECK(function.value_infos[1].name == "z");
  CHECK(function.value_infos[2].name == "t");
  CHECK(std::get<AttributeReference>(function.nodes.at(0).attributes.at(1).value).name == "the steps");
  CHECK(functions[1].name == "Empty");
}

}  // namespace
}  // namespace hardref::model
