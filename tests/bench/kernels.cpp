// How long a run takes by operator, element type and size, and what a hand-written body in Eigen takes.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <Eigen/Core>
#include <cstring>

#include "hardref.hpp"

namespace hardref {
namespace {

void count_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
}

// y = nodes(x), with x of all zeros: what is computed does not depend on the values.
void run(benchmark::State& state, std::string_view nodes, DataType type, const Shape& shape, bool fuse = true) {
  SessionOptions options;
  options.fuse = fuse;
  const Session session(
      Model::from_text(fmt::format(R"(<ir_version: 8, opset_import: ["" : 22]> g (x) => (y) {{ {} }})", nodes)),
      options);
  const Tensor x(type, shape);
  Tensor y(type, shape);
  const TensorView inputs[] = {x};
  void* const outputs[] = {y.data()};
  for (auto _ : state) session.run(inputs, outputs);
  count_bytes(state, 2 * x.byte_size());
}

template <DataType kType>
void hard_sigmoid(benchmark::State& state) {
  run(state, "y = HardSigmoid(x)", kType, {state.range(0)});
}
template <DataType kType>
void hard_sigmoid_not_fused(benchmark::State& state) {
  run(state, "y = HardSigmoid(x)", kType, {state.range(0)}, false);
}
template <DataType kType>
void hardmax_rows(benchmark::State& state) {
  run(state, "y = Hardmax(x)", kType, {state.range(0), state.range(1)});
}
template <DataType kType>
void hardmax_columns(benchmark::State& state) {
  run(state, "y = Hardmax <axis = 0> (x)", kType, {state.range(0), state.range(1)});
}

void eigen_body(benchmark::State& state) {
  const Eigen::ArrayXf x = Eigen::ArrayXf::Zero(state.range(0));
  Eigen::ArrayXf y(state.range(0));
  for (auto _ : state) {
    y = (x * 0.2F + 0.5F).min(1.0F).max(0.0F);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * sizeof(float) * static_cast<std::size_t>(state.range(0)));
}

void copy(benchmark::State& state) {
  const Tensor from(DataType::kFloat, {state.range(0)});
  Tensor to(DataType::kFloat, {state.range(0)});
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.byte_size());
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * from.byte_size());
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int bits : {0, 10, 16, 20, 24}) benchmark->Arg(std::int64_t{1} << bits);
}
void shapes(benchmark::internal::Benchmark* benchmark) {
  benchmark->Args({16384, 1000})->Args({1000, 16384})->Args({4194304, 4})->Args({4, 4194304});
}

BENCHMARK(copy)->Apply(sizes);
BENCHMARK(eigen_body)->Apply(sizes);
BENCHMARK(hard_sigmoid<DataType::kFloat>)->Apply(sizes);
BENCHMARK(hard_sigmoid<DataType::kDouble>)->Apply(sizes);
BENCHMARK(hard_sigmoid<DataType::kFloat16>)->Apply(sizes);
BENCHMARK(hard_sigmoid<DataType::kBfloat16>)->Apply(sizes);
BENCHMARK(hard_sigmoid_not_fused<DataType::kFloat>)->Apply(sizes);
BENCHMARK(hard_sigmoid_not_fused<DataType::kFloat16>)->Apply(sizes);
BENCHMARK(hardmax_rows<DataType::kFloat>)->Apply(shapes);
BENCHMARK(hardmax_rows<DataType::kFloat16>)->Apply(shapes);
BENCHMARK(hardmax_columns<DataType::kFloat>)->Apply(shapes);
BENCHMARK(hardmax_columns<DataType::kFloat16>)->Apply(shapes);

}  // namespace
}  // namespace hardref
