// How long it takes to read, resolve and compile models, by the number of their nodes.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "hardref.hpp"
#include "load/save.h"
#include "model/model.h"

namespace hardref {
namespace {

Model chain(std::int64_t nodes) {
  std::string text = R"(<ir_version: 8, opset_import: ["" : 14]> g (float[1] x) => (y) <float k = {1}> {)";
  std::string last = "x";
  for (std::int64_t i = 1; i <= nodes; ++i) {
    const std::string next = i == nodes ? "y" : fmt::format("v{}", i);
    text += fmt::format("{} = Add({}, k)\n", next, last);
    last = next;
  }
  return Model::from_text(text + "}");
}

void read_model(benchmark::State& state) {
  const std::string bytes = serialize_model(chain(state.range(0)).content());
  for (auto _ : state) benchmark::DoNotOptimize(Model::from_bytes(std::as_bytes(std::span(bytes))));
  state.SetComplexityN(state.range(0));
}

void create_session(benchmark::State& state) {
  const Model model = chain(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(Session(model));
  state.SetComplexityN(state.range(0));
}

void create_and_compile(benchmark::State& state) {
  const Model model = chain(state.range(0));
  const Tensor x = Tensor::of<float>({1}, {1});
  const TensorView inputs[] = {x};
  for (auto _ : state) benchmark::DoNotOptimize(Session(model).output_types(inputs));
  state.SetComplexityN(state.range(0));
}

void one_hard_sigmoid(benchmark::State& state) {
  const Model model =
      Model::from_text(R"(<ir_version: 8, opset_import: ["" : 22]> g (float[1] x) => (y) { y = HardSigmoid(x) })");
  for (auto _ : state) benchmark::DoNotOptimize(Session(model));
}

BENCHMARK(one_hard_sigmoid);
BENCHMARK(read_model)->RangeMultiplier(10)->Range(1, 100'000)->Complexity();
BENCHMARK(create_session)->RangeMultiplier(10)->Range(1, 100'000)->Complexity();
BENCHMARK(create_and_compile)->RangeMultiplier(10)->Range(1, 100'000)->Complexity();

}  // namespace
}  // namespace hardref
