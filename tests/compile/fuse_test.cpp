// Which operations become one, and which stay apart.
#include "compile/listing.h"
#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

constexpr std::string_view kConstants =
    " <float k = {0.5}, float[1] o = {1}, float[1,1] z = {0}, float[2] v = {1, 2}, float n = {nan}>";

// The labels of the program's operations, in order.
Strings labels(std::string_view nodes, const CompileOptions& options = {}, std::string_view results = "(y)") {
  Strings labels;
  const std::string text =
      at_opset(14, fmt::format("g (float[1,2] x, float w) => {}{} {{ {} }}", results, kConstants, nodes));
  for (const Step& step : program_of(text, options).steps) {
    for (const ChainOp& op : std::get<Chain>(step).ops) labels.push_back(op.label);
  }
  return labels;
}

const Strings kFused = {"Mul-14+Add-14+Min-13+Max-13"};
const Strings kApart = {"Mul-14", "Add-14", "Min-13", "Max-13"};

TEST_CASE("Mul, Add, Min and Max with constants of one element become one operation") {
  constexpr std::string_view kNodes = "a = Mul(x, k) b = Add(a, o) c = Min(b, o) y = Max(c, z)";
  CHECK(labels(kNodes) == kFused);
  CHECK(labels(kNodes, {.fuse = false}) == kApart);
  CHECK(labels(kNodes, {.single_nodes = true}) == kApart);
}

TEST_CASE("whatever else is needed keeps operations apart") {
  CHECK(labels("a = Mul(k, x) b = Add(a, o) c = Min(b, o) y = Max(c, z)") == kApart);  // other operand first
  CHECK(labels("a = Mul(x, k) b = Add(a, o) c = Min(o, b) y = Max(c, z)") == kApart);
  CHECK(labels("a = Mul(x, w) b = Add(a, o) c = Min(b, o) y = Max(c, z)") == kApart);  // no constant
  CHECK(labels("a = Mul(x, v) b = Add(a, o) c = Min(b, o) y = Max(c, z)") == kApart);  // no single element
  CHECK(labels("a = Mul(x, k) b = Add(a, o) c = Min(b, o) y = Max(c, z)", {}, "(y, b)") == kApart);
  CHECK(labels("a = Mul(x, k) b = Add(a, o) c = Min(b, o) d = Max(c, z) y = Add(d, c)") ==
        Strings{"Mul-14", "Add-14", "Min-13", "Max-13", "Add-14"});
  CHECK(labels("a = Mul(w, k) b = Add(a, k) c = Min(b, k) y = Max(c, z)") == kApart);  // the shape changes
  CHECK(labels("a = Mul(x, n) b = Add(a, n) c = Min(b, o) y = Max(c, z)") == kFused);
  CHECK(labels("a = Mul(x, k) b = Add(a, o) c = Min(b, n) y = Max(c, z)") == kApart);  // a bound that is no number
  CHECK(labels("a = Mul(x, k) b = Add(a, o) c = Min(b, o) y = Max(c, n)") == kApart);
  CHECK(labels("a = Mul(x, k) b = Add(a, o) c = Max(b, o) y = Min(c, z)") ==
        Strings{"Mul-14", "Add-14", "Max-13", "Min-13"});
  CHECK(labels("a = Mul(x, k) b = Add(a, o) y = Min(b, o)") == Strings{"Mul-14", "Add-14", "Min-13"});
}

TEST_CASE("operations are fused wherever they stand, and several times") {
  CHECK(labels("s = Add(x, x) a = Mul(s, k) b = Add(a, o) c = Min(b, o) m = Max(c, z) "
               "d = Mul(m, k) e = Add(d, o) f = Min(e, o) y = Max(f, z)") == Strings{"Add-14", kFused[0], kFused[0]});
}

TEST_CASE("the body of HardSigmoid is fused, and the observer sees its result") {
  const std::string text = at_opset(22, "g (float[4] x) => (y) { y = HardSigmoid(x) }");
  const Inputs inputs = {{"x", floats({4}, {-9, 0, 1, 9})}};
  Strings seen;
  SessionOptions options;
  options.on_value = [&](const ComputedValue& computed, const TensorView& value) {
    seen.push_back(fmt::format("{} {} {}", computed.op, computed.name, to_text(value)));
  };
  const Tensor fused = result(text, inputs, options);
  CHECK(seen == Strings{"Mul-14+Add-14+Min-13+Max-13 y float[4]{0, 0.5, 0.7, 1}"});
  seen.clear();
  options.single_nodes = true;
  CHECK(difference(result(text, inputs, options), fused) == "");
  CHECK(seen.size() == 4);
}

}  // namespace
}  // namespace hardref::test
