// Values are called by one name, whether the model is run, shown or written; and no two by the same.
#include "compile/value_names.h"

#include <set>

#include "compile/expand.h"
#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

const Inputs kX = {{"x", floats({2}, {-3, 1})}};

// What a run calls the values that it computes, in order.
Strings traced(std::string_view text) {
  Strings names;
  SessionOptions options;
  options.single_nodes = true;
  options.on_value = [&](const ComputedValue& computed, const TensorView&) { names.emplace_back(computed.name); };
  (void)results(text, kX, options);
  return names;
}

// What the expanded model calls the outputs of its nodes, in order.
Strings expanded(std::string_view text) {
  Strings names;
  for (const model::Node& node : expand_functions(Model::from_text(text).content()).model.graph.nodes) {
    names.push_back(node.outputs.front());
  }
  return names;
}

// Every value of the run is one of the expanded model, in the same order; none is there twice.
void check_names(std::string_view text) {
  const Strings run = traced(text);
  const Strings written = expanded(text);
  CAPTURE(run, written);
  CHECK(std::set<std::string>(written.begin(), written.end()).size() == written.size());
  auto next = written.begin();
  for (const std::string& name : run) {
    next = std::find(next, written.end(), name);
    REQUIRE(next != written.end());
    ++next;
  }
}

TEST_CASE("a name that the caller gives reaches through all calls") {
  const std::string text = at_opset(18, R"(g (float[2] x) => (y) { y = d.outer(x) }
    <domain: "d", opset_import: ["": 18, "d": 1]> outer (a) => (b) { t = d.inner(a) b = d.inner(t) }
    <domain: "d", opset_import: ["": 18, "d": 1]> inner (a) => (c) { s = Add(a, a) c = Hardmax(s) })");
  CHECK(traced(text) == Strings{"y_t_s", "y_t", "y_s", "y"});
  check_names(text);
}

TEST_CASE("an output that is not asked for is named by the one that is") {
  const std::string text = at_opset(18, R"(g (float[2] x) => (y) { , y = d.f(x) = d.f(y) }
    <domain: "d", opset_import: ["": 18, "d": 1]> f (a) => (b, c) { b = Add(a, a) c = Hardmax(b) })");
  CHECK(traced(text) == Strings{"y_b", "y", "f_b", "f_c"});
  check_names(text);
}

TEST_CASE("taken names are counted on, in the order of the calls") {
  const std::string text = at_opset(18, R"(g (float[2] x, float[2] y_s) => (y, z) <float[2] y_s_2 = {1, 2}> {
      z_s = Add(x, y_s_2) y = d.f(z_s) z = d.f(y) }
    <domain: "d", opset_import: ["": 18, "d": 1]> f (a) => (c) { s = Add(a, a) c = d.g(s) }
    <domain: "d", opset_import: ["": 18, "d": 1]> g (a) => (c) { s = Add(a, a) c = Hardmax(s) })");
  Strings names;
  SessionOptions options;
  options.single_nodes = true;
  options.on_value = [&](const ComputedValue& computed, const TensorView&) { names.emplace_back(computed.name); };
  (void)results(text, {kX[0], {"y_s", floats({2}, {1, 1})}}, options);
  CHECK(names == Strings{"z_s", "y_s_3", "y_s_4", "y", "z_s_2", "z_s_3", "z"});

  CHECK(expanded(text) == names);
}

TEST_CASE("names in value_info and in graphs that are attributes are taken") {
  const std::string nodes = at_opset(22, R"(g (float[2] x) => (float[2] y) <float[2] y_One> {
    y = HardSigmoid(x) })");
  CHECK(std::ranges::count(expanded(nodes), "y_One") == 0);
  CHECK(std::ranges::count(expanded(nodes), "y_One_2") == 1);
  check_names(nodes);
}

TEST_CASE("names inside of a call that stays a function are taken") {
  // An output of K is an input as well, so that its nodes cannot stand in the graph.
  const std::string text = at_opset(22, R"(g (float[2] x) => (y, a_b) { a, y = d.K(x) a_b = d.F(x) }
    <domain: "d", opset_import: ["": 22, "d": 1]> K (p) => (p, q) { b_c = Mul(p, p) q = Mul(b_c, p) }
    <domain: "d", opset_import: ["": 22, "d": 1]> F (p) => (q) { c = Add(p, p) q = Mul(c, p) })");
  CHECK(traced(text) == Strings{"a_b_c", "y", "a_b_c_2", "a_b"});
  CHECK(expanded(text) == Strings{"a", "a_b_c_2", "a_b"});
}

TEST_CASE("the observer is told node and calls") {
  const std::string text = at_opset(18, R"(g (float[2] x) => (y) { u = Add(x, x) [act] y = d.outer(u) }
    <domain: "d", opset_import: ["": 18, "d": 1]> outer (a) => (b) { t = Add(a, a) b = d.inner(t) }
    <domain: "d", opset_import: ["": 18, "d": 1]> inner (a) => (c) { s = Add(a, a) [last] c = Hardmax(s) })");
  Strings seen;
  SessionOptions options;
  options.single_nodes = true;
  options.on_value = [&](const ComputedValue& computed, const TensorView&) {
    seen.push_back(fmt::format("{} = {}: {} \"{}\" in {}", computed.name, computed.op, computed.node_index,
                               computed.node_name, fmt::join(computed.calls, ", ")));
  };
  (void)results(text, kX, options);
  CHECK(seen == Strings{"u = Add-14: 0 \"\" in ", "y_t = Add-14: 0 \"\" in node \"act\" (d.outer)",
                        "y_s = Add-14: 0 \"\" in node \"act\" (d.outer), node 1 (d.inner)",
                        "y = Hardmax-13: 1 \"last\" in node \"act\" (d.outer), node 1 (d.inner)"});
}

TEST_CASE("nodes of two calls have two names in the expanded model") {
  const std::string text = at_opset(18, R"(g (float[2] x) => (y) {
      [z_inner] t = Add(x, x) [call] z = d.f(t) y = Max(z) }
    <domain: "d", opset_import: ["": 18, "d": 1]> f (a) => (b) { [inner] c = Add(a, a) b = Mul(c, a) })");
  Strings names;
  for (const model::Node& node : expand_functions(Model::from_text(text).content()).model.graph.nodes) {
    names.push_back(node.name);
  }
  CHECK(names == Strings{"z_inner", "z_inner_2", "", ""});
}

TEST_CASE("two nodes of one name have two in the expanded model") {
  const std::string text =
      at_opset(18, R"(g (float[2] x) => (y) { [n] t = Relu(x) [n] u = Relu(t) [n_2] y = Relu(u) })");
  Strings names;
  for (const model::Node& node : expand_functions(Model::from_text(text).content()).model.graph.nodes) {
    names.push_back(node.name);
  }
  CHECK(names == Strings{"n", "n_3", "n_2"});
}

TEST_CASE("names that many calls want cost no more than others") {
  std::string graph = "g (float[2] x) => (y) { ";
  for (int i = 0; i < 20000; ++i) graph += "= d.f(x) ";
  graph += R"(y = Max(x) } <domain: "d", opset_import: ["": 18, "d": 1]> f (a) => (b) { b = Add(a, a) })";
  const Strings names = expanded(at_opset(18, graph));
  CHECK(names.size() == 20001);
  CHECK(names.at(19999) == "f_b_20000");
}

}  // namespace
}  // namespace hardref::test
