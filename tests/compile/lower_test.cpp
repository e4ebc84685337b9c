// Function calls with types known: attributes and inputs that are given, defaulted or left out, and what the graph
// declares against what comes out.
#include "compile/lower.h"

#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

const Inputs kX = {{"x", floats({2}, {1, 2})}};

// A graph of one call and the function that it calls.
std::string with_function(std::string_view call, std::string_view function, int opset = 18) {
  return at_opset(
      opset, fmt::format("g (float[] x) => (y) {{ {} }} <domain: \"d\", opset_import: [\"\": {}, \"d\": 1]> {}", call,
                         opset, function));
}

TEST_CASE("a function's attribute: the call's value, else the function's default") {
  constexpr std::string_view kFunction =
      "f <k = 3.0> (a) => (b) { c = Constant <value_float: float = @k> () b = Mul(a, c) }";
  CHECK(difference(result(with_function("y = d.f(x)", kFunction), kX), floats({2}, {3, 6})) == "");
  CHECK(difference(result(with_function("y = d.f <k = 5.0> (x)", kFunction), kX), floats({2}, {5, 10})) == "");
  CHECK(difference(result(with_function("y = d.f <k = 0.0> (x)", kFunction), kX), floats({2}, {0, 0})) == "");
}

TEST_CASE("a reference to an attribute that the call does not give is dropped") {
  // The inner Hardmax then has its own default, the last axis.
  constexpr std::string_view kHardmax = "f <n> (a) => (b) { b = Hardmax <axis: int = @n> (a) }";
  const Inputs square = {{"x", floats({2, 2}, {1, 2, 4, 3})}};
  CHECK(difference(result(with_function("y = d.f(x)", kHardmax), square), floats({2, 2}, {0, 1, 1, 0})) == "");
  CHECK(difference(result(with_function("y = d.f <n = 0> (x)", kHardmax), square), floats({2, 2}, {0, 0, 1, 1})) == "");
  // HardSigmoid's alpha is then 0.2 again, also through two levels of calls.
  constexpr std::string_view kSigmoid = "f <p> (a) => (b) { b = HardSigmoid <alpha: float = @p, beta = 0.0> (a) }";
  CHECK(difference(result(with_function("y = d.f(x)", kSigmoid), kX), floats({2}, {0.2F, 0.4F})) == "");
  CHECK(difference(result(with_function("y = d.f <p = 0.25> (x)", kSigmoid), kX), floats({2}, {0.25F, 0.5F})) == "");
  const std::string outer = fmt::format(
      "h <q> (a) => (b) {{ b = d.f <p: float = @q> (a) }} <domain: \"d\", opset_import: [\"\": 18, \"d\": 1]> {}",
      kSigmoid);
  CHECK(difference(result(with_function("y = d.h(x)", outer), kX), floats({2}, {0.2F, 0.4F})) == "");
  CHECK(difference(result(with_function("y = d.h <q = 0.25> (x)", outer), kX), floats({2}, {0.25F, 0.5F})) == "");
}

TEST_CASE("an attribute of the caller is not seen inside of another call") {
  const std::string functions =
      "h <k = 7.0> (a) => (b) { b = d.f(a) } <domain: \"d\", opset_import: [\"\": 18, \"d\": 1]> "
      "f <k = 3.0> (a) => (b) { c = Constant <value_float: float = @k> () b = Mul(a, c) }";
  CHECK(difference(result(with_function("y = d.h(x)", functions), kX), floats({2}, {3, 6})) == "");
}

TEST_CASE("what a dropped or mismatched reference leaves behind is checked") {
  CHECK(error_of(with_function("[call] y = d.f(x)", "f <k> (a) => (b) { b = Cast <to: int = @k> (a) }"), kX) ==
        "invalid_model: m: node \"call\" (d.f): node 0 (Cast-13): required attribute to is missing");
  CHECK(
      error_of(with_function("[call] y = d.f <k = 1.0> (x)", "f <k> (a) => (b) { b = Cast <to: int = @k> (a) }"), kX) ==
      "invalid_model: m: node \"call\" (d.f): node 0 (Cast-13): attribute to is of kind float, expected int");
  CHECK(
      error_of(with_function("[call] y = d.f(x)", "f <k> (a) => (b) { b = Constant <value_int: int = @k> () }"), kX) ==
      "invalid_model: m: node \"call\" (d.f): node 0 (Constant-13): has no value, but must have exactly one of the "
      "attributes sparse_value, value, value_float, value_floats, value_int, value_ints, value_string, value_strings");
}

TEST_CASE("an input that the call leaves out must not reach an operator") {
  constexpr std::string_view kFunction = "f (a, b) => (c) { [m] c = Max(a, b) }";
  constexpr std::string_view kMessage =
      "invalid_model: m: node \"call\" (d.f): node \"m\" (Max-13): input data_1 is left out, but is not optional";
  CHECK(error_of(with_function("[call] y = d.f(x)", kFunction), kX) == kMessage);
  CHECK(error_of(with_function("[call] y = d.f(x, \"\")", kFunction), kX) == kMessage);
  CHECK(difference(result(with_function("y = d.f(x, x)", kFunction), kX), floats({2}, {1, 2})) == "");
  // Through a second function, which passes it on.
  CHECK(error_of(with_function("[call] y = d.h(x)",
                               "h (a, b) => (c) { c = d.f(a, b) } <domain: \"d\", opset_import: "
                               "[\"\": 18]> f (a, b) => (c) { c = Add(a, b) }"),
                 kX) ==
        "invalid_model: m: node \"call\" (d.h): node 0 (d.f): node 0 (Add-14): input B is left out, but is "
        "not optional");
  // Where nothing uses it, all is well.
  CHECK(difference(result(with_function("y = d.f(x)", "f (a, b) => (c) { c = Add(a, a) }"), kX), floats({2}, {2, 4})) ==
        "");
  CHECK(error_of(with_function("y = d.f(x)", "f (a, b) => (b) {}"), kX) ==
        "invalid_model: m: output \"y\" is an input that a function call leaves out");
}

TEST_CASE("outputs of a function: fewer asked for, passed through") {
  constexpr std::string_view kFunction = "f (a) => (b, a) { b = Add(a, a) }";
  const std::string text = at_opset(18, fmt::format("g (float[2] x) => (y, z, v) {{ y, z = d.f(x) v, = d.f(y) , u = "
                                                    "d.f(x) }} <domain: \"d\", opset_import: [\"\": 18, \"d\": 1]> {}",
                                                    kFunction));
  const std::vector<Tensor> all = results(text, kX);
  CHECK(difference(all.at(0), floats({2}, {2, 4})) == "");
  CHECK(difference(all.at(1), floats({2}, {1, 2})) == "");
  CHECK(difference(all.at(2), floats({2}, {4, 8})) == "");
}

TEST_CASE("names inside of a function are its own") {
  const std::string text = with_function("b = Add(x, x) [one] c = d.f(b) [two] d = d.f(c) y = Add(b, d)",
                                         "f (x) => (y) { b = Add(x, x) y = Mul(b, x) }");
  // b = {2, 4}, c = 2b^2 = {8, 32}, d = 2c^2 = {128, 2048}.
  CHECK(difference(result(text, kX), floats({2}, {130, 2052})) == "");
}

TEST_CASE("errors inside of calls name every call on the way") {
  CHECK(error_of(
            with_function(
                "[call] y = d.h(x)",
                "h (a) => (b) { b = d.f(a, a) } <domain: \"d\", opset_import: [\"\": 18, \"d\": 1]> f (a, b) => (c) { "
                "s = Constant <value_floats = [1.0, 2.0, 3.0]> () [sum] c = Add(a, s) }"),
            kX) ==
        "invalid_input: m: node \"call\" (d.h): node 0 (d.f): node \"sum\" (Add-14): shapes [2] and [3] cannot "
        "be broadcast: 2 meets 3, and neither is 1");
}

TEST_CASE("CastLike is Cast in the version that the opset of the node has") {
  const auto labels = [](int opset) {
    Strings seen;
    SessionOptions options;
    options.single_nodes = true;
    options.on_value = [&](const ComputedValue& computed, const TensorView&) { seen.emplace_back(computed.op); };
    (void)result(at_opset(opset, "g (float[2] x, int64 t) => (y) { y = CastLike(x, t) }"),
                 {{"x", floats({2}, {1, 2})}, {"t", Tensor::of<std::int64_t>({}, {0})}}, options);
    return seen.back();
  };
  CHECK(labels(15) == "Cast-13");
  CHECK(labels(20) == "Cast-19");
  CHECK(labels(28) == "Cast-25");
}

TEST_CASE("HardSigmoid runs the operators of its body, whatever the model's opset") {
  Strings seen;
  SessionOptions options;
  options.single_nodes = true;
  options.on_value = [&](const ComputedValue& computed, const TensorView&) {
    seen.push_back(fmt::format("{} {}", computed.op, computed.name));
  };
  (void)result(at_opset(6, "g (float[2] x) => (y) { [act] y = HardSigmoid(x) }"), kX, options);
  CHECK(seen ==
        Strings{"Mul-14 y_AlphaMulX", "Add-14 y_AlphaMulXAddBeta", "Min-13 y_MinOneOrAlphaMulXAddBeta", "Max-13 y"});
}

TEST_CASE("what the graph declares against what comes in and out") {
  const auto identity = [](std::string_view input, std::string_view output) {
    return at_opset(13, fmt::format("g ({} x) => ({} y) {{ y = Max(x) }}", input, output));
  };
  CHECK(error_of(identity("double[2]", ""), kX) ==
        "invalid_input: m: input \"x\" has element type float, but is declared as double");
  CHECK(error_of(identity("float[2]", "double[2]"), kX) ==
        "invalid_model: m: output \"y\" is declared as double, but is float");
  CHECK(error_of(identity("seq(float)", ""), kX) == "unsupported: m: input \"x\" is not declared as a dense tensor");
  CHECK(error_of(identity("sparse_tensor(float[2])", ""), kX) ==
        "unsupported: m: input \"x\" is not declared as a dense tensor");
  CHECK(error_of(identity("float[2]", "seq(float)"), kX) ==
        "invalid_model: m: output \"y\" is not declared as a dense tensor, but is one");
  CHECK(error_of(identity("", ""), kX) == "no error");
  CHECK(warnings_of(identity("float[2]", "float[N]"), kX) == Strings{});
  CHECK(warnings_of(identity("float[]", "float"), kX) ==
        Strings{"output \"y\" has shape [2], but is declared with []"});
  CHECK(error_of(identity("float[N, 3]", "float[?]"), kX) ==
        "invalid_input: m: input \"x\" has shape [2], but is declared with [N,3]");
  CHECK(error_of(identity("float[3]", "float[?,2]"), kX) ==
        "invalid_input: m: input \"x\" has shape [2], but is declared with [3]");
  CHECK(warnings_of(identity("float[3]", "float[?,2]"), kX, {.any_shape = true}) ==
        Strings{"input \"x\" has shape [2], but is declared with [3]",
                "output \"y\" has shape [2], but is declared with [?,2]"});
}

}  // namespace
}  // namespace hardref::test
