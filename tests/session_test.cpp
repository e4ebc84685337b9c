#include <thread>

#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

const std::string kSum = at_opset(13,
                                  "g (float[N] x, float[2] w = {1, 2}, float[N] z) => (float[N] y, h) {"
                                  " s = Add(x, w) y = Mul(s, z) h = Hardmax(y) }");

std::string text_of(const std::vector<NamedTensor>& tensors) {
  std::string text;
  for (const NamedTensor& tensor : tensors) text += fmt::format("{} = {}; ", tensor.name, to_text(tensor.tensor));
  return text;
}

TEST_CASE("a session runs on named inputs in any order") {
  const Session session(Model::from_text(kSum));
  CHECK(text_of(session.run({{"z", floats({2}, {10, 20})}, {"x", floats({2}, {3, 4})}})) ==
        "y = float[2]{40, 120}; h = float[2]{0, 1}; ");
  CHECK(text_of(session.run({{"z", floats({2}, {1, 1})}, {"w", floats({2}, {5, 1})}, {"x", floats({2}, {3, 2})}})) ==
        "y = float[2]{8, 3}; h = float[2]{1, 0}; ");
}

TEST_CASE("inputs that do not fit the model") {
  const Tensor two = floats({2}, {1, 2});
  CHECK(error_of(kSum, {{"x", two}}) == "invalid_input: m: input \"z\" is missing");
  CHECK(error_of(kSum, {{"x", two}, {"z", two}, {"q", two}}) == "invalid_input: m: the model has no input \"q\"");
  CHECK(error_of(kSum, {{"x", two}, {"z", two}, {"x", two}}) == "invalid_input: m: input \"x\" is given twice");
  CHECK(error_of(kSum, {{"x", two}, {"z", two}, {"s", two}}) == "invalid_input: m: the model has no input \"s\"");
  CHECK(error_of(kSum, {{"x", two}, {"z", two}}) == "no error");
}

TEST_CASE("an initializer is overridden from IR version 4 on, and not before") {
  const auto text = [](int ir_version) {
    return fmt::format(
        "<ir_version: {}, opset_import: [\"\": 13]> g (float[1] x, float[1] w = {{2}}) => (y) {{ y = Mul(x, w) }}",
        ir_version);
  };
  const Inputs inputs = {{"x", floats({1}, {3})}, {"w", floats({1}, {5})}};
  CHECK(error_of(text(3), inputs) ==
        "invalid_input: m: input \"w\" has an initializer, which can be overridden from IR version 4 on only");
  CHECK(difference(result(text(3), {inputs[0]}), floats({1}, {6})) == "");
  CHECK(difference(result(text(4), {inputs[0]}), floats({1}, {6})) == "");
  CHECK(difference(result(text(4), inputs), floats({1}, {15})) == "");
}

TEST_CASE("declarations: all inputs of the model, the required ones of the session") {
  const Model model =
      Model::from_text(at_opset(13, R"(g (float[2,N,?] x, double w = {1}, seq(float) s, u, int8[] v) => (y) {
    y = Add(x, x) })"));
  const auto names = [](const std::vector<Declaration>& declarations) {
    Strings result;
    for (const Declaration& declaration : declarations) result.push_back(declaration.name);
    return result;
  };
  CHECK(names(model.inputs()) == Strings{"x", "w", "s", "u", "v"});
  CHECK(names(model.outputs()) == Strings{"y"});
  CHECK(names(Session(model).required_inputs()) == Strings{"x", "s", "u", "v"});
  const Declaration x = model.inputs()[0];
  CHECK(x.type == DataType::kFloat);
  CHECK(x.shape == std::vector<Dimension>{std::int64_t{2}, "N", std::monostate()});
  CHECK(model.inputs()[1].shape == std::vector<Dimension>{});
  CHECK_FALSE(model.inputs()[2].type.has_value());
  CHECK_FALSE(model.inputs()[2].shape.has_value());
  CHECK_FALSE(model.inputs()[3].type.has_value());
  CHECK(model.inputs()[4].type == DataType::kInt8);
  CHECK_FALSE(model.inputs()[4].shape.has_value());
}

TEST_CASE("running without a copy") {
  const Session session(Model::from_text(kSum, "m"));
  const Tensor x = floats({2}, {3, 4});
  const Tensor z = floats({2}, {10, 20});
  const TensorView inputs[] = {x, z};
  const std::vector<TensorType> types = session.output_types(inputs);
  REQUIRE(types.size() == 2);
  CHECK(types[0].type == DataType::kFloat);
  CHECK(types[0].shape == Shape{2});
  CHECK(types[1].shape == Shape{2});
  float y[3] = {-1, -1, -1};
  float h[3] = {-1, -1, -1};
  void* const outputs[] = {y, h};
  session.run(inputs, outputs);
  CHECK(std::vector<float>(y, y + 3) == std::vector<float>{40, 120, -1});
  CHECK(std::vector<float>(h, h + 3) == std::vector<float>{0, 1, -1});

  CHECK(message_of([&] { return session.run(std::span(inputs).first(1), outputs), 0; }) ==
        "invalid_input: m: number of inputs is 1, expected 2");
  CHECK(message_of([&] { return session.output_types(std::span(inputs).first(0)); }) ==
        "invalid_input: m: number of inputs is 0, expected 2");
  CHECK(message_of([&] { return session.run(inputs, std::span(outputs).first(1)), 0; }) ==
        "usage: m: number of output pointers is 1, but the model has 2 outputs");
}

TEST_CASE("errors begin with the origin of the model, if there is one") {
  const std::string text = at_opset(13, "g (float[2] x) => (y) { y = Erf(x) }");
  CHECK(message_of([&] { return Session(Model::from_text(text)); }).starts_with("unsupported: 1:73: node 0 (Erf): "));
  CHECK(message_of([&] {
          return Session(Model::from_text(text, "a.onnx"));
        }).starts_with("unsupported: a.onnx:1:73: node 0 (Erf): "));
  CHECK(
      message_of([&] { return Model::from_text("g (", "a.txt"); }).starts_with("invalid_model: a.txt:1:4: expected "));
  CHECK(message_of([&] { return Model::from_text("g ("); }).starts_with("invalid_model: 1:4: expected "));
}

TEST_CASE("warnings come once for each signature that is compiled") {
  Strings warnings;
  SessionOptions options{.any_shape = true};
  options.on_warning = [&](std::string_view message) { warnings.emplace_back(message); };
  const Session session(Model::from_text(at_opset(13, "g (float[3] x) => (y) { y = Add(z, z) z = Add(x, x) }")),
                        options);
  CHECK(warnings == Strings{});
  const Strings expected = {"the nodes are not sorted; they were for this run",
                            "input \"x\" has shape [1], but is declared with [3]"};
  (void)session.run({{"x", floats({1}, {1})}});
  CHECK(warnings == expected);
  (void)session.run({{"x", floats({1}, {2})}});
  CHECK(warnings == expected);
  (void)session.run({{"x", floats({3}, {1, 2, 3})}});
  CHECK(warnings.size() == 3);
}

TEST_CASE("a traced run shows each node once, with its operator") {
  const std::string text =
      at_opset(13,
               "g (float16[2] x) => (y) { a = Cast <to = 7> (x) b = Max(a, a, a) h = Hardmax(x) y = "
               "Cast <to = 16> (b) }");
  const auto trace = [&](bool single_nodes) {
    Strings seen;
    SessionOptions options;
    options.single_nodes = single_nodes;
    options.on_value = [&](const ComputedValue& computed, const TensorView& value) {
      seen.push_back(fmt::format("{} {} {}", computed.op, computed.name, to_text(value)));
    };
    const std::uint16_t bits[] = {0x3c00, 0x4000};
    (void)result(text, {{"x", Tensor::of<Float16>({2}, {{bits[0]}, {bits[1]}})}}, options);
    return seen;
  };
  CHECK(trace(true) == Strings{"Cast-13 a int64[2]{1, 2}", "Max-13 b int64[2]{1, 2}",
                               "Hardmax-13 h float16[2]{0.0, 1.0}", "Cast-13 y bfloat16[2]{1.0, 2.0}"});
  CHECK(trace(false) ==
        Strings{"Max-13 b int64[2]{1, 2}", "Hardmax-13 h float16[2]{0.0, 1.0}", "Cast-13 y bfloat16[2]{1.0, 2.0}"});
}

TEST_CASE("a session can be moved, and outlives the model that it was made of") {
  std::optional<Model> model = Model::from_text(kSum);
  Session first(*model);
  model.reset();
  Session second = std::move(first);
  second = Session(Model::from_text(at_opset(13, "g (float[1] x) => (y) { y = Add(x, x) }")));
  CHECK(text_of(second.run({{"x", floats({1}, {3})}})) == "y = float[1]{6}; ");
}

TEST_CASE("an error leaves the session usable") {
  const Session session(Model::from_text(kSum));
  const std::string message = message_of([&] {
    return session.run({{"x", floats({3}, {1, 2, 3})}, {"z", floats({3}, {1, 2, 3})}});
  });
  CHECK(message.substr(0, message.find('\n')) ==
        "invalid_input: 1:118: node 0 (Add-13): shapes [3] and [2] cannot be broadcast: 3 meets 2, and neither is 1");
  CHECK(text_of(session.run({{"z", floats({2}, {10, 20})}, {"x", floats({2}, {3, 4})}})) ==
        "y = float[2]{40, 120}; h = float[2]{0, 1}; ");
}

TEST_CASE("one session serves several threads with inputs of different shapes", "[threads]") {
  const std::string text =
      at_opset(13, "g (float[N] x, float[1] k) => (y, h) { a = Mul(x, x) y = Add(a, k) h = Hardmax(x) }");
  const Session session(Model::from_text(text));
  constexpr int kThreads = 6;
  constexpr int kRuns = 60;
  std::vector<Strings> wrong(kThreads);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int run = 0; run < kRuns; ++run) {
        // Two threads share each signature, so that compiled programs and scratch memory are shared, too.
        const std::int64_t size = 1 + 700 * (thread / 2) + (run % 3 == 0 ? run : 0);
        Tensor x(DataType::kFloat, {size});
        for (std::int64_t i = 0; i < size; ++i)
          x.values<float>()[static_cast<std::size_t>(i)] = static_cast<float>(i % 50);
        const auto k = static_cast<float>(thread);
        const std::vector<NamedTensor> outputs = session.run({{"x", x}, {"k", floats({1}, {k})}});
        bool right = outputs.at(0).tensor.shape() == Shape{size};
        for (std::size_t i = 0; i < x.size(); ++i) {
          const float element = x.values<float>()[i];
          right = right && outputs[0].tensor.values<float>()[i] == element * element + k &&
                  outputs[1].tensor.values<float>()[i] == (i == std::min<std::size_t>(x.size() - 1, 49) ? 1.0F : 0.0F);
        }
        if (!right) wrong[static_cast<std::size_t>(thread)].push_back(fmt::format("thread {} run {}", thread, run));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::vector<Strings>(kThreads));
}

}  // namespace
}  // namespace hardref::test
