#include "compile/resolve.h"

#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

const Inputs kX = {{"x", floats({2}, {1, 2})}};
constexpr std::string_view kCall = "g (float[2] x) => (y) { [call] y = d.f(x) } ";
constexpr std::string_view kHeader = "<domain: \"d\", opset_import: [\"\": 13, \"d\": 1]> ";

// Functions f0 to f<count - 1>, each calling the next one calls times, the last one Mul. The lowest stand first where
// ascending is not set.
std::string nested_functions(int count, int calls, bool ascending) {
  std::string text;
  for (int n = 0; n < count; ++n) {
    const int i = ascending ? n : count - 1 - n;
    const std::string callee = i == count - 1 ? "Mul" : fmt::format("d.f{}", i + 1);
    std::string nodes;
    for (int k = 0; k < calls; ++k) {
      const std::string from = k == 0 ? "a" : fmt::format("b{}", k - 1);
      nodes += fmt::format("b{} = {}({}) ", k, callee, i == count - 1 ? fmt::format("{0}, {0}", from) : from);
    }
    text += fmt::format("{}f{} (a) => (b{}) {{ {} }} ", kHeader, i, calls - 1, nodes);
  }
  return text;
}

std::string nested_model(int count, int calls, bool ascending = true) {
  return at_opset(13, "g (float[2] x) => (y) { [call] y = d.f0(x) } " + nested_functions(count, calls, ascending));
}

std::string function_error(std::string_view functions) {
  return session_error(at_opset(13, fmt::format("{}{}", kCall, functions)));
}

TEST_CASE("an operator that is not there") {
  constexpr std::string_view kKnown = "known are Add, Cast, CastLike, Constant, Hardmax, HardSigmoid, Max, Min, Mul";
  CHECK(session_error(at_opset(13, "g (float[2] x) => (y) { [z] y = Erf(x) }")) ==
        fmt::format("unsupported: m: node \"z\" (Erf): no such operator here; {}", kKnown));
  CHECK(session_error(at_opset(13, "g (float[2] x) => (y) { y = d.Mul(x, x) }")) ==
        fmt::format("unsupported: m: node 0 (d.Mul): no such operator here; {}", kKnown));
  CHECK(session_error(at_opset(13, "g (float[2] x) => (y) { y = hardmax(x) }")) ==
        fmt::format("unsupported: m: node 0 (hardmax): no such operator here; {}; did you mean Hardmax?", kKnown));
  CHECK(
      session_error(at_opset(13, R"(g (float[2] x) => (y) { a = Erf(x) b = Relu(a) c = d.F(b) y = Erf(c) }
          <domain: "d", opset_import: ["": 13]> F (a) => (b) { b = Erf(a) })")) ==
      fmt::format("unsupported: m: node 0 (Erf): no such operator here; {}; missing in all are Erf (3 nodes), Relu (1 "
                  "node)",
                  kKnown));
}

TEST_CASE("an opset that does not have the operator") {
  CHECK(session_error(at_opset(29, "g (float[2] x) => (y) { [n] y = HardSigmoid(x) }")) ==
        "unsupported: m: node \"n\" (HardSigmoid): opset 29 is newer than 28, the newest that is known here");
  CHECK(session_error(at_opset(28, "g (float[2] x) => (y) { [n] y = HardSigmoid(x) }")) == "no error");
  CHECK(session_error(at_opset(13, "g (float[2] x) => (y) { y = CastLike(x, x) }")) ==
        "invalid_model: m: node 0 (CastLike): opset 13 does not have it; it begins with opset 15");
  CHECK(session_error(at_opset(0, "g (float[2] x) => (y) { y = Hardmax(x) }")) ==
        "invalid_model: m: node 0 (Hardmax): opset 0 does not have it; it begins with opset 1");
  // Without a node, no opset is needed.
  CHECK(session_error(at_opset(29, "g (float[2] x) => (x) {}")) == "no error");
}

TEST_CASE("opset_import has to name the domain") {
  CHECK(session_error(R"(<ir_version: 8, opset_import: ["d": 1]> g (float[2] x) => (y) { y = Hardmax(x) })") ==
        "invalid_model: m: node 0 (Hardmax): opset_import names no version for the default domain");
  CHECK(session_error(R"(<ir_version: 8, opset_import: ["": 13]> g (float[2] x) => (y) { y = e.Op(x) })") ==
        "invalid_model: m: node 0 (e.Op): opset_import names no version for domain e");
  CHECK(function_error("<domain: \"d\", opset_import: [\"d\": 1]> f (a) => (b) { b = Mul(a, a) }") ==
        "invalid_model: m: node \"call\" (d.f): function d.f: node 0 (Mul): opset_import names no version for the "
        "default "
        "domain");
}

TEST_CASE("ai.onnx is the default domain") {
  const std::string text = R"(<ir_version: 8, opset_import: ["ai.onnx": 13]> g (float[2] x) => (y) {
    y = ai.onnx.Hardmax(x) })";
  CHECK(difference(result(text, kX), floats({2}, {0, 1})) == "");
}

TEST_CASE("labels name the version that the opset selects") {
  const auto label = [](int opset) {
    const Model model = Model::from_text(at_opset(opset, "g (float[2] x) => (y) { y = Hardmax(x) }"));
    return resolve(model.content()).nodes.at(0).label;
  };
  CHECK(label(1) == "node 0 (Hardmax-1)");
  CHECK(label(10) == "node 0 (Hardmax-1)");
  CHECK(label(11) == "node 0 (Hardmax-11)");
  CHECK(label(12) == "node 0 (Hardmax-11)");
  CHECK(label(13) == "node 0 (Hardmax-13)");
  CHECK(label(28) == "node 0 (Hardmax-13)");
}

TEST_CASE("a function that calls itself, directly or not, called or not") {
  CHECK(function_error(R"(<domain: "d", opset_import: ["": 13, "d": 1]> f (a) => (b) { b = d.f(a) })") ==
        "invalid_model: m: function d.f calls itself");
  CHECK(function_error(R"(<domain: "d", opset_import: ["": 13, "d": 1]> f (a) => (b) { b = d.h(a) }
                          <domain: "d", opset_import: ["": 13, "d": 1]> h (a) => (b) { b = d.f(a) })") ==
        "invalid_model: m: function d.f calls itself");
  CHECK(function_error(R"(<domain: "d", opset_import: ["": 13, "d": 1]> f (a) => (b) { b = Mul(a, a) }
                          <domain: "d", opset_import: ["": 13, "d": 1]> h (a) => (b) { b = d.k(a) }
                          <domain: "d", opset_import: ["": 13, "d": 1]> k (a) => (b) { c = d.f(a) b = d.h(c) })") ==
        "invalid_model: m: function d.h calls itself");
}

TEST_CASE("a function that is defined twice") {
  CHECK(function_error(R"(<domain: "d", opset_import: ["": 13, "d": 1]> f (a) => (b) { b = Mul(a, a) }
                          <domain: "d", opset_import: ["": 13, "d": 1]> f (a) => (b) { b = Add(a, a) })") ==
        "invalid_model: m: function d.f is defined twice");
  CHECK(function_error(R"(<domain: "d", opset_import: ["": 13, "d": 1]> f (a) => (b) { b = Mul(a, a) }
                          <opset_import: ["": 13]> f (a) => (b) { b = Add(a, a) })") == "no error");
}

TEST_CASE("overloads tell functions apart from IR version 10 on") {
  constexpr std::string_view kText = R"(<ir_version: {}, opset_import: ["": 13, "d": 1]>
    g (float[2] x) => (y) {{ y = d.f:{}(x) }}
    <domain: "d", opset_import: ["": 13, "d": 1], overload: "one"> f (a) => (b) {{ b = Mul(a, a) }}
    <domain: "d", opset_import: ["": 13, "d": 1], overload: "two"> f (a) => (b) {{ b = Add(a, a) }})";
  const auto text = [&](int ir_version, std::string_view overload) {
    return fmt::format(fmt::runtime(kText), ir_version, overload);
  };
  CHECK(session_error(text(9, "one")) == "invalid_model: m: function d.f:two is defined twice");
  CHECK(difference(result(text(10, "one"), kX), floats({2}, {1, 4})) == "");
  CHECK(difference(result(text(10, "two"), kX), floats({2}, {2, 4})) == "");
  CHECK(session_error(text(10, "three")) ==
        "unsupported: m: node 0 (d.f): no such operator here; known are Add, Cast, CastLike, Constant, Hardmax, "
        "HardSigmoid, Max, Min, Mul");
}

TEST_CASE("before IR version 10 the overload of a single function does not matter") {
  CHECK(difference(result(R"(<ir_version: 9, opset_import: ["": 13, "d": 1]> g (float[2] x) => (y) { y = d.f:one(x) }
          <domain: "d", opset_import: ["": 13, "d": 1], overload: "two"> f (a) => (b) { b = Mul(a, a) })",
                          kX),
                   floats({2}, {1, 4})) == "");
}

TEST_CASE("functions nest 100 deep and no deeper, in whatever order they stand") {
  CHECK(difference(result(nested_model(100, 1), kX), floats({2}, {1, 4})) == "");
  CHECK(difference(result(nested_model(100, 1, false), kX), floats({2}, {1, 4})) == "");
  CHECK(session_error(nested_model(101, 1)) == "limit: m: functions are nested more than 100 deep at function d.f100");
  CHECK(session_error(nested_model(101, 1, false)) ==
        "limit: m: functions are nested more than 100 deep at function d.f1");
}

TEST_CASE("the expansion of functions has a budget") {
  // Eight doublings of Mul: 2^8 squarings, all of 1.
  const Inputs ones = {{"x", floats({2}, {1, -1})}};
  CHECK(difference(result(nested_model(8, 2), ones), floats({2}, {1, 1})) == "");
  // One call, eight levels of calls in between: 1 + 2 + 4 + ... + 256 nodes.
  SessionOptions options;
  options.max_nodes = 511;
  CHECK(error_of(nested_model(8, 2), ones, options) == "no error");
  options.max_nodes = 2;
  CHECK(error_of(nested_model(2, 2), ones, options) ==
        "limit: m: node \"call\" (d.f0): node 0 (d.f1): node 0 (Mul-13): expanding functions gives more than 2 nodes");
  options.max_nodes = 100'000;
  CHECK(error_of(nested_model(64, 2), ones, options).ends_with("expanding functions gives more than 100000 nodes"));
  options.max_nodes = 510;
  CHECK(error_of(nested_model(8, 2), ones, options).ends_with("expanding functions gives more than 510 nodes"));
}

TEST_CASE("a call has to fit the function") {
  const std::string functions =
      R"(<domain: "d", opset_import: ["": 13, "d": 1]> f <p, q = 1> (a, c) => (b) { b = Mul(a, a) })";
  const auto call = [&](std::string_view node) {
    return session_error(at_opset(13, fmt::format("g (float[2] x) => (y) {{ {} }} {}", node, functions)));
  };
  CHECK(call("y = d.f (x, x, x)") == "invalid_model: m: node 0 (d.f): number of inputs is 3, but function d.f has 2");
  CHECK(call("y, z = d.f (x, x)") == "invalid_model: m: node 0 (d.f): number of outputs is 2, but function d.f has 1");
  CHECK(call("y = d.f <r = 1> (x, x)") == "invalid_model: m: node 0 (d.f): function d.f has no attribute r");
  CHECK(call("y = d.f <p = 1, p = 2> (x, x)") == "invalid_model: m: node 0 (d.f): attribute \"p\" is there twice");
  CHECK(call("y = d.f <p = 1, q = 2> (x)") == "no error");
}

TEST_CASE("a function with a standard operator's name does not replace it") {
  const std::string text = at_opset(13, R"(g (float[2] x) => (y) { y = Add(x, x) }
    <opset_import: ["": 13]> Add (a, b) => (c) { c = Mul(a, b) })");
  CHECK(difference(result(text, kX), floats({2}, {2, 4})) == "");
  CHECK(warnings_of(text, kX) ==
        Strings{"function Add has the name of a standard operator, which it does not replace"});
  const std::string other_domain = at_opset(13, R"(g (float[2] x) => (y) { y = d.Add(x, x) }
    <domain: "d", opset_import: ["": 13, "d": 1]> Add (a, b) => (c) { c = Mul(a, b) })");
  CHECK(difference(result(other_domain, kX), floats({2}, {1, 4})) == "");
  CHECK(warnings_of(other_domain, kX) == Strings{});
}

TEST_CASE("a function's own opset imports decide what its nodes mean") {
  // Hardmax-11 takes [2,2] of [1,2,2] as one row of four, Hardmax-13 as two rows.
  const Inputs inputs = {{"x", floats({1, 2, 2}, {1, 2, 4, 3})}};
  const std::string text = at_opset(13, R"(g (float[1,2,2] x) => (y, z) { y = d.f(x) z = Hardmax(x) }
    <domain: "d", opset_import: ["": 11]> f (a) => (b) { b = Hardmax(a) })");
  const std::vector<Tensor> both = results(text, inputs);
  CHECK(difference(both.at(0), floats({1, 2, 2}, {0, 0, 1, 0})) == "");
  CHECK(difference(both.at(1), floats({1, 2, 2}, {0, 1, 1, 0})) == "");
  // A function that is never called may hold what is not known here.
  CHECK(session_error(at_opset(13, R"(g (float[2] x) => (x) {}
    <domain: "d", opset_import: ["": 13, "d": 1]> f (a) => (b) { b = Erf(a) })")) == "no error");
}

}  // namespace
}  // namespace hardref::test
