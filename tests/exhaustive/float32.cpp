// Runs all 2^32 float32 inputs through HardSigmoid and through Cast to every type of 16 bits and fewer, and compares
// each result with the oracle:  float32 [PART [THREADS]], where PART picks the parts with that text in their names.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "exhaustive/oracle.h"
#include "hardref.hpp"

namespace hardref::test {
namespace {

constexpr std::uint64_t kInputs = std::uint64_t{1} << 32;

struct Way {
  std::string model;
  bool fuse = true;
};

// Ways that must give the same, and what that is.
struct Part {
  std::string name;
  std::vector<Way> ways;
  std::function<OraclePtr()> oracle;
};

// ---- What is to be run ----

std::string model_text(int opset, std::string_view type, std::string_view node) {
  return fmt::format(R"(<ir_version: 8, opset_import: ["" : {}]> g (float[N] x) => ({}[N] y) {{ y = {} (x) }})", opset,
                     type, node);
}

// The body in one step and node by node, and the native kernel.
Part hard_sigmoid(float alpha, float beta) {
  const std::string node = fmt::format("HardSigmoid <alpha = {}, beta = {}>", alpha, beta);
  const std::string body = model_text(22, "float", node);
  return {
      node, {{body}, {body, false}, {model_text(1, "float", node)}}, [=] { return hard_sigmoid_oracle(alpha, beta); }};
}

Part cast_part(const FloatCast& float_cast) {
  const auto& [to, rules] = float_cast;
  std::string attributes = fmt::format("to = {}", static_cast<int>(to));
  if (to_string(to).starts_with("float8")) attributes += fmt::format(", saturate = {}", rules.saturate ? 1 : 0);
  if (to == DataType::kFloat8e8m0) attributes += fmt::format(", round_mode = \"{}\"", rules.round_mode);
  const std::string node = fmt::format("Cast <{}>", attributes);
  return {fmt::format("Cast-{} to {} <{}>", rules.version, to_string(to), attributes),
          {{model_text(static_cast<int>(rules.version), to_string(to), node)}},
          [=] { return cast_oracle(float_cast); }};
}

std::vector<Part> all_parts() {
  std::vector<Part> parts{hard_sigmoid(0.2F, 0.5F), hard_sigmoid(1.0F / 6, 0.5F)};
  for (const FloatCast& float_cast : float_casts()) parts.push_back(cast_part(float_cast));
  return parts;
}

// ---- Running it ----

struct Counts {
  std::uint64_t inputs = 0;
  std::uint64_t mismatches = 0;
};

// One part on its way: the threads take chunks of consecutive inputs until none is left. They share the sessions.
class Sweep {
 public:
  explicit Sweep(const Part& part) : oracle_(part.oracle()) {
    for (const auto& [model, fuse] : part.ways) {
      sessions_.emplace_back(Model::from_text(model), SessionOptions{.fuse = fuse});
    }
  }

  Counts run(unsigned threads) {
    std::vector<std::future<void>> workers;
    for (unsigned i = 0; i < threads; ++i) workers.push_back(std::async(std::launch::async, [this] { work(); }));
    for (std::future<void>& worker : workers) worker.get();
    return {inputs_, mismatches_};
  }

 private:
  void work() {
    std::vector<float> inputs(kChunk);
    const auto expected = std::make_unique<std::array<std::uint32_t, kChunk>>();
    const Shape shape{kChunk};
    const TensorView view(DataType::kFloat, shape, inputs.data());
    std::vector<Tensor> outputs;
    for (const Session& session : sessions_) {
      outputs.push_back(Tensor::uninitialized(session.output_types({&view, 1}).front().type, shape));
    }
    for (std::uint64_t first = next_.fetch_add(kChunk); first < kInputs; first = next_.fetch_add(kChunk)) {
      const auto first_bits = static_cast<std::uint32_t>(first);
      for (std::uint32_t i = 0; i < kChunk; ++i) inputs[i] = std::bit_cast<float>(first_bits + i);
      oracle_->expect(first_bits, *expected);
      for (std::size_t i = 0; i < sessions_.size(); ++i) {
        void* const output = outputs[i].data();
        sessions_[i].run({&view, 1}, {&output, 1});
        compare(i, first_bits, *expected, outputs[i]);
      }
    }
  }

  void compare(std::size_t way, std::uint32_t first_bits, std::span<const std::uint32_t> expected,
               const Tensor& actual) {
    switch (actual.byte_size() / actual.size()) {
      case 1:
        return compare_codes<std::uint8_t>(way, first_bits, expected, actual);
      case 2:
        return compare_codes<std::uint16_t>(way, first_bits, expected, actual);
      default:
        return compare_codes<std::uint32_t>(way, first_bits, expected, actual);
    }
  }

  template <class Code>
  void compare_codes(std::size_t way, std::uint32_t first_bits, std::span<const std::uint32_t> expected,
                     const Tensor& actual) {
    const auto* const bytes = static_cast<const std::byte*>(actual.data());
    for (std::uint32_t i = 0; i < kChunk; ++i) {
      Code code{};
      std::memcpy(&code, bytes + i * sizeof(Code), sizeof(Code));
      if (code == expected[i] || oracle_->accepts(expected[i], code)) continue;
      report(way, first_bits + i, expected[i], code);
    }
    inputs_ += kChunk;
  }

  // Prints the first few.
  void report(std::size_t way, std::uint32_t input, std::uint32_t expected, std::uint32_t actual) {
    if (mismatches_.fetch_add(1) >= 5) return;
    fmt::print("  way {}: {:#010x} became {:#x}, expected {:#x}\n", way, input, actual, expected);
  }

  OraclePtr oracle_;
  std::vector<Session> sessions_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint64_t> inputs_ = 0;
  std::atomic<std::uint64_t> mismatches_ = 0;
};

int run(const std::string& wanted, unsigned threads) {
  Counts all;
  for (const Part& part : all_parts()) {
    if (part.name.find(wanted) == std::string::npos) continue;
    const auto start = std::chrono::steady_clock::now();
    const auto [inputs, mismatches] = Sweep(part).run(threads);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    fmt::print("{}: {} inputs, {} mismatches, {:.0f} s\n", part.name, inputs, mismatches, time.count());
    std::fflush(stdout);
    all.inputs += inputs;
    all.mismatches += mismatches;
  }
  fmt::print("{} inputs, {} mismatches\n", all.inputs, all.mismatches);
  return all.inputs != 0 && all.mismatches == 0 ? 0 : 1;
}

}  // namespace
}  // namespace hardref::test

int main(int argc, char** argv) {
  try {
    const std::string wanted = argc > 1 ? argv[1] : "";
    const unsigned threads =
        argc > 2 ? static_cast<unsigned>(std::stoul(argv[2])) : std::thread::hardware_concurrency();
    return hardref::test::run(wanted, std::max(threads, 1U));
  } catch (const std::exception& error) {
    fmt::print(stderr, "float32: {}\n", error.what());
    return 2;
  }
}
