#include "compile/order.h"

#include "compile/support.h"
#include "support/catch.h"
#include "support/nodes.h"

namespace hardref::test {
namespace {

Ordering order(std::string_view nodes, const Strings& given, const Strings& wanted) {
  return order_nodes(parse_nodes(nodes), given, wanted);
}

std::string order_error(std::string_view nodes, const Strings& given, const Strings& wanted) {
  return message_of([&] { return order(nodes, given, wanted); });
}

using Indices = std::vector<std::size_t>;

TEST_CASE("nodes that are sorted keep their order") {
  const Ordering sorted = order("b = Op(x) a = Op(x) c = Op(a, b, , a) = Op()", {"x"}, {"c", "x"});
  CHECK(sorted.nodes == Indices{0, 1, 2, 3});
  CHECK(sorted.was_sorted);
  CHECK(order("", {}, {}).nodes.empty());
  CHECK(order("", {}, {}).was_sorted);
}

TEST_CASE("nodes run after those whose outputs they use, otherwise as the file has them") {
  const Ordering unsorted = order("d = Op(c) a = Op(x) c = Op(a, b) b = Op(a, a) e = Op(x)", {"x"}, {"d"});
  CHECK(unsorted.nodes == Indices{1, 3, 2, 0, 4});
  CHECK_FALSE(unsorted.was_sorted);
}

TEST_CASE("a chain of 100,000 nodes in reverse is sorted") {
  constexpr std::size_t kNodes = 100'000;
  std::vector<model::Node> nodes(kNodes);
  for (std::size_t i = 0; i < kNodes; ++i) {
    nodes[i].inputs = {std::to_string(i + 1)};
    nodes[i].outputs = {std::to_string(i)};
  }
  const Strings given = {std::to_string(kNodes)};
  const Ordering ordering = order_nodes(nodes, given, {});
  REQUIRE(ordering.nodes.size() == kNodes);
  CHECK(ordering.nodes.front() == kNodes - 1);
  CHECK(ordering.nodes.back() == 0);
}

TEST_CASE("a name has one source") {
  CHECK(order_error("a = Op(x) [n] a = Op(x)", {"x"}, {}) ==
        "invalid_model: node \"n\" (Op): output \"a\" is already given by node 0 (Op)");
  CHECK(order_error("a, a = Op(x)", {"x"}, {}) ==
        "invalid_model: node 0 (Op): output \"a\" is already given by node 0 (Op)");
  CHECK(order_error("x = Op(x)", {"x"}, {}) ==
        "invalid_model: node 0 (Op): output \"x\" is already given by an input or initializer");
  // Outputs that are left out have no name.
  CHECK(order_error(", a, = Op(x) , b = Op(x)", {"x"}, {"a", "b"}) == "no error");
}

TEST_CASE("a name has a source") {
  CHECK(order_error("a = Op(x, y)", {"x"}, {}) ==
        "invalid_model: node 0 (Op): input \"y\" is not defined: no input, initializer or node gives it");
  CHECK(order_error("a = Op(x)", {"x"}, {"x", "b"}) ==
        "invalid_model: output \"b\" is not defined: no input, initializer or node gives it");
  CHECK(order_error("a = Op(x)", {"x"}, {""}) ==
        "invalid_model: output \"\" is not defined: no input, initializer or node gives it");
}

TEST_CASE("a cycle is named by one of its nodes") {
  CHECK(order_error("[n] a = Op(x, a)", {"x"}, {}) ==
        "invalid_model: node \"n\" (Op): needs its own output, through a cycle of nodes");
  // The first node waits for the cycle and is not on it.
  CHECK(order_error("a = Op(b) b = Op(x, c) c = Op(b) d = Op(x)", {"x"}, {}) ==
        "invalid_model: node 1 (Op): needs its own output, through a cycle of nodes");
}

TEST_CASE("rules about names hold for graphs and functions") {
  CHECK(session_error(at_opset(13, "g (float[1] x) => (float[1] y) { y = Add(x, z) }")) ==
        "invalid_model: m: node 0 (Add): input \"z\" is not defined: no input, initializer or node gives it");
  CHECK(session_error(at_opset(13, "g (float[1] x) => (float[1] y) { z = Add(x, x) }")) ==
        "invalid_model: m: output \"y\" is not defined: no input, initializer or node gives it");
  CHECK(session_error(at_opset(13, "g (float[1] x, float[1] x) => (float[1] x) {}")) ==
        "invalid_model: m: graph input \"x\" is there twice");
  CHECK(session_error(at_opset(13, R"(g () => (float y) <float w = {1}, float w = {2}> { y = Add(w, w) })")) ==
        "invalid_model: m: initializer \"w\" is there twice");
  CHECK(session_error(at_opset(13, R"(g (float[1] x) => (float[1] y) { [call] y = d.f(x) }
    <domain: "d", opset_import: ["": 13]> f (a) => (b) { b = Add(a, x) })")) ==
        "invalid_model: m: node \"call\" (d.f): function d.f: node 0 (Add): input \"x\" is not defined: no input, "
        "initializer or node gives it");
  CHECK(session_error(at_opset(13, R"(g (float[1] x) => (float[1] y) { [call] y = d.f(x) }
    <domain: "d", opset_import: ["": 13]> f (a, a) => (b) { b = Add(a, a) })")) ==
        "invalid_model: m: node \"call\" (d.f): function d.f: input \"a\" is there twice");
}

TEST_CASE("nodes that are not sorted run, and a warning says so") {
  const Inputs inputs = {{"x", floats({1}, {3})}};
  const std::string graph = at_opset(13, "g (float[1] x) => (float[1] y) { y = Mul(z, z) z = Add(x, x) }");
  CHECK(difference(result(graph, inputs), floats({1}, {36})) == "");
  CHECK(warnings_of(graph, inputs) == Strings{"the nodes are not sorted; they were for this run"});
  CHECK(warnings_of(at_opset(13, R"(g (float[1] x) => (float[1] y) { y = d.f(x) }
    <domain: "d", opset_import: ["": 13]> f (a) => (b) { b = Mul(c, c) c = Add(a, a) })"),
                    inputs) == Strings{"function d.f: the nodes are not sorted; they were for this run"});
}

}  // namespace
}  // namespace hardref::test
