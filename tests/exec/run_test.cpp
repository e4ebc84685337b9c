#include "exec/run.h"

#include "compile/support.h"
#include "exec/elementwise.h"
#include "support/catch.h"
#include "tensor/small_floats.h"

namespace hardref::test {
namespace {

struct Sum {
  static float apply(float a, float b) { return a + b; }
};

Value value(DataType type, Shape shape, Place place, Source source = {}) {
  const TensorView view(type, shape, nullptr);
  const std::size_t count = view.size();
  const std::size_t size = count == 0 ? 0 : view.byte_size() / count;
  return {{type, std::move(shape)}, count, size, place, source};
}

// Two inputs that must be equal, and no output.
std::string check_error(const Tensor& left, const Tensor& right) {
  Program program;
  program.values = {value(left.type(), left.shape(), {Place::Kind::kInput, 0}),
                    value(right.type(), right.shape(), {Place::Kind::kInput, 1})};
  program.inputs = {0, 1};
  program.steps = {EqualityCheck{0, 1, "node \"act\" (HardSigmoid-22)"}};
  Scratch scratch(program, 0);
  const void* const inputs[] = {left.data(), right.data()};
  return message_of([&] { return run(program, inputs, {}, scratch), 0; });
}

TEST_CASE("an equality check that fails is a fault of hardref") {
  CHECK(
      check_error(floats({2, 2}, {1, 2, 3, 4}), floats({2, 2}, {1, 2, 3, 5})) ==
      "internal: node \"act\" (HardSigmoid-22): native kernel and function body differ: 1 of 4 elements differs; first "
      "at [1,1]: 4, expected 5 (absolute 1, relative 0.2, 2097152 ulp)");
  CHECK(check_error(floats({1}, {0.0F}), floats({1}, {-0.0F})).starts_with("internal: "));
}

TEST_CASE("an equality check takes all NaN as equal") {
  const Tensor one = Tensor::of<Float16>({2}, {{0x7e00}, {0x3c00}});
  const Tensor other = Tensor::of<Float16>({2}, {{0xfe01}, {0x3c00}});
  CHECK(check_error(one, other) == "no error");
  CHECK(check_error(floats({0}, {}), floats({0}, {})) == "no error");
}

// y = w + (x + w), where w is stretched: a chain over [2,3] with one buffer for the inner sum and one for w.
Program stretched_sum() {
  Program program;
  program.values = {value(DataType::kFloat, {2, 3}, {Place::Kind::kInput, 0}),
                    value(DataType::kFloat, {2, 1}, {Place::Kind::kInput, 1}),
                    value(DataType::kFloat, {2, 3}, {Place::Kind::kBuffer, 0}, {Source::Kind::kNode, 0, 0}),
                    value(DataType::kFloat, {2, 3}, {Place::Kind::kOutput, 0}, {Source::Kind::kNode, 1, 0})};
  using Kind = ChainOperand::Kind;
  const ChainOperand w{Kind::kStretched, 1, 1, {1, 0}};
  const ElementwiseKernel kernel = elementwise_kernel<Sum, float, float, float>();
  Chain chain{.shape = {2, 3}, .count = 6, .buffers = 2, .ops = {}};
  chain.ops.push_back({kernel, {{Kind::kBlock, 0, 0, {}}, w}, 2, 0, "Add-13"});
  chain.ops.push_back({kernel, {w, {Kind::kBuffer, 0, 0, {}}}, 3, 0, "Add-13"});
  program.steps = {chain};
  program.inputs = {0, 1};
  program.outputs = {3};
  program.buffer_element_size = 4;
  program.buffers = 2;
  program.longest_chain = 6;
  return program;
}

TEST_CASE("a chain gives the same in blocks of any size") {
  const Program program = stretched_sum();
  const Tensor x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor w = floats({2, 1}, {10, 20});
  const void* const inputs[] = {x.data(), w.data()};
  for (const std::size_t block :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{4}, std::size_t{5}, std::size_t{6}, SIZE_MAX}) {
    CAPTURE(block);
    Scratch scratch(program, block);
    CHECK(scratch.block <= 6);
    Tensor y(DataType::kFloat, {2, 3});
    void* const outputs[] = {y.data()};
    run(program, inputs, outputs, scratch);
    CHECK(difference(y, floats({2, 3}, {21, 22, 23, 44, 45, 46})) == "");
  }
}

TEST_CASE("large results go past the caches, where that pays and arithmetic is cheap") {
  const auto is_streamed = [](DataType type, std::int64_t count, std::size_t from) {
    Scratch scratch({}, 0);
    scratch.streamed_from = from;
    return scratch.streams(value(type, {count}, {Place::Kind::kOutput, 0}));
  };
  CHECK_FALSE(is_streamed(DataType::kFloat, 4194303, kStreamedBytes));
  CHECK(is_streamed(DataType::kFloat, 4194304, kStreamedBytes));
  CHECK(is_streamed(DataType::kDouble, 2097152, kStreamedBytes));
  const bool computes_in_float16 = instruction_set() == InstructionSet::kAvx512;
  CHECK(is_streamed(DataType::kFloat16, 8388608, kStreamedBytes) == computes_in_float16);
  CHECK_FALSE(is_streamed(DataType::kBfloat16, 8388608, kStreamedBytes));
  CHECK_FALSE(is_streamed(DataType::kInt8, 16777216, kStreamedBytes));
  CHECK_FALSE(is_streamed(DataType::kString, 4194304, kStreamedBytes));
  CHECK_FALSE(is_streamed(DataType::kFloat, 4194304, SIZE_MAX));
  CHECK(Scratch({}, 0).streamed_from == (streaming_pays() ? kStreamedBytes : SIZE_MAX));
}

// Outputs in pieces, whose ends lie within cache lines: one that the chain reads again, one that is narrower than what
// it is made of, one at the end, and one of strings.
void check_large(std::size_t streamed_from) {
  constexpr std::size_t kCount = 70005;
  constexpr std::string_view kNodes = "{ s = Add(x, x) y = Cast <to = 10> (s) z = Mul(s, x) t = Cast <to = 8> (z) }";
  const Program program = program_of(at_opset(13, fmt::format("g (float[{}] x) => (s, y, z, t) {}", kCount, kNodes)));
  const Shape shape{static_cast<std::int64_t>(kCount)};
  Tensor x(DataType::kFloat, shape);
  for (std::size_t i = 0; i < kCount; ++i) x.values<float>()[i] = static_cast<float>(i % 1009);
  for (const std::size_t block : {std::size_t{0}, std::size_t{7777}, std::size_t{SIZE_MAX}}) {
    CAPTURE(streamed_from, block);
    Scratch scratch(program, block, block == 0 ? 1 : 3);
    scratch.streamed_from = streamed_from;
    Tensor s(DataType::kFloat, shape);
    Tensor y(DataType::kFloat16, shape);
    Tensor z(DataType::kFloat, shape);
    Tensor t(DataType::kString, shape);
    const void* const inputs[] = {x.data()};
    void* const outputs[] = {s.data(), y.data(), z.data(), t.data()};
    run(program, inputs, outputs, scratch);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      const float value = x.values<float>()[i];
      if (s.values<float>()[i] != 2 * value) ++wrong;
      if (widen(y.values<Float16>()[i]) != 2 * value) ++wrong;  // exact below 2,048
      if (z.values<float>()[i] != 2 * value * value) ++wrong;
      if (i % 1009 == 5 && t.values<std::string>()[i] != "50.0") ++wrong;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("large results are what small ones are") {
  for (const std::size_t streamed_from : {std::size_t{0}, std::size_t{SIZE_MAX}}) check_large(streamed_from);
}

TEST_CASE("the observer sees what has memory, with its operator") {
  const Program program = stretched_sum();
  const Tensor x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor w = floats({2, 1}, {10, 20});
  const void* const inputs[] = {x.data(), w.data()};
  Tensor y(DataType::kFloat, {2, 3});
  void* const outputs[] = {y.data()};
  Scratch scratch(program, 0);
  Strings seen;
  run(program, inputs, outputs, scratch, [&](const std::string& label, ValueId of, const TensorView& elements) {
    seen.push_back(fmt::format("{} %{} {}", label, of, to_text(elements)));
  });
  CHECK(seen == Strings{"Add-13 %3 float[2,3]{21, 22, 23, 44, 45, 46}"});
}

TEST_CASE("elements of each size are stretched") {
  const auto stretched = [](DataType type) {
    Tensor column(type, {2, 1});
    auto* bytes = static_cast<std::uint8_t*>(column.data());
    for (std::size_t i = 0; i < column.byte_size(); ++i) bytes[i] = static_cast<std::uint8_t>(i + 1);
    const std::string text =
        at_opset(14, fmt::format("g ({0}[2,1] c, {0}[1,3] zero) => (y) {{ y = Add(c, zero) }}", to_string(type)));
    const Tensor y = result(text, {{"c", column}, {"zero", Tensor(type, {1, 3})}});
    const std::size_t size = column.byte_size() / 2;
    const auto* actual = static_cast<const std::uint8_t*>(y.data());
    bool same = y.shape() == Shape{2, 3};
    for (std::size_t i = 0; i < y.byte_size(); ++i) same = same && actual[i] == bytes[i / (3 * size) * size + i % size];
    return same;
  };
  CHECK(stretched(DataType::kUint8));
  CHECK(stretched(DataType::kInt16));
  CHECK(stretched(DataType::kUint32));
  CHECK(stretched(DataType::kInt64));
}

TEST_CASE("memory between steps is on cache lines of its own") {
  const Program program =
      program_of(at_opset(13, "g (float[3] x) => (y) { a = Hardmax(x) b = Hardmax(a) y = Hardmax(b) }"));
  CHECK(program.scratch_bytes == 128);
  const Scratch scratch(program, 0);
  CHECK(reinterpret_cast<std::uintptr_t>(scratch.values.data()) % 64 == 0);
}

TEST_CASE("HardSigmoid's native kernel and its body agree for every type and many attributes") {
  SessionOptions options;
  options.verify = true;
  for (const std::string_view attributes :
       {"", "<alpha = 0.0>", "<alpha = -3.0, beta = 0.1>", "<alpha = 1e30, beta = -1e30>", "<beta = 1e-40>",
        "<alpha = 65504.0, beta = 70000.0>"}) {
    CAPTURE(attributes);
    const auto verified = [&](int opset, const Tensor& x) {
      const std::string text = at_opset(
          opset, fmt::format("g ({}[N] x) => (y) {{ y = HardSigmoid {} (x) }}", to_string(x.type()), attributes));
      return error_of(text, {{"x", x}}, options);
    };
    CHECK(verified(22, all_bits<BFloat16>()) == "no error");
    for (const int opset : {6, 22}) {
      CHECK(verified(opset, all_bits<Float16>()) == "no error");
      CHECK(verified(opset, all_bits<float>()) == "no error");
      CHECK(verified(opset, all_bits<double>()) == "no error");
    }
  }
}

}  // namespace
}  // namespace hardref::test
