// The graph behind a mismatch: what is taken from the model, and how it is drawn.
#include "report/graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/graph_svg.h"
#include "tools/report/samples.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

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
            "h_AlphaCast = CastLike-21 <> (h_Alpha, x)",
            "h_Beta = Constant-21 <0.5> ()",
            "h_BetaCast = CastLike-21 <> (h_Beta, x)",
            "h_Zero = Constant-21 <float{0}> ()",
            "h_ZeroCast = CastLike-21 <> (h_Zero, x)",
            "h_One = Constant-21 <float{1}> ()",
            "h_OneCast = CastLike-21 <> (h_One, x)",
            "h_AlphaMulX = Mul-14 <> (x, h_AlphaCast)",
            "h_AlphaMulXAddBeta = Add-14 <> (h_AlphaMulX, h_BetaCast)",
            "h_MinOneOrAlphaMulXAddBeta = Min-13 <> (h_AlphaMulXAddBeta, h_OneCast)",
            "h = Max-13 <> (h_MinOneOrAlphaMulXAddBeta, h_ZeroCast)",
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

TEST_CASE("graph: a box for each node, lines between rows, names elsewhere") {
  const ExpandedGraph graph{.nodes = {{"Constant-13", "float{0.2}", {}, {"c"}},
                                      {"CastLike-15", "", {"c", "x"}, {"l"}},
                                      {"Mul-14", "", {"x", "l"}, {"m"}},
                                      {"Constant-13", "float{0.5}", {}, {"d"}},
                                      {"Sum-13", "", {"m", "d", "c", ""}, {"y"}}},
                            .outputs = {"y"}};
  CHECK(tools::graph_svg(graph, {"y"}) ==
        R"(<svg class="graph" width="230" height="308" viewBox="0 0 230 308" role="img" aria-label="the expanded graph">
<path class="edge" d="M57 238C57 253 57 253 57 268"/>
<path class="edge" d="M57 40C57 55 39 55 39 70"/>
<path class="edge" d="M74 63V70"/><text class="name" x="74" y="60">x</text>
<path class="edge" d="M39 129V136"/><text class="name" x="39" y="126">x</text>
<path class="edge" d="M57 106C57 121 74 121 74 136"/>
<path class="edge" d="M57 172C57 187 25 187 25 202"/>
<path class="edge" d="M173 172C173 187 46 187 46 202"/>
<path class="edge" d="M67 195V202"/><text class="name" x="67" y="192">c</text>
<g class="output marked"><title>y</title><rect x="4" y="268" width="106" height="22" rx="11"/><text class="op" x="57" y="283">✗ y</text></g>
<g class="node"><title>c = Constant-13 &lt;float{0.2}&gt; ()</title><rect x="4" y="4" width="106" height="36" rx="4"/><text class="op" x="57" y="19">Constant-13</text><text class="more" x="57" y="33">float{0.2}</text></g>
<g class="node"><title>l = CastLike-15 &lt;&gt; (c, x)</title><rect x="4" y="70" width="106" height="36" rx="4"/><text class="op" x="57" y="92">CastLike-15</text></g>
<g class="node"><title>m = Mul-14 &lt;&gt; (x, l)</title><rect x="4" y="136" width="106" height="36" rx="4"/><text class="op" x="57" y="158">Mul-14</text></g>
<g class="node"><title>d = Constant-13 &lt;float{0.5}&gt; ()</title><rect x="120" y="136" width="106" height="36" rx="4"/><text class="op" x="173" y="151">Constant-13</text><text class="more" x="173" y="165">float{0.5}</text></g>
<g class="node marked"><title>y = Sum-13 &lt;&gt; (m, d, c, )</title><rect x="4" y="202" width="106" height="36" rx="4"/><text class="op" x="57" y="224">Sum-13</text></g>
</svg>
)");
}

TEST_CASE("graph: names are escaped, and cut to what a box and its title hold") {
  const std::string name = kHostile + std::string(300, 'n');
  const ExpandedGraph graph{.nodes = {{kHostile, kHostile, {name}, {name}}}, .outputs = {name}};
  CHECK(tools::graph_svg(graph, {}) ==
        R"(<svg class="graph" width="114" height="140" viewBox="0 0 114 140" role="img" aria-label="the expanded graph">
<path class="edge" d="M57 70C57 85 57 85 57 100"/>
<path class="edge" d="M57 27V34"/><text class="name" x="57" y="24">&lt;b oncl…</text>
<g class="output"><title>&lt;b onclick=&#39;x&#39;&gt;&amp;&quot;��]]&gt;nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…</title><rect x="4" y="100" width="106" height="22" rx="11"/><text class="op" x="57" y="115">&lt;b onclick=&#39;x&#39;…</text></g>
<g class="node"><title>&lt;b onclick=&#39;x&#39;&gt;&amp;&quot;��]]&gt;nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…</title><rect x="4" y="34" width="106" height="36" rx="4"/><text class="op" x="57" y="49">&lt;b onclick=&#39;x&#39;&gt;…</text><text class="more" x="57" y="63">&lt;b onclick=&#39;x&#39;&gt;…</text></g>
</svg>
)");
}

TEST_CASE("graph: one without nodes, and one with a cycle") {
  CHECK(tools::graph_svg({.nodes = {}, .outputs = {"x"}}, {}) ==
        R"(<svg class="graph" width="114" height="74" viewBox="0 0 114 74" role="img" aria-label="the expanded graph">
<path class="edge" d="M57 27V34"/><text class="name" x="57" y="24">x</text>
<g class="output"><title>x</title><rect x="4" y="34" width="106" height="22" rx="11"/><text class="op" x="57" y="49">x</text></g>
</svg>
)");
  const ExpandedGraph cycle{.nodes = {{"A", "", {"b"}, {"a"}}, {"B", "", {"a"}, {"b"}}}, .outputs = {"a"}};
  const std::string svg = tools::graph_svg(cycle, {});
  CHECK(svg.size() < 2000);
}

TEST_CASE("graph: a model that cannot be expanded has none") {
  const std::string bytes = serialize_model(model::parse_model(
      R"(<ir_version: 8, opset_import: ["" : 13, "f" : 1]> g (float[N] x) => (float[N] y) { y = f.F (x) }
         <domain: "f", opset_import: ["f" : 1]> F (x) => (y) { y = f.F (x) })"));
  CHECK_FALSE(tools::describe_graph(Model::from_bytes(as_byte_span(bytes))).has_value());
}

}  // namespace
}  // namespace hardref::test
