// An expanded model keeps the model's opset; what stays a function because it cannot stand under that.
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

TEST_CASE("the model keeps its opset and its IR version") {
  for (const int opset : {6, 7, 8, 11, 12, 13, 14, 15, 17, 21, 22, 28}) {
    CAPTURE(opset);
    const std::string text = model_text(3, opset, kSigmoid);
    const Expansion expansion = expand(text);
    CHECK(expansion.model.opset_imports == model::OpsetImports{{"", opset}});
    CHECK(expansion.model.ir_version == 3);
    CHECK(expansion.model.graph.nodes.size() == 8);
    CHECK(expansion.kept == Strings{});
    check_same_results(text, expansion, {{"x", kValues}});
    if (opset <= 17) CHECK(checked(expansion.model) == "");
  }
}

// The nodes of the expanded model, a line each.
std::string expanded_nodes(std::string_view text, const ExpandOptions& options = {}) {
  std::string lines = "\n";
  for (const model::Node& node : expand_functions(Model::from_text(text).content(), options).model.graph.nodes) {
    lines += print(node) + "\n";
  }
  return lines;
}

std::string expand_error(std::string_view text) {
  return message_of([&] { return expand_functions(Model::from_text(text).content()); });
}

TEST_CASE("where Min and Max do not broadcast, constants have the shape") {
  CHECK(expanded_nodes(model_text(3, 7, "g (float[2] x) => (y) { y = HardSigmoid (x) }")) == R"(
y_Alpha = Constant <value: tensor = float {0.2}> ()
y_Beta = Constant <value: tensor = float {0.5}> ()
y_Zero = Constant <value: tensor = float[2] {0, 0}> ()
y_One = Constant <value: tensor = float[2] {1, 1}> ()
y_AlphaMulX = Mul (x, y_Alpha)
y_AlphaMulXAddBeta = Add (y_AlphaMulX, y_Beta)
y_MinOneOrAlphaMulXAddBeta = Min (y_AlphaMulXAddBeta, y_One)
y = Max (y_MinOneOrAlphaMulXAddBeta, y_Zero)
)");
  // The shape of the output is that of the input.
  CHECK(expanded_nodes(model_text(3, 6, "g (float x) => (float[2] y) { t = Relu(x) y = HardSigmoid (t) }"))
            .find("y_Alpha = Constant <value: tensor = float[2] {0.2, 0.2}> ()") != std::string::npos);
  const auto message = [](int opset, std::string_view op) {
    return fmt::format(
        "unsupported: node 0 (HardSigmoid-6): cannot be written for opset {}, whose {} does not broadcast, while the "
        "shape of value \"x\" is not known: infer shapes first, or leave it with --keep-functions",
        opset, op);
  };
  CHECK(expand_error(model_text(3, 6, "g (float[N] x) => (y) { y = HardSigmoid (x) }")) == message(6, "Mul"));
  CHECK(expand_error(model_text(3, 7, "g (float[N] x) => (y) { y = HardSigmoid (x) }")) == message(7, "Min"));
  CHECK(expand_error(model_text(3, 8, "g (float[N] x) => (y) { y = HardSigmoid (x) }")) == "no error");
}

TEST_CASE("a constant that got a shape is no longer said to be a scalar") {
  const auto infos = [](int opset) {
    return names_of(
        expand(fmt::format(R"(<ir_version: 10, opset_import: ["": {}, "d": 1]> g (float16[4] x) => (y) {{ y = d.f(x) }}
      <domain: "d", opset_import: ["": 15]> f (a) => (b) <float16 k, float16[4] c> {{
        t = Constant <value_float = 0.1> () k = CastLike(t, a) c = Mul(k, a) b = Add(c, a) }})",
                           opset))
            .model.graph.value_infos);
  };
  CHECK(infos(13) == Strings{"y_k", "y_c"});
  CHECK(infos(6) == Strings{"y_c"});
}

TEST_CASE("where the type is not known, CastLike stays, and below opset 15 the value is named") {
  CHECK(expanded_nodes(model_text(8, 15, "g (x) => (y) { y = HardSigmoid (x) }"))
            .starts_with("\ny_Alpha = Constant <value_float: float = 0.2> ()\ny_AlphaCast = CastLike (y_Alpha, x)\n"));
  CHECK(expand_error(model_text(8, 14, "g (x) => (y) { [act] y = HardSigmoid (x) }")) ==
        "unsupported: node \"act\" (HardSigmoid-6): cannot be written for opset 14 while the element type of value "
        "\"x\" is not known: give it with --type x=TYPE, infer shapes first, or leave it with --keep-functions");
  CHECK(expanded_nodes(model_text(8, 14, "g (x) => (y) { y = HardSigmoid (x) }"), {.types = {{"x", DataType::kDouble}}})
            .starts_with("\ny_AlphaCast = Constant <value: tensor = double {0.20000000298023224}> ()\n"));
}

TEST_CASE("functions that are kept are those of the model; operators with a body go") {
  const std::string text = R"(<ir_version: 8, opset_import: ["": 13, "d": 1]> g (float x, z) => (y, u) {
    t = d.f (x) y = HardSigmoid (x) u = HardSigmoid (z) }
    <domain: "d", opset_import: ["": 13]> f (a) => (b) { b = HardSigmoid (a) })";
  const Expansion kept =
      expand_functions(Model::from_text(text).content(), {.keep_functions = true, .keep_unknown = true});
  CHECK(kept.model.functions.size() == 1);
  CHECK(print(kept.model.graph.nodes.front()) == "t = d.f (x)");
  CHECK(print(kept.model.graph.nodes.back()) == "u = HardSigmoid (z)");
  CHECK(kept.model.graph.nodes.size() == 10);
  CHECK(kept.kept ==
        Strings{"node 2 (HardSigmoid-6): HardSigmoid stays: the element type of value \"z\" is not known"});
}

TEST_CASE("an expanded model can be expanded again, and does not change") {
  const Expansion expansion = expand(model_text(7, 6, R"(g (float[1,2,2] x) => (float[1,2,2] y) {
    a = HardSigmoid <beta = 0.125> (x) y = HardSigmoid(a) })"));
  CHECK(print(expand_functions(expansion.model).model) == print(expansion.model));
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

TEST_CASE("an unknown operator moves where its version is the same") {
  const auto kept = [](int model_opset, int function_opset) {
    return expand(fmt::format(R"(<ir_version: 8, opset_import: ["": {}, "d": 1]> g (float x, float w) => (y) {{
      y = d.f(x, w) }} <domain: "d", opset_import: ["": {}]> f (a, w) => (b) {{ b = Conv(a, w) }})",
                              model_opset, function_opset))
        .kept;
  };
  CHECK(kept(13, 21) == Strings{});
  CHECK(kept(13, 22) == Strings{"node 0 (d.f): d.f stays a function with opset 22: its node Conv would mean something "
                                "else under opset 13"});
}

TEST_CASE("what a function says of its values comes along, without its symbols") {
  const Expansion expansion = expand(R"(<ir_version: 10, opset_import: ["": 18, "d": 1]>
    g (float[2,3] x) => (y) <double[7] y_t, float[2,N] z> { z = d.f(x) y = d.f(z) }
    <domain: "d", opset_import: ["": 18]> f (a) => (b) <float[2,N] t, float[N] b> { t = Add(a, a) b = Mul(t, a) })");
  // The graph's own of a value that is not there goes, and its name is taken all the same.
  std::string infos;
  for (const model::ValueInfo& info : expansion.model.graph.value_infos)
    infos += info.name + " " + print(*info.type) + "\n";
  CHECK(infos == "z float[2,N]\nz_t float[2,?]\ny_t_2 float[2,?]\n");
}

// Every operator with every type, moved from every opset into every other.
TEST_CASE("no expanded model gives another result than the model, or none") {
  constexpr std::array kOpsets{1, 6, 7, 8, 9, 12, 13, 14, 15, 18, 19, 21, 22, 23, 24, 25, 28};
  const auto bodies = [](DataType type) {
    return std::vector<std::string>{"b = Add(a, c)",
                                    "b = Mul(a, c)",
                                    "b = Min(a, c)",
                                    "b = Max(a, c)",
                                    "b = Hardmax(a)",
                                    "b = HardSigmoid(a)",
                                    fmt::format("b = Cast <to = {}> (i)", static_cast<int>(type)),
                                    "b = Cast <to = 1> (a)",
                                    "b = CastLike(i, a)",
                                    "b = CastLike(a, i)",
                                    "t = Constant <value_float: float = 0.3> () b = CastLike(t, a)"};
  };
  std::size_t moved = 0;
  std::size_t stayed = 0;
  for (const DataType type : AllTypes::kSet.types()) {
    for (const std::string& body : bodies(type)) {
      for (const int from : kOpsets) {
        for (const int to : kOpsets) {
          const std::string text = fmt::format(
              R"(<ir_version: 8, opset_import: ["": {0}, "d": 1]> g ({1}[2] a, {1}[1] c, float[1] i) => (y) {{
              y = d.f(a, c, i) }} <domain: "d", opset_import: ["": {2}]> f (a, c, i) => (b) {{ {3} }})",
              to, to_string(type), from, body);
          const Inputs inputs{{"a", Tensor(type, {2})}, {"c", Tensor(type, {1})}, {"i", floats({1}, {0.7F})}};
          std::vector<Tensor> expected;
          if (message_of([&] {
                expected = results(text, inputs);
                return 0;
              }) != "no error") {
            continue;
          }
          CAPTURE(text);
          const Expansion expansion = expand(text);
          (expansion.kept.empty() ? moved : stayed) += 1;
          const Session session(Model(std::make_shared<const model::Model>(expansion.model)));
          const Tensor actual = session.run(inputs).front().tensor;
          if (difference(actual, expected.front()) != "") FAIL(print(expansion.model));
        }
      }
    }
  }
  CHECK(moved > 1000);
  CHECK(stayed > 1000);
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
