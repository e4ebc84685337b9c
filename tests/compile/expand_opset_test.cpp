// Under which opset an expanded model stands, and what stays a function because there is none.
#include <onnx/checker.h>

#include <cmath>

#include "compile/expand.h"
#include "compile/support.h"
#include "load/save.h"
#include "support/catch.h"
#include "text/text.h"

namespace hardref::test {
namespace {

std::string model_text(int ir_version, int opset, std::string_view graph) {
  return fmt::format("<ir_version: {}, opset_import: [\"\": {}]> {}", ir_version, opset, graph);
}

Expansion expand(std::string_view text) { return expand_functions(Model::from_text(text).content()); }

// Whether libonnx accepts the model as hardref writes it, or what it says.
std::string checked(const model::Model& model) {
  try {
    onnx::ModelProto proto;
    if (!proto.ParseFromString(serialize_model(model))) return "not a ModelProto";
    onnx::checker::check_model(proto);
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

// The expanded model, written and read back, must give the bits of the original one.
void check_same_results(std::string_view text, const Expansion& expansion, const Inputs& inputs) {
  const std::string bytes = serialize_model(expansion.model);
  const Session session(Model::from_bytes(std::as_bytes(std::span(bytes))));
  const std::vector<NamedTensor> actual = session.run(inputs);
  const std::vector<Tensor> expected = results(text, inputs);
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) CHECK(difference(actual[i].tensor, expected[i]) == "");
}

const Tensor kValues = floats({2, 3}, {-3, -1, -0.1F, 0.7F, NAN, 5});
constexpr std::string_view kSigmoid = "g (float[2,3] x) => (float[2,3] y) { y = HardSigmoid <alpha = 0.3> (x) }";

TEST_CASE("the opset is the lowest one that the body allows, and not below the model's") {
  for (const auto& [from, to] :
       {std::pair{6, 15}, {13, 15}, {14, 15}, {15, 15}, {16, 16}, {17, 17}, {21, 21}, {22, 22}, {28, 28}}) {
    CAPTURE(from);
    const std::string text = model_text(3, from, kSigmoid);
    const Expansion expansion = expand(text);
    CHECK(expansion.model.opset_imports == model::OpsetImports{{"", to}});
    CHECK(expansion.model.ir_version == (from == to ? 3 : 8));
    CHECK(expansion.model.graph.nodes.size() == 12);
    CHECK(expansion.kept == Strings{});
    check_same_results(text, expansion, {{"x", kValues}});
    if (to <= 17) CHECK(checked(expansion.model) == "");
  }
}

TEST_CASE("a newer IR version is kept") {
  CHECK(expand(model_text(10, 13, kSigmoid)).model.ir_version == 10);
  CHECK(expand(model_text(4, 6, kSigmoid)).model.ir_version == 8);
}

TEST_CASE("nodes that mean the same under the new opset move with the body") {
  const std::string text = model_text(7, 6, R"(g (float[2,3] x, float[2,3] w) => (float[2,3] y) {
    a = Mul(x, w) b = HardSigmoid(a) c = Cast <to = 1> (b) d = Min(c, w) y = Max(d, x) })");
  const Expansion expansion = expand(text);
  CHECK(expansion.model.opset_imports == model::OpsetImports{{"", 15}});
  CHECK(expansion.kept == Strings{});
  CHECK(checked(expansion.model) == "");
  check_same_results(text, expansion, {{"x", kValues}, {"w", floats({2, 3}, {1, 2, 3, -4, 5, 6})}});
}

TEST_CASE("a node that would change keeps the model's opset, and the body a function") {
  const std::string text = model_text(7, 6, R"(g (float[1,2,2] x) => (float[1,2,2] y) {
    h = Hardmax(x) a = HardSigmoid <beta = 0.125> (h) y = HardSigmoid(a) })");
  const Expansion expansion = expand(text);
  CHECK(expansion.kept == Strings{"node 1 (HardSigmoid-6): HardSigmoid stays a function with opset 18: its node "
                                  "Constant would mean something else under opset 6",
                                  "node 2 (HardSigmoid-6): HardSigmoid stays a function with opset 18: its node "
                                  "Constant would mean something else under opset 6"});
  CHECK(expansion.model.opset_imports == model::OpsetImports{{"", 6}, {"hardref", 1}});
  CHECK(expansion.model.ir_version == 8);
  REQUIRE(expansion.model.functions.size() == 1);
  CHECK(expansion.model.functions[0].domain == "hardref");
  CHECK(expansion.model.functions[0].name == "HardSigmoid_6");
  CHECK(expansion.model.functions[0].opset_imports == model::OpsetImports{{"", 18}});
  CHECK(expansion.model.functions[0].nodes.size() == 12);
  REQUIRE(expansion.model.graph.nodes.size() == 3);
  CHECK(print(expansion.model.graph.nodes[1]) ==
        "a = hardref.HardSigmoid_6 <beta: float = 0.125, alpha: float = 0.2> (h)");
  check_same_results(text, expansion, {{"x", floats({1, 2, 2}, {1, 2, 4, 3})}});

  // Expanded once more, nothing changes.
  const Expansion again = expand_functions(expansion.model);
  CHECK(print(again.model) == print(expansion.model));
}

TEST_CASE("which nodes hold the opset back") {
  const auto opset_with = [](int opset, std::string_view node) {
    const Expansion expansion =
        expand(model_text(7, opset, fmt::format("g (x) => (y, z) {{ y = HardSigmoid(x) z = {} }}", node)));
    CHECK(expansion.kept.empty() == expansion.model.functions.empty());
    return expansion.kept.empty() ? expansion.model.opset_imports.at("") : -1;
  };
  CHECK(opset_with(6, "Mul(x, x)") == 15);
  CHECK(opset_with(6, "Mul <broadcast = 1> (x, x)") == -1);
  CHECK(opset_with(6, "Mul <axis = 0> (x, x)") == -1);
  CHECK(opset_with(7, "Mul(x, x)") == 15);
  CHECK(opset_with(6, "Add(x, x)") == 15);
  CHECK(opset_with(6, "Max(x, x)") == 15);
  CHECK(opset_with(6, "Cast <to = 10> (x)") == 15);
  CHECK(opset_with(6, "Hardmax <axis = -1> (x)") == -1);
  CHECK(opset_with(11, "Hardmax(x)") == -1);
  CHECK(opset_with(13, "Hardmax(x)") == 15);
  CHECK(opset_with(6, "Constant <value = float {1}> ()") == 15);
  // An operator that is not known here may mean anything under another opset.
  CHECK(opset_with(13, "Conv(x, x)") == -1);
  CHECK(opset_with(15, "Conv(x, x)") == 15);
  CHECK(opset_with(22, "Conv(x, x)") == 22);
  CHECK(opset_with(13, "com.example.Op(x, x)") == 15);
}

TEST_CASE("an unknown operator at opset 13 keeps the body a function") {
  const Expansion expansion = expand(model_text(7, 13, R"(g (float[1,1,2,2] x, float[1,1,1,1] w) => (float[1,1,2,2] y) {
    c = Conv(x, w) y = HardSigmoid(c) })"));
  CHECK(expansion.kept == Strings{"node 1 (HardSigmoid-6): HardSigmoid stays a function with opset 18: its node "
                                  "CastLike would mean something else under opset 13"});
  CHECK(print(expansion.model.graph.nodes.at(0)) == "c = Conv (x, w)");
  const Expansion newer = expand(model_text(7, 22, R"(g (float[1,1,2,2] x, float[1,1,1,1] w) => (float[1,1,2,2] y) {
    c = Conv(x, w) y = HardSigmoid(c) })"));
  CHECK(newer.kept == Strings{});
  CHECK(newer.model.graph.nodes.size() == 13);
}

TEST_CASE("a function of another opset moves in where its nodes mean the same, and stays where not") {
  const auto text = [](std::string_view node) {
    return fmt::format(R"(<ir_version: 8, opset_import: ["": 13, "d": 1]> g (float[1,2,2] x) => (float[1,2,2] y) {{
      y = d.f(x) }} <domain: "d", opset_import: ["": 11]> f (a) => (b) {{ b = {} }})",
                       node);
  };
  const Inputs inputs = {{"x", floats({1, 2, 2}, {1, 2, 4, 3})}};
  const Expansion moved = expand(text("Add(a, a)"));
  CHECK(moved.kept == Strings{});
  CHECK(moved.model.functions.empty());
  CHECK(moved.model.opset_imports.at("") == 13);
  const Expansion kept = expand(text("Hardmax(a)"));
  CHECK(kept.kept == Strings{"node 0 (d.f): d.f stays a function with opset 11: its node Hardmax would mean something "
                             "else under opset 13"});
  CHECK(kept.model.functions.size() == 1);
  CHECK(print(kept.model.graph.nodes.at(0)) == "y = d.f (x)");
  check_same_results(text("Hardmax(a)"), kept, inputs);
}

TEST_CASE("a body that stays a function does not meet a function of the model that has its name") {
  constexpr std::string_view kGraph = R"(<ir_version: 8, opset_import: ["": 6, "hardref": 1]>
    g (float[2,3] x) => (float[2,3] y, float[2,3] z) { u = Conv(x) y = HardSigmoid(x) z = hardref.HardSigmoid_6(x) }
    <domain: "hardref", opset_import: ["": 6]> HardSigmoid_6 (X) => (Y) { Y = Mul(X, X) })";
  const Expansion expansion = expand(kGraph);
  CHECK(print(expansion.model.graph.nodes.at(1)).starts_with("y = hardref.HardSigmoid_6_2 "));
  REQUIRE(expansion.model.functions.size() == 1);
  CHECK(expansion.model.functions[0].name == "HardSigmoid_6_2");
}

TEST_CASE("imports that only functions have come along") {
  const Expansion expansion = expand(R"(<ir_version: 8, opset_import: ["d": 1]> g (float x) => (float y) { y = d.f(x) }
    <domain: "d", opset_import: ["": 17, "e": 3]> f (a) => (b) { t = e.Op(a) b = Add(t, t) })");
  CHECK(expansion.model.opset_imports == model::OpsetImports{{"", 17}, {"d", 1}, {"e", 3}});
  CHECK(expansion.model.functions.empty());
}

TEST_CASE("two versions of one custom domain do not meet") {
  const Expansion expansion = expand(R"(<ir_version: 8, opset_import: ["": 17, "d": 1, "e": 2]> g (x) => (y, z) {
    y = d.f(x) z = e.Op(x) } <domain: "d", opset_import: ["e": 3]> f (a) => (b) { b = e.Op(a) })");
  CHECK(
      expansion.kept ==
      Strings{"node 0 (d.f): d.f stays a function with opset 3: its node Op would mean something else under opset 2"});
  CHECK(expansion.model.functions.size() == 1);
}

TEST_CASE("libonnx accepts expanded functions of every kind") {
  const std::string text = R"(<ir_version: 8, opset_import: ["": 16, "d": 1]>
    g (float[2,3] x) => (float[2,3] y, float[2,3] z) { y = d.outer <k = 2.0> (x) z = d.outer(y, x) }
    <domain: "d", opset_import: ["": 16, "d": 1]> outer <k> (a, c) => (b) {
      t = d.inner(a) b = HardSigmoid <alpha: float = @k> (t) }
    <domain: "d", opset_import: ["": 16]> inner (a) => (b) { b = Hardmax <axis = 0> (a) })";
  const Expansion expansion = expand(text);
  CHECK(checked(expansion.model) == "");
  check_same_results(text, expansion, {{"x", kValues}});
  // The checker does look at names.
  model::Model broken = expansion.model;
  broken.graph.nodes.back().inputs.front() = "nowhere";
  CHECK_FALSE(checked(broken).empty());
}

}  // namespace
}  // namespace hardref::test
