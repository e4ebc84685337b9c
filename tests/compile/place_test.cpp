// Which values share memory: never two that are needed at the same time, and as many as possible otherwise.
#include "compile/place.h"

#include <random>

#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

Program program_at_13(std::string_view graph, const CompileOptions& options = {}) {
  return program_of(at_opset(13, graph), options);
}

TEST_CASE("of a thousand steps in a row two results are there at a time") {
  std::string nodes = "v0 = Hardmax(x) ";
  for (int i = 1; i < 1000; ++i) nodes += fmt::format("v{} = Hardmax(v{}) ", i, i - 1);
  const Program program = program_at_13(fmt::format("g (float[1000,1000] x) => (v999) {{ {} }}", nodes));
  CHECK(program.scratch_bytes == 2 * 4'000'000);
}

TEST_CASE("memory is taken again by values of other sizes") {
  // a is read last by c; c and d are halves of a, and fit where it was.
  const std::string graph = R"(g (double[32] x, float[32] w) => (y) {
    a = Hardmax(x) b = Hardmax(a) c = Cast <to = 1> (b) h = Hardmax(c) i = Hardmax(h) s = Add(i, w) y = Hardmax(s) })";
  const Program program = program_at_13(graph);
  CHECK(program.scratch_bytes == 2 * 256);
}

TEST_CASE("a value keeps its memory until its last reader has run") {
  const std::string text = at_opset(13, R"(g (float[2] x, float[2] w) => (y) {
    a = Hardmax(x) b = Hardmax(w) c = Add(a, b) d = Hardmax(c) e = Add(d, a) f = Hardmax(e) y = Add(f, b) })");
  const Inputs inputs = {{"x", floats({2}, {1, 2})}, {"w", floats({2}, {4, 3})}};
  // a = 01, b = 10, c = 11, d = 10, e = 11, f = 10.
  CHECK(difference(result(text, inputs), floats({2}, {2, 0})) == "");
}

// One step after the other: in which ranges of memory a step reads and writes, and that what it reads was not written
// over since it was made.
void check_memory(const Program& program) {
  std::vector<ValueId> owner(program.scratch_bytes / 64, UINT32_MAX);  // of each cache line
  const auto lines = [&](ValueId id) {
    const Value& value = program.values[id];
    const bool here = value.place.kind == Place::Kind::kScratch;
    const std::size_t count = here ? (value.count * value.element_size + 63) / 64 : 0;
    return std::span(owner.data() + (here ? value.place.index / 64 : 0), count);
  };
  const auto reads = [&](ValueId id) { CHECK(std::ranges::count(lines(id), id) == std::ssize(lines(id))); };
  const auto writes = [&](ValueId id) { std::ranges::fill(lines(id), id); };
  for (const Step& step : program.steps) {
    if (const auto* whole = std::get_if<WholeStep>(&step)) {
      for (const ValueId input : whole->inputs) reads(input);
      writes(whole->result);
      for (const ValueId input : whole->inputs) reads(input);
    } else if (const auto* chain = std::get_if<Chain>(&step)) {
      // Block by block: everything that the chain writes is there beside everything that it reads.
      for (const ChainOp& op : chain->ops) writes(op.result);
      for (const ChainOp& op : chain->ops) {
        for (const ChainOperand& operand : op.operands) {
          if (operand.kind != ChainOperand::Kind::kBuffer) reads(operand.index);
        }
      }
    }
  }
}

TEST_CASE("no value is written over while it is needed, in random graphs") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const std::size_t count = 5 + random() % 40;
    std::string nodes;
    std::vector<std::string> names = {"x", "w"};
    for (std::size_t i = 0; i < count; ++i) {
      const auto any = [&] { return names[names.size() - 1 - random() % std::min<std::size_t>(names.size(), 8)]; };
      const std::string name = fmt::format("v{}", i);
      nodes += random() % 2 == 0 ? fmt::format("{} = Hardmax({}) ", name, any())
                                 : fmt::format("{} = Add({}, {}) ", name, any(), any());
      names.push_back(name);
    }
    CAPTURE(nodes);
    for (const bool single_nodes : {false, true}) {
      CompileOptions options;
      options.single_nodes = single_nodes;
      check_memory(
          program_at_13(fmt::format("g (float[70] x, float[3,70] w) => ({}) {{ {} }}", names.back(), nodes), options));
    }
  }
}

}  // namespace
}  // namespace hardref::test
