// How operations become steps: what is joined, what stays in a buffer, what gets memory; and that none of it shows in
// the results.
#include "compile/assemble.h"

#include <algorithm>

#include "compile/support.h"
#include "support/catch.h"
#include "tensor/small_floats.h"

namespace hardref::test {
namespace {

Program program_at_13(std::string_view graph, const CompileOptions& options = {}) {
  return program_of(at_opset(13, graph), options);
}

// "chain of 3, whole, chain of 1".
std::string steps_of(const Program& program) {
  std::string text;
  for (const Step& step : program.steps) {
    text += text.empty() ? "" : ", ";
    if (const auto* chain = std::get_if<Chain>(&step)) {
      text += fmt::format("chain of {}", chain->ops.size());
    } else {
      text += std::holds_alternative<WholeStep>(step) ? "whole" : "check";
    }
  }
  return text;
}

// The kinds of the operands of one operation of the first chain.
std::vector<ChainOperand::Kind> kinds(const Program& program, std::size_t op) {
  std::vector<ChainOperand::Kind> result;
  for (const ChainOperand& operand : std::get<Chain>(program.steps.at(0)).ops.at(op).operands) {
    result.push_back(operand.kind);
  }
  return result;
}

using Kind = ChainOperand::Kind;
using Kinds = std::vector<Kind>;

// With the block sizes that meet every border, and node by node.
void check_results(std::string_view text, const Inputs& inputs, const std::vector<Tensor>& expected) {
  for (const std::size_t block : std::initializer_list<std::size_t>{0, 1, 2, 7, SIZE_MAX}) {
    for (const bool single_nodes : {false, true}) {
      CAPTURE(block, single_nodes);
      SessionOptions options;
      options.block = block;
      options.single_nodes = single_nodes;
      const std::vector<Tensor> actual = results(text, inputs, options);
      REQUIRE(actual.size() == expected.size());
      for (std::size_t i = 0; i < actual.size(); ++i) CHECK(difference(actual[i], expected[i]) == "");
    }
  }
}

const Inputs kX = {{"x", floats({2, 3}, {1, 2, 3, 4, 5, 6})}};

TEST_CASE("elementwise neighbours of one shape are one chain") {
  CHECK(steps_of(program_at_13(
            "g (float[2,3] x) => (y) { a = Add(x, x) b = Mul(a, x) c = Cast <to = 11> (b) y = Max(c) }")) ==
        "chain of 3");
  CHECK(steps_of(
            program_at_13("g (float[2] x, float[2,2] z) => (y) { a = Add(x, x) b = Mul(a, a) c = Add(b, z) y = Mul(c, "
                          "c) }")) == "chain of 2, chain of 2");
  CHECK(steps_of(program_at_13("g (float[2] x) => (y) { a = Add(x, x) b = Hardmax(a) y = Add(b, b) }")) ==
        "chain of 1, whole, chain of 1");
  CompileOptions single;
  single.single_nodes = true;
  CHECK(steps_of(program_at_13("g (float[2] x) => (y) { a = Add(x, x) b = Mul(a, a) y = Hardmax(b) }", single)) ==
        "chain of 1, chain of 1, whole");
}

TEST_CASE("a chain of 1,000 nodes uses two buffers and no other memory") {
  std::string nodes = "v0 = Add(x, x) ";
  for (int i = 1; i < 1000; ++i) nodes += fmt::format("v{} = {}(v{}, x) ", i, i % 2 == 0 ? "Min" : "Max", i - 1);
  const std::string graph = fmt::format("g (float[2,3] x) => (v999) {{ {} }}", nodes);
  const Program program = program_at_13(graph);
  CHECK(steps_of(program) == "chain of 1000");
  CHECK(program.buffers == 2);
  CHECK(program.scratch_bytes == 0);
  check_results(at_opset(13, graph), kX, {kX[0].tensor});
}

TEST_CASE("a buffer is free after the last use of its value, and not before") {
  // When h gets its buffer, a to f are still needed.
  const std::string graph = R"(g (float[2,3] x) => (y) {
    a = Add(x, x) b = Add(a, x) c = Add(b, x) d = Add(c, x)
    e = Mul(a, d) f = Mul(b, c) h = Add(e, a) i = Add(h, b) j = Add(i, f) k = Add(j, d) y = Add(k, c) })";
  const Program program = program_at_13(graph);
  CHECK(program.buffers == 7);
  Tensor expected = floats({2, 3}, {0, 0, 0, 0, 0, 0});
  for (std::size_t n = 0; n < 6; ++n) {
    const auto x = static_cast<float>(n + 1);
    expected.values<float>()[n] = 2 * x * 5 * x + 3 * x * 4 * x + 2 * x + 3 * x + 4 * x + 5 * x;
  }
  check_results(at_opset(13, graph), kX, {expected});
}

TEST_CASE("an operand that is there twice is released once") {
  // Were a's buffer given back twice, c and d would share it.
  const std::string graph = R"(g (float[2,3] x) => (y) {
    a = Add(x, x) b = Mul(a, a) c = Add(b, x) d = Add(b, c) e = Add(c, d) y = Add(e, c) })";
  CHECK(program_at_13(graph).buffers == 3);
  Tensor expected = floats({2, 3}, {0, 0, 0, 0, 0, 0});
  for (std::size_t n = 0; n < 6; ++n) {
    const auto x = static_cast<float>(n + 1);
    const float b = 4 * x * x;
    expected.values<float>()[n] = 3 * (b + x) + b;
  }
  check_results(at_opset(13, graph), kX, {expected});
  const Tensor thrice = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  check_results(at_opset(13, "g (float[2,3] x) => (y) { y = Max(x, x, x) }"), kX, {thrice});
}

TEST_CASE("operands are read in place, one for all elements, from a buffer, or stretched") {
  const Program program = program_at_13(R"(g (float[2,3] x, float[2,1] w, float[1,1] s) => (y) {
    a = Mul(w, x) b = Mul(a, s) c = Add(s, b) y = Add(w, c) })");
  CHECK(kinds(program, 0) == Kinds{Kind::kStretched, Kind::kBlock});
  CHECK(kinds(program, 1) == Kinds{Kind::kBuffer, Kind::kUniform});
  CHECK(kinds(program, 2) == Kinds{Kind::kUniform, Kind::kBuffer});
  CHECK(kinds(program, 3) == Kinds{Kind::kStretched, Kind::kBuffer});
  // Of equal size but other rank: still a single element.
  CHECK(kinds(program_at_13("g (float[1] x, float[1,1] s) => (y) { y = Add(x, s) }"), 0) ==
        Kinds{Kind::kUniform, Kind::kBlock});
}

TEST_CASE("stretched operands on either side, on both, and in the middle of a chain") {
  const Inputs inputs = {{"x", floats({2, 3}, {1, 2, 3, 4, 5, 6})},
                         {"row", floats({3}, {10, 20, 30})},
                         {"column", floats({2, 1}, {100, 200})}};
  constexpr std::string_view kInputs = "float[2,3] x, float[3] row, float[2,1] column";
  const auto graph = [&](std::string_view nodes) {
    return at_opset(13, fmt::format("g ({}) => (y) {{ {} }}", kInputs, nodes));
  };
  check_results(graph("y = Add(x, row)"), inputs, {floats({2, 3}, {11, 22, 33, 14, 25, 36})});
  check_results(graph("y = Add(row, x)"), inputs, {floats({2, 3}, {11, 22, 33, 14, 25, 36})});
  check_results(graph("y = Add(column, row)"), inputs, {floats({2, 3}, {110, 120, 130, 210, 220, 230})});
  check_results(graph("a = Add(x, x) b = Add(column, a) y = Add(b, row)"), inputs,
                {floats({2, 3}, {112, 124, 136, 218, 230, 242})});
  check_results(graph("a = Add(column, column) b = Add(row, row) c = Add(a, b) y = Add(c, x)"), inputs,
                {floats({2, 3}, {221, 242, 263, 424, 445, 466})});
}

TEST_CASE("an operand of four dimensions stretches in the first, the middle and the last") {
  const Inputs inputs = {{"a", floats({2, 1, 2, 1}, {1, 2, 3, 4})}, {"b", floats({1, 2, 1, 2}, {10, 20, 30, 40})}};
  check_results(at_opset(13, "g (float[2,1,2,1] a, float[1,2,1,2] b) => (y) { y = Add(a, b) }"), inputs,
                {floats({2, 2, 2, 2}, {11, 21, 12, 22, 31, 41, 32, 42, 13, 23, 14, 24, 33, 43, 34, 44})});
}

TEST_CASE("dimensions that the legacy rule appends") {
  const Inputs inputs = {{"x", floats({2, 3}, {1, 2, 3, 4, 5, 6})}, {"w", floats({2}, {10, 20})}};
  check_results(
      at_opset(6, "g (float[2,3] x, float[2] w) => (y) { a = Add(x, x) y = Mul <broadcast = 1, axis = 0> (a, w) }"),
      inputs, {floats({2, 3}, {20, 40, 60, 160, 200, 240})});
  const Inputs column = {{"x", floats({2, 1}, {1, 2})}, {"w", floats({2}, {10, 20})}};
  check_results(at_opset(6, "g (float[2,1] x, float[2] w) => (y) { y = Add <broadcast = 1, axis = 0> (x, w) }"), column,
                {floats({2, 1}, {11, 22})});
}

TEST_CASE("a value that is used outside of its chain gets memory") {
  const std::string graph = "g (float[2,3] x) => (y) { a = Add(x, x) b = Mul(a, x) h = Hardmax(b) y = Add(h, a) }";
  const Program program = program_at_13(graph);
  CHECK(steps_of(program) == "chain of 2, whole, chain of 1");
  CHECK(program.scratch_bytes == 192);  // a, b and h, each on a cache line of its own
  check_results(at_opset(13, graph), kX, {floats({2, 3}, {2, 4, 7, 8, 10, 13})});
}

TEST_CASE("a value that nobody uses harms no other") {
  const std::string graph =
      "g (float[2,3] x) => (y) { a = Add(x, x) unused = Mul(a, a) b = Add(a, x) also = Hardmax(b) y = "
      "Add(b, a) , = Max(y, x) }";
  check_results(at_opset(13, graph), kX, {floats({2, 3}, {5, 10, 15, 20, 25, 30})});
}

TEST_CASE("outputs in the middle of a chain are written in place and read from there") {
  const std::string graph = "g (float[2,3] x) => (c, a, y) { a = Add(x, x) b = Mul(a, a) c = Add(b, a) y = Add(c, a) }";
  const Program program = program_at_13(graph);
  CHECK(steps_of(program) == "chain of 4");
  CHECK(program.copies.empty());
  CHECK(program.scratch_bytes == 0);
  check_results(at_opset(13, graph), kX,
                {floats({2, 3}, {6, 20, 42, 72, 110, 156}), floats({2, 3}, {2, 4, 6, 8, 10, 12}),
                 floats({2, 3}, {8, 24, 48, 80, 120, 168})});
}

TEST_CASE("an output may be an input, an initializer, or there twice") {
  const std::string graph = "g (float[2,3] x) => (x, w, y, y, x) <float[1] w = {7}> { y = Add(x, w) }";
  const Tensor y = floats({2, 3}, {8, 9, 10, 11, 12, 13});
  CHECK(program_at_13(graph).copies.size() == 4);
  check_results(at_opset(13, graph), kX, {kX[0].tensor, floats({1}, {7}), y, y, kX[0].tensor});
  check_results(at_opset(13, "g (float[2,3] x) => (x) {}"), kX, {kX[0].tensor});
  check_results(at_opset(13, "g (float[2,3] x) => () {}"), kX, {});
  check_results(at_opset(13, "g (float[0] x) => (x, y) { y = Max(x) }"), {{"x", floats({0}, {})}},
                {floats({0}, {}), floats({0}, {})});
}

TEST_CASE("what depends on constants alone is computed once, early") {
  const std::string graph = R"(g (float[2,3] x) => (y, b, h) <float[3] w = {1, 2, 3}> {
    c = Constant <value_float = 2.0> () a = Mul(w, c) b = Add(a, w) h = Hardmax(b) y = Add(x, b) })";
  CHECK(steps_of(program_at_13(graph)) == "chain of 1");
  check_results(at_opset(13, graph), kX,
                {floats({2, 3}, {4, 8, 12, 7, 11, 15}), floats({3}, {3, 6, 9}), floats({3}, {0, 0, 1})});
  const std::string constant =
      "g () => (y) { a = Constant <value_floats = [1.0, 3.0]> () b = Hardmax(a) y = Add(a, b) }";
  CHECK(steps_of(program_at_13(constant)).empty());
  CHECK(program_at_13(constant).copies.size() == 1);
  check_results(at_opset(13, constant), {}, {floats({2}, {1, 4})});
  CompileOptions single;
  single.single_nodes = true;
  CHECK(steps_of(program_at_13(constant, single)) == "whole, chain of 1");
}

TEST_CASE("a fed initializer is no constant") {
  const std::string text = at_opset(13, "g (float[2] w = {1, 2}) => (y) { y = Add(w, w) }");
  CHECK(difference(result(text, {}), floats({2}, {2, 4})) == "");
  CHECK(difference(result(text, {{"w", floats({2}, {5, 6})}}), floats({2}, {10, 12})) == "");
}

}  // namespace
}  // namespace hardref::test
