// hardref show: a model as text, with its functions expanded, and as the program that it is compiled to.
#include <fmt/format.h>

#include "tools/support.h"

namespace hardref::test {
namespace {

std::string model_path(const std::string& file) { return (kModels / file).string(); }

TEST_CASE("show: a model as text, whichever form its file has") {
  const ProgramResult function = run_program({"show", model_path("function.onnx")});
  CHECK(function == prints(R"(<
  ir_version: 8,
  opset_import: ["" : 15, "local" : 1]
>
function (float[N] x) => (float[N] y)
{
  y = local.HardSwish <slope: float = 0.16666667> (x)
}

<
  domain: "local",
  opset_import: ["" : 15]
>
HardSwish <slope> (value) => (product)
{
  gate = HardSigmoid <alpha: float = @slope> (value)
  product = Mul (value, gate)
}
)"));
  CHECK(run_program({"show", model_path("function.onnxtxt")}) == function);
  CHECK(run_program({"show", "-"}, {.input = function.out}) == function);
  CHECK(run_program({"show", model_path("hardmax_opset11.onnx")}) == prints(R"(<
  ir_version: 6,
  opset_import: ["" : 11]
>
hardmax_opset11 (float[A,B,C] x) => (float[A,B,C] y)
{
  y = Hardmax <axis: int = 1> (x)
}
)"));
}

// What the standard's listing says, with these constants.
std::string expanded_body(const std::string& y, const std::string& alpha, const std::string& beta,
                          const std::string& zero, const std::string& one, const std::string& cast = "") {
  return fmt::format(R"(  {y}_Alpha{cast} = Constant <{alpha}> ()
  {y}_Beta{cast} = Constant <{beta}> ()
  {y}_Zero{cast} = Constant <{zero}> ()
  {y}_One{cast} = Constant <{one}> ()
  {y}_AlphaMulX = Mul (x, {y}_Alpha{cast})
  {y}_AlphaMulXAddBeta = Add ({y}_AlphaMulX, {y}_Beta{cast})
  {y}_MinOneOrAlphaMulXAddBeta = Min ({y}_AlphaMulXAddBeta, {y}_One{cast})
  {y} = Max ({y}_MinOneOrAlphaMulXAddBeta, {y}_Zero{cast})
)",
                     fmt::arg("y", y), fmt::arg("alpha", alpha), fmt::arg("beta", beta), fmt::arg("zero", zero),
                     fmt::arg("one", one), fmt::arg("cast", cast));
}

// Constants of float need no cast, and keep the name that they have in a run.
std::string float_body(const std::string& y, const std::string& alpha) {
  return expanded_body(y, "value_float: float = " + alpha, "value_float: float = 0.5", "value: tensor = float {0}",
                       "value: tensor = float {1}");
}

std::string model_text(const std::string& ir_version, const std::string& opsets, const std::string& signature,
                       const std::string& nodes) {
  return "<\n  ir_version: " + ir_version + ",\n  opset_import: [" + opsets + "]\n>\n" + signature + "\n{\n" + nodes +
         "}\n";
}

TEST_CASE("show: --expanded prints the nodes that HardSigmoid stands for, under the model's opset") {
  CHECK(run_program({"show", "--expanded", model_path("hard_sigmoid.onnx")}) ==
        prints(model_text("10", "\"\" : 22", "hard_sigmoid (float[N] x) => (float[N] y)", float_body("y", "0.2"))));
  CHECK(run_program({"show", "--expanded", model_path("hard_sigmoid_f16.onnx")}) ==
        prints(model_text("7", "\"\" : 13", "hard_sigmoid_f16 (float16[N] x) => (float16[N] y)",
                          expanded_body("y", "value: tensor = float16 {12902}", "value: tensor = float16 {14336}",
                                        "value: tensor = float16 {0}", "value: tensor = float16 {15360}", "Cast"))));
  CHECK(run_program({"show", "--expanded", model_path("function.onnx")}) ==
        prints(model_text("8", "\"\" : 15, \"local\" : 1", "function (float[N] x) => (float[N] y)",
                          float_body("y_gate", "0.16666667") + "  y = Mul (x, y_gate)\n")));
  const std::string hardmax = model_path("hardmax.onnx");
  CHECK(run_program({"show", "--expanded", hardmax}) == run_program({"show", hardmax}));
}

TEST_CASE("show: --expanded leaves what cannot be written for the opset, and says why") {
  constexpr auto kModel = R"(<ir_version: 8, opset_import: ["" : 13]> g (x) => (y) { y = HardSigmoid (x) })";
  CHECK(run_program({"show", "--expanded", "-"}, {.input = kModel}) ==
        ProgramResult{0, run_program({"show", "-"}, {.input = kModel}).out,
                      "warning: node 0 (HardSigmoid-6): HardSigmoid stays: the element type of value \"x\" is not "
                      "known\n"});
}

TEST_CASE("show: --plan prints the program for the declared shapes") {
  CHECK(run_program({"show", "--plan", "--dim", "N=2", model_path("hard_sigmoid.onnx")}) ==
        prints(R"(input %0 x: float[2]
constant %1 y_Alpha = float{0.2}
constant %2 y_Beta = float{0.5}
constant %3 y_Zero = float{0}
constant %4 y_One = float{1}
chain over [2], 2 elements
  %8 y: float[2] -> output 0 = Mul-14+Add-14+Min-13+Max-13(%0, %1 for all, %2 for all, %4 for all, %3 for all)
memory 0 bytes, 0 buffers
)"));
  CHECK(run_program({"show", "--plan", "--no-fuse", "--dim", "N=2", model_path("hard_sigmoid.onnx")}) ==
        prints(R"(input %0 x: float[2]
constant %1 y_Alpha = float{0.2}
constant %2 y_Beta = float{0.5}
constant %3 y_Zero = float{0}
constant %4 y_One = float{1}
chain over [2], 2 elements
  %5 y_AlphaMulX: float[2] -> buffer 0 = Mul-14(%0, %1 for all)
  %6 y_AlphaMulXAddBeta: float[2] -> buffer 1 = Add-14(buffer 0, %2 for all)
  %7 y_MinOneOrAlphaMulXAddBeta: float[2] -> buffer 0 = Min-13(buffer 1, %4 for all)
  %8 y: float[2] -> output 0 = Max-13(buffer 0, %3 for all)
memory 0 bytes, 2 buffers
)"));
  CHECK(
      run_program({"show", "--plan", model_path("hardmax.onnx"), "--dim", "N=2", "--dim", "D=3"}) ==
      prints(
          "input %0 x: float[2,3]\nwhole %1 y: float[2,3] -> output 0 = Hardmax-13(%0)\nmemory 0 bytes, 0 buffers\n"));
  CHECK(run_program(
            {"show", "--plan", model_path("hardmax_opset11.onnx"), "--dim", "A=2", "--dim", "B=3", "--dim", "C=4"}) ==
        prints("input %0 x: float[2,3,4]\nwhole %1 y: float[2,3,4] -> output 0 = Hardmax-11(%0)\nmemory 0 bytes, 0 "
               "buffers\n"));
}

TEST_CASE("show: --plan leaves inputs with an initializer alone") {
  constexpr auto kModel = R"(
<ir_version: 8, opset_import: ["" : 13]>
g (float[2] x, float[N] w) => (float[2] y) <float[2] w = {3, 4}> { y = Mul (x, w) }
)";
  CHECK(run_program({"show", "--plan", "-"}, {.input = kModel}) == prints(R"(input %0 x: float[2]
constant %1 w = float[2]{3, 4}
chain over [2], 2 elements
  %2 y: float[2] -> output 0 = Mul-13(%0, %1)
memory 0 bytes, 0 buffers
)"));
}

TEST_CASE("show: tensors are cut, unless all is wanted") {
  const WorkFolder folder;
  std::string values = "0";
  for (int i = 1; i < 40; ++i) values += fmt::format(", {}", i);
  write_text(folder / "m.onnxtxt",
             fmt::format("<ir_version: 8, opset_import: [\"\" : 13]> g (float[40] x) => (y) <float[40] "
                         "w = {{{}}}> {{ y = Add (x, w) }}",
                         values));
  const ProgramResult cut = folder.hardref({"show", "m.onnxtxt"});
  CHECK(cut.out.find("float[40] w = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, ... 40 values}\n") !=
        std::string::npos);
  CHECK(folder.hardref({"show", "m.onnxtxt", "--expanded"}) == cut);
  const ProgramResult full = folder.hardref({"show", "m.onnxtxt", "--full"});
  CHECK(full.out.find("w = {" + values + "}\n") != std::string::npos);
  CHECK(run_program({"show", "-", "--full"}, {.input = full.out}) == full);
}

TEST_CASE("show: what cannot be shown") {
  const WorkFolder folder;
  CHECK(folder.hardref({"show", "missing.onnx"}) ==
        ProgramResult{6, "", "hardref: missing.onnx: cannot open: No such file or directory\n"});
  write_model(folder / "m.onnx",
              "<ir_version: 8, opset_import: [\"\" : 13]> g (float[N] x) => (float[N] y) { y = Erf (x) }");
  CHECK(folder.hardref({"show", "--expanded", "m.onnx"}) == folder.hardref({"show", "m.onnx"}));
  const ProgramResult plan = folder.hardref({"show", "--plan", "m.onnx"});
  CHECK(plan == ProgramResult{4, "", plan.err});
  CHECK(plan.err.starts_with("hardref: m.onnx: node 0 (Erf): no such operator here; known are Add, "));
  CHECK(run_program({"show", "--plan", "-"}, {.input = read_text(kModels / "hardmax.onnx")}) ==
        ProgramResult{
            2, "", "hardref: standard input: input \"x\" has a dimension N without extent: give it with --dim N=16\n"});
  write_text(folder / "m.onnxtxt", "<ir_version: 8,\n opset: 3>");
  const ProgramResult text = folder.hardref({"show", "m.onnxtxt"});
  CHECK(text == ProgramResult{3, "", text.err});
  CHECK(text.err.starts_with("hardref: m.onnxtxt:2:2: "));
}

}  // namespace
}  // namespace hardref::test
