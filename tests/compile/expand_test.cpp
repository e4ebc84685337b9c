#include "compile/expand.h"

#include "compile/support.h"
#include "support/catch.h"
#include "text/text.h"

namespace hardref::test {
namespace {

Expansion expand(std::string_view text) { return expand_functions(Model::from_text(text).content()); }

// The nodes of the expanded graph, a line each.
std::string expanded_nodes(std::string_view text) {
  std::string lines = "\n";
  for (const model::Node& node : expand(text).model.graph.nodes) lines += print(node) + "\n";
  return lines;
}

std::string expand_error(std::string_view text, std::size_t max_nodes = 1'000'000) {
  return message_of([&] { return expand_functions(Model::from_text(text).content(), {.max_nodes = max_nodes}); });
}

Strings function_names(const model::Model& model) {
  Strings names;
  for (const model::Function& function : model.functions) names.push_back(function.domain + "." + function.name);
  return names;
}

// The expanded model must give the bits of the original one.
void check_same_results(std::string_view text, const Inputs& inputs) {
  const auto content = std::make_shared<const model::Model>(expand(text).model);
  CAPTURE(model::print(*content));
  const std::vector<NamedTensor> actual = Session(Model(content)).run(inputs);
  const std::vector<Tensor> expected = results(text, inputs);
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) CHECK(difference(actual[i].tensor, expected[i]) == "");
}

const Inputs kX = {{"x", floats({2, 3}, {-3, -1, -0.1F, 0.7F, 2, 5})}};

TEST_CASE("HardSigmoid becomes Mul, Add, Min and Max with constants of its type, alpha and beta bound") {
  const std::string text =
      at_opset(22, "g (float[2,3] x) => (float[2,3] y) { [act] y = HardSigmoid <beta = 0.25> (x) }");
  CHECK(expanded_nodes(text) == R"(
y_Alpha = Constant <value_float: float = 0.2> ()
y_Beta = Constant <value_float: float = 0.25> ()
y_Zero = Constant <value: tensor = float {0}> ()
y_One = Constant <value: tensor = float {1}> ()
y_AlphaMulX = Mul (x, y_Alpha)
y_AlphaMulXAddBeta = Add (y_AlphaMulX, y_Beta)
y_MinOneOrAlphaMulXAddBeta = Min (y_AlphaMulXAddBeta, y_One)
y = Max (y_MinOneOrAlphaMulXAddBeta, y_Zero)
)");
  const Expansion expansion = expand(text);
  CHECK(expansion.kept == Strings{});
  CHECK(expansion.model.opset_imports == model::OpsetImports{{"", 22}, {"d", 1}});
  CHECK(expansion.model.ir_version == 8);
  CHECK(expansion.model.functions.empty());
  check_same_results(text, kX);
}

TEST_CASE("an expanded HardSigmoid gives the bits of the original for every type") {
  const auto check = [](int opset, const Tensor& x) {
    CAPTURE(opset, to_string(x.type()));
    const std::string attributes = opset == 6 ? "<alpha = 0.3, beta = 0.1>" : "";
    check_same_results(at_opset(opset, fmt::format("g ({}[{}] x) => (y) {{ y = HardSigmoid {} (x) }}",
                                                   to_string(x.type()), x.size(), attributes)),
                       {{"x", x}});
  };
  check(22, all_bits<BFloat16>());
  for (const int opset : {6, 22}) {
    check(opset, all_bits<Float16>());
    check(opset, all_bits<float>());
    check(opset, all_bits<double>());
  }
}

TEST_CASE("attributes are bound to the value that is given, zero too, or the page's default") {
  const auto constants = [](std::string_view attributes) {
    const Expansion expansion =
        expand(at_opset(22, fmt::format("g (float x) => (y) {{ y = HardSigmoid {} (x) }}", attributes)));
    const auto value = [&](std::size_t node) {
      return *expansion.model.graph.nodes.at(node).attributes.at(0).get<float>();
    };
    return std::pair(value(0), value(1));
  };
  CHECK(constants("") == std::pair(0.2F, 0.5F));
  CHECK(constants("<alpha = 0.0>") == std::pair(0.0F, 0.5F));
  CHECK(constants("<beta = 0.0, alpha = -1.5>") == std::pair(-1.5F, 0.0F));
}

TEST_CASE("new names do not clash with any name of the model") {
  const std::string text = at_opset(22, R"(g (float[2,3] x, float[2,3] y_Alpha) => (y, z) <float y_Beta = {1}> {
    y_Zero = Add(x, y_Alpha) y = HardSigmoid(y_Zero) y_One = Mul(y, y_Beta)
    z = HardSigmoid(y_One) })");
  const std::string nodes = expanded_nodes(text);
  for (const std::string_view node :
       {"y_Alpha_2 = Constant", "y_Beta_2 = Constant", "y_Zero_2 = Constant", "y_One_2 = Constant",
        "y_AlphaMulX = Mul (y_Zero, y_Alpha_2)", "z_Alpha = Constant", "z_AlphaMulX = Mul (y_One, z_Alpha)"}) {
    CAPTURE(nodes, node);
    CHECK(nodes.find(fmt::format("\n{}", node)) != std::string::npos);
  }
  check_same_results(text, {kX[0], {"y_Alpha", floats({2, 3}, {1, 2, 3, -4, -5, -6})}});
}

TEST_CASE("new names do not clash with those inside of graph attributes") {
  const std::string nodes = expanded_nodes(at_opset(22, R"(g (float x, bool c) => (z) { y = HardSigmoid(x)
    z = If <then_branch = t () => (y_One) { y_One = Add(y, y) }, else_branch = e () => (y) {}> (c) })"));
  CAPTURE(nodes);
  CHECK(nodes.find("\ny_One_2 = Constant") != std::string::npos);
  CHECK(nodes.find("\ny_One = Constant") == std::string::npos);
}

TEST_CASE("nested functions, with attributes, defaults, unused outputs and inner names") {
  const std::string text =
      at_opset(18, R"(g (float[2,3] x) => (y, z) { y, = d.outer <k = 2.0> (x) [b] u, z = d.outer(x, y) }
    <domain: "d", opset_import: ["": 18, "d": 1]> outer <j = 0.25, k> (a, c) => (p, q) {
      t = d.inner <k: float = @k> (a) [h] p = HardSigmoid <alpha: float = @k, beta: float = @j> (t) q = d.inner(p) }
    <domain: "d", opset_import: ["": 18, "d": 1]> inner <k = 3.0> (a) => (b) {
      t = Constant <value_float: float = @k> () b = Mul(a, t) })");
  CHECK(function_names(expand(text).model) == Strings{});
  CHECK(expand(text).model.graph.nodes.size() == 24);  // twice 2 + 8 + 2
  check_same_results(text, kX);
}

TEST_CASE("inputs that a call leaves out are left out inside as well") {
  CHECK(expanded_nodes(at_opset(18, R"(g (x) => (y) { y = d.f(x) }
    <domain: "d", opset_import: ["": 18, "d": 1]> f (a, c) => (b) { t = Erf(a, c) b = Clip(t, , c) })")) == R"(
y_t = Erf (x, "")
y = Clip (y_t, , "")
)");
}

TEST_CASE("node names say which call they came from") {
  CHECK(expanded_nodes(at_opset(18, R"(g (x) => (y) { [call] y = d.f(x) }
    <domain: "d", opset_import: ["": 18, "d": 1]> f (a) => (b) { [first] t = Add(a, a) b = Add(t, t) })")) == R"(
[y_first] y_t = Add (x, x)
y = Add (y_t, y_t)
)");
}

TEST_CASE("a function that cannot stand in place of a call stays, and so do the functions it needs") {
  // An output that is an input has no node.
  const std::string text = at_opset(18, R"(g (float[2,3] x) => (y, z) { y, z = d.pass(x) }
    <domain: "d", opset_import: ["": 18, "d": 1]> pass (a) => (b, a) { b = d.twice(a) }
    <domain: "d", opset_import: ["": 18, "d": 1]> twice (a) => (b) { b = Add(a, a) }
    <domain: "d", opset_import: ["": 18, "d": 1]> unused (a) => (b) { b = Add(a, a) })");
  CHECK(expanded_nodes(text) == "\ny, z = d.pass (x)\n");
  CHECK(function_names(expand(text).model) == Strings{"d.pass", "d.twice"});
  CHECK(expand(text).kept ==
        Strings{"node 0 (d.pass): d.pass stays a function: its output a is an input or another output as well"});
  check_same_results(text, kX);
}

TEST_CASE("calls in the graphs of a node are expanded, and what the graphs capture keeps its name") {
  CHECK(expanded_nodes(at_opset(22, R"(g (float x, bool c) => (z) { y = HardSigmoid(x)
    z = If <then_branch = t () => (s) { s = d.twice(y) }, else_branch = e () => (s) { s = HardSigmoid(y) }> (c) }
    <domain: "d", opset_import: ["": 22]> twice (a) => (b) { c = Add(a, a) b = Mul(c, a) })"))
            .ends_with(R"(
z = If (c) <then_branch: graph = t () => (s)
  {
    s_c = Add (y, y)
    s = Mul (s_c, y)
  }, else_branch: graph = e () => (s)
  {
    s_Alpha = Constant <value_float: float = 0.2> ()
    s_Beta = Constant <value_float: float = 0.5> ()
    s_Zero = Constant <value: tensor = float {0}> ()
    s_One = Constant <value: tensor = float {1}> ()
    s_AlphaMulX = Mul (y, s_Alpha)
    s_AlphaMulXAddBeta = Add (s_AlphaMulX, s_Beta)
    s_MinOneOrAlphaMulXAddBeta = Min (s_AlphaMulXAddBeta, s_One)
    s = Max (s_MinOneOrAlphaMulXAddBeta, s_Zero)
  }>
)"));
}

TEST_CASE("the graphs of a function's nodes get names of their own for each call, and bound attributes") {
  const std::string text = at_opset(22, R"(g (float x, bool c) => (y, z) { y = d.f <k = 2> (x, c) z = d.f(y, c) }
    <domain: "d", opset_import: ["": 22]> f <k: int = 3> (a, c) => (b) {
      b = If <then_branch = t () => (s) { [n] s = Op <k: int = @k> (a) }, else_branch = e () => (a) {}> (c) })");
  CHECK(expanded_nodes(text) == R"(
y = If (c) <then_branch: graph = t () => (y_s)
  {
    [y_n] y_s = Op <k: int = 2> (x)
  }, else_branch: graph = e () => (x)
  {
  }>
z = If (c) <then_branch: graph = t () => (z_s)
  {
    [z_n] z_s = Op <k: int = 3> (y)
  }, else_branch: graph = e () => (y)
  {
  }>
)");
  CHECK(function_names(expand(text).model) == Strings{});
}

TEST_CASE("a graph that is passed to a function is expanded, whether the function stays or not") {
  const std::string gone = expanded_nodes(at_opset(22, R"(g (float x) => (y) {
      y = d.f <body = b (float16 q) => (r) { r = HardSigmoid(q) }> (x) }
      <domain: "d", opset_import: ["": 22, "d": 1]> f <body> (a) => (b) { b = Wrap <body: graph = @body> (a) })"));
  CHECK(gone.starts_with("\ny = Wrap (x) <body: graph = b (float16 q) => (r)\n"));
  CHECK(gone.find("r = Max (r_MinOneOrAlphaMulXAddBeta, r_ZeroCast)") != std::string::npos);
  const std::string kept = expanded_nodes(at_opset(22, R"(g (float x) => (y) {
      y, z = d.f <body = b (float16 q) => (r) { r = HardSigmoid(q) }> (x) }
      <domain: "d", opset_import: ["": 22, "d": 1]> f <body> (a) => (b, a) { b = Wrap <body: graph = @body> (a) })"));
  CHECK(kept.starts_with("\ny, z = d.f (x) <body: graph = b (float16 q) => (r)\n"));
  CHECK(kept.find("r = Max (r_MinOneOrAlphaMulXAddBeta, r_ZeroCast)") != std::string::npos);
  // Of another opset, it stays for what its node means.
  const std::string older = expanded_nodes(at_opset(13, R"(g (float x) => (y) {
      y = d.f <body = b (float16 q) => (r) { r = HardSigmoid(q) }> (x) }
      <domain: "d", opset_import: ["": 22, "d": 1]> f <body> (a) => (b) { b = Wrap <body: graph = @body> (a) })"));
  CHECK(older.starts_with("\ny = d.f (x) <body: graph = b (float16 q) => (r)\n"));
  CHECK(older.find("r = Max (r_MinOneOrAlphaMulXAddBeta, r_ZeroCast)") != std::string::npos);
}

TEST_CASE("a function that a graph among attributes still calls stays in the model") {
  const Expansion expansion = expand(at_opset(18, R"(g (float x, bool c) => (z) {
    z = If <then_branch = t () => (p) { p, q = d.pass(x) }, else_branch = e () => (x) { }> (c) }
    <domain: "d", opset_import: ["": 18]> pass (a) => (b, a) { b = Add(a, a) }
    <domain: "d", opset_import: ["": 18]> unused (a) => (b) { b = Add(a, a) })"));
  CHECK(function_names(expansion.model) == Strings{"d.pass"});
  CHECK(expansion.kept ==
        Strings{"node 0 (d.pass): d.pass stays a function: its output a is an input or another output as well"});
}

TEST_CASE("what the graphs of a node capture stands before the node") {
  const std::string text = at_opset(22, R"(g (bool c, float[2] x) => (z) {
      z = If (c) <then_branch = t () => (o) { o = Mul(b, b) }, else_branch = e () => (z) { z = Add(b, b) }>
      b = Add(a, x) a = Mul(x, x) })");
  Strings outputs;
  for (const model::Node& node : expand(text).model.graph.nodes) outputs.push_back(node.outputs.front());
  CHECK(outputs == Strings{"a", "b", "z"});
}

TEST_CASE("what is no function is left as it is") {
  const std::string text = at_opset(5, "g (float[2,3] x) => (y) { z = HardSigmoid(x) y = Hardmax(z) }");
  const Expansion expansion = expand(text);
  CHECK(print(expansion.model) == print(Model::from_text(text).content()));
  CHECK(expansion.kept == Strings{});
}

TEST_CASE("calls are checked before they are expanded") {
  CHECK(expand_error(at_opset(22, "g (float x) => (y) { [act] y = HardSigmoid <gamma = 1.0> (x) }")) ==
        "invalid_model: node \"act\" (HardSigmoid-22): unknown attribute gamma; known are alpha, beta");
  CHECK(expand_error(at_opset(22, "g (float x) => (y) { y = HardSigmoid(x, x) }")) ==
        "invalid_model: node 0 (HardSigmoid-22): number of inputs is 2, expected 1");
  CHECK(expand_error(at_opset(22, R"(g (float x) => (y) { y = d.f <r = 1> (x) }
    <domain: "d", opset_import: ["": 18, "d": 1]> f (a) => (b) { b = Add(a, a) })")) ==
        "invalid_model: node 0 (d.f): function d.f has no attribute r");
  CHECK(expand_error(at_opset(22, R"(g (float x) => (y) { y = d.f(x) }
    <domain: "d", opset_import: ["": 18, "d": 1]> f (a) => (b) { b = d.f(a) })")) ==
        "invalid_model: function d.f calls itself");
}

TEST_CASE("the expansion has a budget") {
  const std::string text = at_opset(22, "g (float x) => (y) { y = HardSigmoid(x) }");
  CHECK(expand_error(text, 13) == "no error");  // the call and the twelve nodes
  CHECK(expand_error(text, 12) == "limit: node 0 (HardSigmoid-22): expanding functions gives more than 12 nodes");
  std::string doublings = "g (float x) => (y) { y = d.f0(x) } ";
  for (int i = 0; i < 64; ++i) {
    const std::string callee = i == 63 ? "Hardmax" : fmt::format("d.f{}", i + 1);
    doublings +=
        fmt::format("<domain: \"d\", opset_import: [\"\": 18, \"d\": 1]> f{} (a) => (c) {{ b = {}(a) c = {}(b) }} ", i,
                    callee, callee);
  }
  CHECK(expand_error(at_opset(22, doublings), 1000) ==
        "limit: node 0 (d.f0): expanding functions gives more than 1000 nodes");
}

}  // namespace
}  // namespace hardref::test
