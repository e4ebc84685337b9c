#include <cmath>

#include "model/random_model.h"
#include "model/sample.h"
#include "support/catch.h"
#include "support/model_equal.h"
#include "support/nodes.h"
#include "text/text.h"

namespace hardref::model {
namespace {

using test::parse_nodes;

std::string reprint(const std::string& node) { return print(parse_nodes(node).at(0)); }

std::string print_attribute(AttributeValue value) {
  Node node;
  node.op_type = "Op";
  node.attributes.push_back({"a", std::move(value)});
  return print(node);
}

TEST_CASE("a whole model as text") {
  CHECK(print(parse_model(R"(
    <opset_import: ["local": 1, "": 18], ir_version: 9, doc_string: "two
lines", metadata_props: ["k": "v"], model_version: 2, domain: "d", producer_version: "1", producer_name: "p">
    g (float[N,2] x, float16[1] h = {1.0}, untyped, "map") => (float y) <float[0] e = {}, int64 t> {
      [one] t, , u = local.Op:v <n = 1> (x, , h)
      = If (t) <then = g () => (z) <bool b = {1}> { z = Op () }, f = 1e20>
    }
    <domain: "local", overload: "v", opset_import: ["": 17]>
    Op <a, b: float = 1> (float x, y) => (z) <int64 t> { z = Neg <k: int = @a> (x) }
    Nothing () => () {}
  )")) == R"(<
  ir_version: 9,
  opset_import: ["" : 18, "local" : 1],
  producer_name: "p",
  producer_version: "1",
  domain: "d",
  model_version: 2,
  doc_string: "two\x0alines",
  metadata_props: ["k": "v"]
>
g (float[N,2] x, float16[1] h, untyped, "map") => (float y)
<
  float16[1] h = {15360},
  float[0] e = {},
  int64 t
>
{
  [one] t, , u = local.Op:v <n: int = 1> (x, , h)
  = If (t) <then: graph = g () => (z)
    <
      bool b = {1}
    >
    {
      z = Op ()
    }, f: float = 1e+20>
}

<
  domain: "local",
  overload: "v",
  opset_import: ["" : 17]
>
Op <a, b: float = 1.0> (x, y) => (z)
<
  float x,
  int64 t
>
{
  z = Neg <k: int = @a> (x)
}

<
  domain: "",
  opset_import: []
>
Nothing () => ()
{
}
)");
}

TEST_CASE("floating-point attributes never look like integers, tensors have the shortest text") {
  CHECK(print_attribute(2.0F) == "= Op <a: float = 2.0> ()");
  CHECK(print_attribute(-0.0F) == "= Op <a: float = -0.0> ()");
  CHECK(print_attribute(0.2F) == "= Op <a: float = 0.2> ()");
  CHECK(print_attribute(std::nanf("")) == "= Op <a: float = nan> ()");
  CHECK(print_attribute(-std::nanf("")) == "= Op <a: float = nan> ()");
  CHECK(print_attribute(-INFINITY) == "= Op <a: float = -inf> ()");
  CHECK(print_attribute(std::vector<float>{1, 1e-30F}) == "= Op <a: floats = [1.0, 1e-30]> ()");
  CHECK(print_attribute(std::make_shared<const Tensor>(Tensor::of<double>({3}, {1, 0.1, -INFINITY}))) ==
        "= Op <a: tensor = double[3] {1, 0.1, -inf}> ()");
}

TEST_CASE("narrow floating-point tensors are bit patterns, so that NaNs survive too") {
  CHECK(print_attribute(std::make_shared<const Tensor>(Tensor::of<Float8e8m0>({2}, {{0}, {0xff}}))) ==
        "= Op <a: tensor = float8e8m0[2] {0, 255}> ()");
  CHECK(print_attribute(std::make_shared<const Tensor>(Tensor::of<Float4e2m1>({}, {{15}}))) ==
        "= Op <a: tensor = float4e2m1 {15}> ()");
  CHECK(print_attribute(std::make_shared<const Tensor>(Tensor::of<Float16>({2}, {{0x3c00}, {0xfe01}}))) ==
        "= Op <a: tensor = float16[2] {15360, 65025}> ()");
  CHECK(print_attribute(std::make_shared<const Tensor>(Tensor::of<BFloat16>({}, {{0x7f81}}))) ==
        "= Op <a: tensor = bfloat16 {32641}> ()");
}

TEST_CASE("tensors of strings and complex numbers as text") {
  CHECK(print_attribute(std::make_shared<const Tensor>(Tensor::of<std::string>({2}, {"a\"", ""}))) ==
        "= Op <a: tensor = string[2] {\"a\\\"\", \"\"}> ()");
  CHECK(print_attribute(std::make_shared<const Tensor>(Tensor::of<std::complex<float>>({1}, {{1, -0.5F}}))) ==
        "= Op <a: tensor = complex64[1] {1, -0.5}> ()");
}

TEST_CASE("attributes of the other kinds as text") {
  CHECK(print_attribute(std::int64_t{-3}) == "= Op <a: int = -3> ()");
  CHECK(print_attribute("a\"\\\n") == "= Op <a: string = \"a\\\"\\\\\\x0a\"> ()");
  CHECK(print_attribute(std::vector<std::string>{"", "b"}) == "= Op <a: strings = [\"\", \"b\"]> ()");
  CHECK(print_attribute(std::vector<TensorPtr>{}) == "= Op <a: tensors = []> ()");
  CHECK(print_attribute(Type{OpaqueType{"a.b", ""}}) == "= Op <a: type_proto = opaque(a.b, \"\")> ()");
  CHECK(print_attribute(std::make_shared<const SparseTensor>(
            SparseTensor{Tensor::of<float>({2}, {5, 7}), Tensor::of<std::int64_t>({2}, {1, 5}), {2, 3}})) ==
        "= Op <a: sparse_tensor = sparse_tensor float[2,3] {values: float[2] {5, 7}, indices: int64[2] {1, 5}}> ()");
}

TEST_CASE("types as text") {
  const auto reprint_type = [](const std::string& text) {
    return print(*parse_nodes("= Op <t = " + text + ">()").at(0).attributes.at(0).get<Type>());
  };
  for (const char* text : {"float", "float[]", "bfloat16[N,?,3,\"a b\"]", "seq(optional(int64))",
                           "map(string, float[2])", "sparse_tensor(double[])", "sparse_tensor(double[2])", "opaque()",
                           "opaque(a.b)", "opaque(\"a b\")", "opaque(a.b, c)", "opaque(a, \"\")", "undefined[1]"}) {
    CHECK(reprint_type(text) == text);
  }
}

TEST_CASE("names have quotes only where they need them") {
  CHECK(reprint("\"y\", \"1\", \"\" = \"a.b\".\"Op\":\"v w\" <\"a b\": int = @\"c d\"> (\"\", \"seq\", _)") ==
        "y, \"1\", \"\" = a.b.Op:\"v w\" <\"a b\": int = @\"c d\"> (\"\", seq, _)");
  const std::string quoted = R"(["say \"no\" \\"] y = "a-b"."" ())";
  CHECK(reprint(quoted) == quoted);
}

TEST_CASE("an empty name between others needs no quotes, which ONNX 1.12 does not know") {
  CHECK(reprint("y = Op (\"\", \"\", a, \"\", \"\", b, \"\")") == "y = Op (\"\", , a, , , b, \"\")");
}

TEST_CASE("what is printed reads back as the same model") {
  const Model model = parse_model(test::kSample);
  CHECK(test::equal(parse_model(print(model)), model));
  for (const Function& function : model.functions) {
    Model before;
    Model after;
    before.functions = {function};
    after.functions = {parse_function(print(function))};
    CHECK(test::equal(before, after));
  }
  for (const Node& node : model.graph.nodes) CHECK(reprint(print(node)) == print(node));
}

TEST_CASE("random models read back as they were") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Model model = test::RandomModel(seed, test::Dialect::kOurs).model();
    const std::string text = print(model);
    INFO("seed " << seed << "\n" << text);
    REQUIRE(test::equal(parse_model(text), model));
  }
}

}  // namespace
}  // namespace hardref::model
