// The graph behind a mismatch: what is taken from the model. How it is drawn is tested in a browser.
#include "report/graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/support.h"

namespace hardref::test {
namespace {

using tools::ExpandedGraph;
using tools::GraphNode;
using tools::kMaxGraphNodes;
using tools::kMaxGraphOperands;

ExpandedGraph graph_of(std::string_view text) {
  const std::string bytes = serialize_model(model::parse_model(text));
  const auto graph = tools::describe_graph(Model::from_bytes(as_byte_span(bytes)));
  REQUIRE(graph.has_value());
  return *graph;
}

std::string line(const GraphNode& node) {
  return fmt::format("{} = {} <{}> ({})", fmt::join(node.outputs, ", "), node.op, node.attributes,
                     fmt::join(node.inputs, ", "));
}

std::vector<std::string> lines(const ExpandedGraph& graph) {
  std::vector<std::string> all;
  for (const GraphNode& node : graph.nodes) all.push_back(line(node));
  return all;
}

TEST_CASE("graph: the nodes of the model's functions, with versions, attributes and the values of constants") {
  const ExpandedGraph graph = graph_of(R"(
<ir_version: 10, opset_import: ["" : 22, "other" : 1]>
g (float[N] x) => (float[N] y, float[N] z) {
  h = HardSigmoid <alpha = 0.25> (x)
  y = Hardmax <axis = 0> (h)
  z = other.Odd <name = "n", values = [1, 2], t = float[5] {1, 2, 3, 4, 5}> (y, , x)
}
)");
  CHECK(lines(graph) ==
        std::vector<std::string>{
            "h_Alpha = Constant-21 <0.25> ()",
            "h_Beta = Constant-21 <0.5> ()",
            "h_Zero = Constant-21 <float{0}> ()",
            "h_One = Constant-21 <float{1}> ()",
            "h_AlphaMulX = Mul-14 <> (x, h_Alpha)",
            "h_AlphaMulXAddBeta = Add-14 <> (h_AlphaMulX, h_Beta)",
            "h_MinOneOrAlphaMulXAddBeta = Min-13 <> (h_AlphaMulXAddBeta, h_One)",
            "h = Max-13 <> (h_MinOneOrAlphaMulXAddBeta, h_Zero)",
            "y = Hardmax-13 <axis = 0> (h)",
            "z = other.Odd <name = \"n\", values = ints, t = float[5]{1, 2, 3, 4, ... 5 values}> (y, , x)",
        });
  CHECK(graph.left_out == 0);
  CHECK(graph.outputs == std::vector<std::string>{"y", "z"});
}

TEST_CASE("graph: of a large one the last nodes, and the first inputs of each") {
  std::string text = "<ir_version: 8, opset_import: [\"\" : 13]> g (float[N] v0) => (float[N] v50) {\n";
  for (int i = 1; i <= 50; ++i) text += fmt::format("v{} = Max (v{})\n", i, i - 1);
  const ExpandedGraph graph = graph_of(text + "}");
  CHECK(graph.left_out == 2);
  CHECK(graph.nodes.size() == kMaxGraphNodes);
  CHECK(line(graph.nodes.front()) == "v3 = Max-13 <> (v2)");
  CHECK(line(graph.nodes.back()) == "v50 = Max-13 <> (v49)");

  std::string many = "<ir_version: 8, opset_import: [\"\" : 13]> g (float[N] x) => (float[N] y) { y = Max (x";
  for (int i = 1; i < 20; ++i) many += ", x";
  const GraphNode node = graph_of(many + ") }").nodes.front();
  CHECK(node.inputs.size() == kMaxGraphOperands);
  CHECK(node.attributes == "and 8 more");
}

TEST_CASE("graph: a model that cannot be expanded has none") {
  const std::string bytes = serialize_model(model::parse_model(
      R"(<ir_version: 8, opset_import: ["" : 13, "f" : 1]> g (float[N] x) => (float[N] y) { y = f.F (x) }
         <domain: "f", opset_import: ["f" : 1]> F (x) => (y) { y = f.F (x) })"));
  CHECK_FALSE(tools::describe_graph(Model::from_bytes(as_byte_span(bytes))).has_value());
}

}  // namespace
}  // namespace hardref::test
