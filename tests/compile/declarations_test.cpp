// What a model says about its values against what they are given or computed as, statement by statement.
#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

const Inputs kX3 = {{"x", floats({3}, {1, 2, 3})}};

Inputs two(Tensor a, Tensor b) { return {{"a", std::move(a)}, {"b", std::move(b)}}; }

TEST_CASE("declarations: the element type of any value is right, or the model is wrong") {
  const auto error = [](std::string_view graph, std::string_view functions = "") {
    return error_of(at_opset(13, fmt::format("{} {}", graph, functions)), kX3);
  };
  CHECK(error("g (float[3] x) => (y) <float[3] t> { t = Cast <to = 10> (x) y = Cast <to = 1> (t) }") ==
        "invalid_model: m: node 0 (Cast-13): value \"t\" is declared as float, but is float16");
  CHECK(error("g (float[3] x) => (y) <double x> { y = Max(x) }") ==
        "invalid_model: m: value \"x\" is declared as double, but is float");
  CHECK(error("g (float[3] x) => (y) <double w, float[3] w = {1, 2, 3}> { y = Max(x, w) }") ==
        "invalid_model: m: value \"w\" is declared as double, but is float");
  CHECK(error("g (float[3] x) => (y) <double y> { y = Max(x) }") ==
        "invalid_model: m: node 0 (Max-13): value \"y\" is declared as double, but is float");
  CHECK(error("g (float[3] x) => (y) <seq(float) t> { t = Max(x) y = Max(t) }") ==
        "invalid_model: m: node 0 (Max-13): value \"t\" is not declared as a dense tensor, but is one");
  // What nobody reads is there as well.
  CHECK(error("g (float[3] x) => (y) <double t> { t = Max(x) y = Max(x) }") ==
        "invalid_model: m: node 0 (Max-13): value \"t\" is declared as double, but is float");
  const std::string function =
      "<domain: \"d\", opset_import: [\"\": 13]> f ({} a) => ({} c) <{} b> {{ b = Max(a) c = Max(b) }}";
  CHECK(
      error("g (float[3] x) => (y) { y = d.f(x) }", fmt::format(fmt::runtime(function), "float", "float", "double")) ==
      "invalid_model: m: node 0 (d.f): node 0 (Max-13): value \"b\" is declared as double, but is float");
  CHECK(
      error("g (float[3] x) => (y) { y = d.f(x) }", fmt::format(fmt::runtime(function), "double", "float", "float")) ==
      "invalid_model: m: node 0 (d.f): value \"a\" is declared as double, but is float");
  CHECK(error("g (float[3] x) => (y) { y = d.f(x) }", fmt::format(fmt::runtime(function), "float", "int8", "float")) ==
        "invalid_model: m: node 0 (d.f): node 1 (Max-13): value \"c\" is declared as int8, but is float");
}

TEST_CASE("declarations: an initializer is what the input of its name is declared as") {
  const auto error = [](std::string_view declared) {
    return session_error(at_opset(
        13, fmt::format("g (float[3] x, {} w) => (y) <float[3] w = {{1, 2, 3}}> {{ y = Max(x, w) }}", declared)));
  };
  CHECK(error("double[3]") == "invalid_model: m: initializer \"w\" is declared as double, but is float");
  CHECK(error("float[4]") == "invalid_model: m: initializer \"w\" has shape [3], but is declared with [4]");
  CHECK(error("float[1,3]") == "invalid_model: m: initializer \"w\" has shape [3], but is declared with [1,3]");
  CHECK(error("seq(float)") == "invalid_model: m: initializer \"w\" is not declared as a dense tensor, but is one");
  for (const std::string_view fine : {"float[3]", "float[N]", "float[]", "float[?]", "float[-1]", ""}) {
    CHECK(error(fine) == "no error");
  }
  // Feeding it does not make the model right.
  CHECK(error_of(at_opset(13, "g (float[4] w) => (y) <float[3] w = {1, 2, 3}> { y = Max(w) }"),
                 {{"w", floats({4}, {1, 2, 3, 4})}}) ==
        "invalid_model: m: initializer \"w\" has shape [3], but is declared with [4]");
}

TEST_CASE("declarations: given shapes fit, or nothing is computed") {
  const std::string hardmax = at_opset(13, "g (float[2,3] x) => (float[2,3] y) { y = Hardmax(x) }");
  const Inputs flat = {{"x", floats({6}, {1, 2, 3, 4, 5, 6})}};
  CHECK(error_of(hardmax, flat) == "invalid_input: m: input \"x\" has shape [6], but is declared with [2,3]");
  CHECK(warnings_of(hardmax, flat, {.any_shape = true}) ==
        Strings{"input \"x\" has shape [6], but is declared with [2,3]",
                "output \"y\" has shape [6], but is declared with [2,3]"});

  const std::string sum = at_opset(13, "g (float[N] a, float[N] b) => (y) { y = Add(a, b) }");
  CHECK(error_of(sum, two(floats({3}, {1, 2, 3}), floats({1}, {1}))) ==
        "invalid_input: m: input \"b\" has shape [1], but is declared with [N], and N is 3 in input \"a\"");
  CHECK(warnings_of(sum, two(floats({3}, {1, 2, 3}), floats({1}, {1})), {.any_shape = true}) ==
        Strings{"input \"b\" has shape [1], but is declared with [N], and N is 3 in input \"a\""});
  CHECK(error_of(sum, two(floats({3}, {1, 2, 3}), floats({3}, {1, 2, 3}))) == "no error");
  CHECK(error_of(at_opset(13, "g (float[N,N] x) => (y) { y = Max(x) }"), {{"x", floats({1, 2}, {1, 2})}}) ==
        "invalid_input: m: input \"x\" has shape [1,2], but is declared with [N,N], and N is 1 in input \"x\"");
  // An initializer that nobody overrides is a given input as well.
  CHECK(error_of(at_opset(13, "g (float[N] x, float[N] w) => (y) <float[2] w = {1, 2}> { y = Max(x) }"), kX3) ==
        "invalid_input: m: input \"w\" has shape [2], but is declared with [N], and N is 3 in input \"x\"");
  for (const std::string_view unknown : {"-1", "\"\"", "?"}) {
    const std::string text = at_opset(13, fmt::format("g (float[{0},{0}] x) => (y) {{ y = Max(x) }}", unknown));
    CHECK(error_of(text, {{"x", floats({1, 2}, {1, 2})}}) == "no error");
  }
}

TEST_CASE("declarations: computed shapes that do not fit are warned of") {
  const auto warnings = [](std::string_view graph) { return warnings_of(at_opset(13, graph), kX3); };
  CHECK(warnings("g (float[N] x) => (y) <float[N] t, float[4] u> { t = Max(x) u = Max(t) y = Max(u) }") ==
        Strings{"value \"u\" has shape [3], but is declared with [4]"});
  CHECK(warnings("g (float[N] x) => (float[N] y) { y = Constant <value_floats = [1.0]> () }") ==
        Strings{"output \"y\" has shape [1], but is declared with [N], and N is 3 in input \"x\""});
  CHECK(warnings("g (float[N] x) => (float[M] y, float[M] z) { y = Max(x) z = Constant <value_floats = [1.0]> () }") ==
        Strings{"output \"z\" has shape [1], but is declared with [M], and M is 3 in output \"y\""});
  // Symbols of a function are its own.
  CHECK(warnings(R"(g (float[N] x) => (y, z) { y = d.f(x) c = Constant <value_floats = [1.0]> () z = d.f(c) }
    <domain: "d", opset_import: ["": 13]> f (float[N] a) => (float[N] b) { b = Max(a) })") == Strings{});
}

TEST_CASE("declarations: a function is called under an import of its domain") {
  constexpr std::string_view kText = R"(<ir_version: 8, opset_import: ["": 13]> g (float[3] x) => (y) { y = my.F(x) }
    <domain: "my", opset_import: ["": 13]> F (a) => (b) { b = Max(a) })";
  CHECK(session_error(kText) == "invalid_model: m: node 0 (my.F): opset_import names no version for domain my");
  CHECK(session_error(R"(<ir_version: 8, opset_import: ["": 13, "my": 1]> g (float[3] x) => (y) { y = my.F(x) }
    <domain: "my", opset_import: ["": 13]> F (a) => (b) { b = my.G(a) }
    <domain: "my", opset_import: ["": 13]> G (a) => (b) { b = Max(a) })") ==
        "invalid_model: m: node 0 (my.F): function my.F: node 0 (my.G): opset_import names no version for domain my");
  CHECK(session_error(at_opset(13, R"(g (float[3] x) => (y) { y = d.F(x) }
    <domain: "d", opset_import: ["": 13]> F (a) => (b, b) { b = Max(a) })")) ==
        "invalid_model: m: node 0 (d.F): function d.F: output \"b\" is there twice");
}

TEST_CASE("declarations: what the IR forbids and no number depends on is warned of") {
  const auto warnings = [](std::string_view text) { return warnings_of(text, kX3); };
  CHECK(warnings(at_opset(13, "g (float[3] x) => (y) { [n] t = Max(x) [m] u = Max(t) [n] y = Max(u) }")) ==
        Strings{"nodes 0 and 2 have one name, \"n\""});
  CHECK(warnings(at_opset(13, R"("" (float[3] x) => (y) { y = Max(x) })")) == Strings{"the graph has no name"});
  CHECK(warnings(at_opset(13, "g (x) => (y) { y = Max(x) }")) == Strings{"input \"x\" has no type"});
  CHECK(warnings(R"(<ir_version: 8, opset_import: ["": 13, "ai.onnx": 13], metadata_props: ["k": "1", "k": "2"]>
    g (float[3] x) => (y) { y = Max(x) })") ==
        Strings{"\"\": the domain is imported already", "metadata_props has \"k\" twice"});
  CHECK(warnings(at_opset(13, R"(g (float[3] x) => (y) { y = d.F(x) }
    <domain: "d", opset_import: ["": 13]> F (a) => (c) { [n] b = Max(a) [n] c = Max(b) })")) ==
        Strings{"function d.F: nodes 0 and 1 have one name, \"n\""});
}

TEST_CASE("declarations: text has the versions of the IR that files have") {
  const auto text = [](int version) {
    return fmt::format("<ir_version: {}, opset_import: [\"\": 13]> g (float[3] x) => (y) {{ y = Max(x) }}", version);
  };
  CHECK(session_error(text(99)) == "unsupported: m: ir_version is 99, but must be in [3, 14]");
  CHECK(session_error(text(2)) == "unsupported: m: ir_version is 2, but must be in [3, 14]");
  CHECK(session_error(text(14)) == "no error");
}

}  // namespace
}  // namespace hardref::test
