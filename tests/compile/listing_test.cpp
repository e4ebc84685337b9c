#include "compile/listing.h"

#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

std::string listing(int opset, std::string_view graph, const CompileOptions& options = {}) {
  const Model model = Model::from_text(at_opset(opset, graph));
  const ResolvedModel resolved = resolve(model.content());
  return "\n" + print(program_of(model, options), ValueNames(model.content().graph, resolved));
}

TEST_CASE("the program of HardSigmoid") {
  CompileOptions options;
  options.fuse = false;
  CHECK(listing(22, "g (float[2,3] x) => (y) { [act] y = HardSigmoid(x) }", options) == R"(
input %0 x: float[2,3]
constant %1 y_Alpha = float{0.2}
constant %2 y_Beta = float{0.5}
constant %3 y_Zero = float{0}
constant %4 y_One = float{1}
chain over [2,3], 6 elements
  %5 y_AlphaMulX: float[2,3] -> buffer 0 = Mul-14(%0, %1 for all)
  %6 y_AlphaMulXAddBeta: float[2,3] -> buffer 1 = Add-14(buffer 0, %2 for all)
  %7 y_MinOneOrAlphaMulXAddBeta: float[2,3] -> buffer 0 = Min-13(buffer 1, %4 for all)
  %8 y: float[2,3] -> output 0 = Max-13(buffer 0, %3 for all)
memory 0 bytes, 2 buffers
)");
}

TEST_CASE("the program of HardSigmoid with the end of its body fused") {
  CHECK(listing(22, "g (float[2,3] x) => (y) { [act] y = HardSigmoid(x) }") == R"(
input %0 x: float[2,3]
constant %1 y_Alpha = float{0.2}
constant %2 y_Beta = float{0.5}
constant %3 y_Zero = float{0}
constant %4 y_One = float{1}
chain over [2,3], 6 elements
  %8 y: float[2,3] -> output 0 = Mul-14+Add-14+Min-13+Max-13(%0, %1 for all, %2 for all, %4 for all, %3 for all)
memory 0 bytes, 0 buffers
)");
}

TEST_CASE("the program of HardSigmoid with its native kernel beside") {
  CompileOptions options;
  options.verify = true;
  options.fuse = false;
  CHECK(listing(6, "g (double x) => (y) { y = HardSigmoid <alpha = 1.0> (x) }", options) == R"(
input %0 x: double
constant %1 y_Alpha = float{1}
constant %2 y_AlphaCast = double{1}
constant %3 y_Beta = float{0.5}
constant %4 y_BetaCast = double{0.5}
constant %5 y_Zero = float{0}
constant %6 y_ZeroCast = double{0}
constant %7 y_One = float{1}
constant %8 y_OneCast = double{1}
constant %13 = double{1}
constant %14 = double{0.5}
chain over [], 1 element
  %9 y_AlphaMulX: double -> buffer 0 = Mul-14(%0, %2)
  %10 y_AlphaMulXAddBeta: double -> buffer 1 = Add-14(buffer 0, %4)
  %11 y_MinOneOrAlphaMulXAddBeta: double -> buffer 0 = Min-13(buffer 1, %8)
  %12 y: double -> output 0 = Max-13(buffer 0, %6)
  %15 y: double -> memory = HardSigmoid-6(%0, %13, %14)
check %12 equals %15
memory 64 bytes, 2 buffers
)");
}

TEST_CASE("the program of stretched operands, a Hardmax and copies") {
  CHECK(listing(13, R"(g (float[2,3] x, float[2,1] w, float s) => (z, w, z) <float[5] unused = {1, 2, 3, 4, 5}> {
    a = Mul(x, w) b = Add(s, a) c = Max(b, x, w) h = Hardmax(c) d = Cast <to = 10> (h) z = Cast <to = 7> (d) })") == R"(
input %0 x: float[2,3]
input %1 w: float[2,1]
input %2 s: float
constant %3 unused = float[5]{1, 2, 3, 4, ... 5 values}
chain over [2,3], 6 elements
  %4 a: float[2,3] -> buffer 1 = Mul-13(%0, %1 stretched)
  %5 b: float[2,3] -> buffer 0 = Add-13(%2 for all, buffer 1)
  %6: float[2,3] -> buffer 1 = Max-13(buffer 0, %0)
  %7 c: float[2,3] -> memory = Max-13(buffer 1, %1 stretched)
whole %8 h: float[2,3] -> memory = Hardmax-13(%7)
chain over [2,3], 6 elements
  %9: double[2,3] -> buffer 0 = Cast-13(%8)
  %10 d: float16[2,3] -> buffer 1 = Cast-13(buffer 0)
  %11: double[2,3] -> buffer 0 = Cast-13(buffer 1)
  %12 z: int64[2,3] -> output 0 = Cast-13(buffer 0)
copy %1 to output 1
copy %12 to output 2
memory 128 bytes, 2 buffers
)");
}

TEST_CASE("the program of single nodes") {
  CompileOptions options;
  options.single_nodes = true;
  CHECK(listing(13, "g (float[2] x) => (y) { a = Add(x, x) y = Mul(a, a) }", options) == R"(
input %0 x: float[2]
chain over [2], 2 elements
  %1 a: float[2] -> memory = Add-13(%0, %0)
chain over [2], 2 elements
  %2 y: float[2] -> output 0 = Mul-13(%1, %1)
memory 64 bytes, 0 buffers
)");
}

}  // namespace
}  // namespace hardref::test
