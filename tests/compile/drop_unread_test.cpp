// What nobody reads is not computed, and is checked all the same.
#include "compile/drop_unread.h"

#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

// The results of the program's steps, by their operators.
std::string operators(std::string_view graph, const CompileOptions& options = {}) {
  std::string text;
  for (const Step& step : program_of(at_opset(15, graph), options).steps) {
    if (const auto* chain = std::get_if<Chain>(&step)) {
      for (const ChainOp& op : chain->ops) text += op.label + " ";
    } else if (const auto* whole = std::get_if<WholeStep>(&step)) {
      text += whole->label + " ";
    } else {
      text += "check ";
    }
  }
  return text;
}

TEST_CASE("a result that nobody reads is not computed, and neither is what it alone needs") {
  CHECK(operators("g (float[2] x) => (y) { a = Add(x, x) b = Hardmax(a) c = Mul(b, a) y = Max(x) z = Hardmax(y) }") ==
        "");
  CHECK(operators("g (float[2] x) => (y) { a = Add(x, x) b = Hardmax(a) y = Mul(a, x) }") == "Add-14 Mul-14 ");
  CHECK(operators("g (float[2] x) => (y, b) { a = Add(x, x) b = Hardmax(a) y = Mul(a, x) }") ==
        "Add-14 Hardmax-13 Mul-14 ");
}

TEST_CASE("what is read for its type alone is not computed") {
  // Neither the sum of 40,000 by 40,000 elements nor any part of it is ever there.
  const Model model = Model::from_text(at_opset(15,
                                                "g (float[2] x, double[1,40000] row, double[40000,1] column) => "
                                                "(y) { s = Add(row, column) y = CastLike(x, s) }"));
  const Program program = program_of(model);
  CHECK(program.scratch_bytes == 0);
  CHECK(program.steps.size() == 1);
  // Where both are constants, folding would have to make it.
  std::string elements;
  for (int i = 0; i < 40000; ++i) elements += i == 0 ? "1" : ",1";
  const std::string constants = fmt::format(
      "g (float[2] x) => (y) <double[1,40000] row = {{{0}}}, double[40000,1] column = {{{0}}}> {{ s = Add(row, column) "
      "y = CastLike(x, s) }}",
      elements);
  CHECK(difference(result(at_opset(15, constants), {{"x", floats({2}, {1, 2})}}), Tensor::of<double>({2}, {1, 2})) ==
        "");
}

TEST_CASE("types, shapes and attributes of what nobody reads are checked") {
  const Inputs inputs = {{"x", floats({2}, {1, 2})}};
  CHECK(error_of(at_opset(15, "g (float[2] x) => (y) { [bad] z = Hardmax <axis = 1> (x) y = Max(x) }"), inputs) ==
        "invalid_input: m: node \"bad\" (Hardmax-13): attribute axis is 1, but must be in [-1, 0] for shape [2]");
  CHECK(error_of(at_opset(15, "g (float[2] x) => (y) <float[3] w = {1, 2, 3}> { [bad] z = Add(x, w) y = Max(x) }"),
                 inputs) ==
        "invalid_input: m: node \"bad\" (Add-14): shapes [2] and [3] cannot be broadcast: 2 meets 3, and neither is 1");
}

TEST_CASE("what can fail is computed although nobody reads it") {
  const Inputs inputs = {{"x", floats({2}, {1, 2})}, {"s", Tensor::of<std::string>({1}, {std::string("abc")})}};
  const std::string fed =
      at_opset(15, "g (string[1] s, float[2] x) => (y) { [cast] d = Cast <to = 1> (s) y = Mul(x, x) }");
  const std::string constant =
      at_opset(15, "g (float[2] x) => (y) <string[1] s = {\"abc\"}> { [cast] d = Cast <to = 1> (s) y = Mul(x, x) }");
  CHECK(error_of(fed, inputs).find("\"abc\"") != std::string::npos);
  CHECK(error_of(constant, {inputs[0]}).find("\"abc\"") != std::string::npos);
  SessionOptions single;
  single.single_nodes = true;
  CHECK(error_of(fed, inputs, single) == error_of(fed, inputs));
  CHECK(error_of(constant, {inputs[0]}, single) == error_of(constant, {inputs[0]}));
}

TEST_CASE("a check reads what it compares") {
  CHECK(operators("g (float[2] x) => (y) { unused = HardSigmoid(x) y = Max(x) }") == "");
  CHECK(operators("g (float[2] x) => (y) { unused = HardSigmoid(x) y = Max(x) }", {.verify = true, .fuse = false}) ==
        "Mul-14 Add-14 Min-13 Max-13 HardSigmoid-6 check ");
}

TEST_CASE("whoever observes values sees those that nobody reads") {
  Strings seen;
  SessionOptions options;
  options.on_value = [&](const ComputedValue& computed, const TensorView& value) {
    seen.push_back(fmt::format("{} = {}", computed.name, to_text(value)));
  };
  (void)result(at_opset(15, "g (float[2] x) => (y) { z = Hardmax(x) y = Add(x, x) }"), {{"x", floats({2}, {1, 2})}},
               options);
  CHECK(seen == Strings{"z = float[2]{0, 1}", "y = float[2]{2, 4}"});
}

}  // namespace
}  // namespace hardref::test
