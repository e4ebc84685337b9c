// Texts that several tests read: one uses every construct of ONNX's textual syntax and of our extensions to it.
#pragma once

#include <string_view>

namespace hardref::test {

constexpr std::string_view kSample = R"(# A comment before everything.
<
  ir_version: 10,
  opset_import: ["" : 18, "com.example" : 1],
  producer_name: "a \"quoted\" \\ name",
  producer_version: "1.0",
  domain: "org.example",
  model_version: -3,
  doc_string: "two
lines # and no comment",
  metadata_props: ["key": "value", "": ""]
>
"main graph" (float[N,?,3,"M + 1"] X, float[2] W = {1, 2.5}, untyped, "float",
  seq(optional(map(int64, sparse_tensor(float16[4])))) S, opaque() O, opaque(some.Name) P, opaque(org.example, Name) Q,
  bool[] B, undefined[1] U)
=> (float Y, "odd name")
<
  float16[4] h = {1.0, 1.0, -inf, NaN},
  bfloat16[2] b = {16256, 16128},
  bool[2] c = {0, 1},
  int64 i = {-9223372036854775808},
  uint64[1] u = {18446744073709551615},
  double[2,2] d = {1e-320, -0, Infinity, 0.1},
  int8[0] e = {},
  string[2] s = {"a \"b\"", ""},
  complex64[1] z = {1.5, -2},
  int4[2] n = {-8, 7},
  float8e4m3fn[2] f = {nan, 0.5},
  float[N] T,
  untyped_too
>
{
  [first] A, , C = Foo (X, , W)
  ["second node"] = org.example.Bar:variant <axis = 1, alpha = 0.5, name = "text"> ()
  D = "my-domain"."my op":"an overload" <
    int: int = -1, float: float = 2, string: string = "", tensor: tensor = int32[2] ignored = {1, 2},
    graph: graph = inner (int64 n = {3}) => (Z) { Z = If (n) <then_branch = "" () => () {}> },
    sparse: sparse_tensor = sparse_tensor float[2,3] {values: float[2] {5, 7}, indices: int64[2] {1, 5}},
    type: type_proto = seq(float[N]), nan = nan, minus_inf = -inf
  > ("", "float", x,)
  E = Lists (D) <
    ints = [1, -2], floats: floats = [1, 2.5e-3, -0], strings = ["a", "b\\"], tensors = [float {1}, uint8[2] {0, 255}],
    graphs: graphs = [one () => () {}, two () => () { F = Foo (D) }], types = [float, float[], map(string, double[1])],
    sparse_tensors = [sparse_tensor double[2] {values: double[0] {}, indices: int64[0,1] {}}],
    no_ints: ints = [], no_floats: floats = [], no_strings: strings = [], no_tensors: tensors = [],
    no_graphs: graphs = [], no_types: type_protos = [], no_sparse: sparse_tensors = []
  >
}

<
  domain: "com.example",
  overload: "variant",
  opset_import: ["" : 17],
  doc_string: "dropped"
>
Function <alpha, beta: float = 0.5, gamma = [1, 2]> (float[N] x, y) => (float[N] z)
<float[N] t>
{
  t = Scale <slope: float = @alpha, steps: ints = @"the steps"> (x, y)
  z = Identity (t) # the last node
}

Empty () => () {}
# A comment after everything, without a line break)";

// The function body of HardSigmoid, as it stands on the operator's page.
constexpr std::string_view kHardSigmoid = R"(
<
  domain: "",
  opset_import: ["" : 18]
>
HardSigmoid <beta,alpha>(X) => (Y)
{
   Alpha = Constant <value_float: float = @alpha> ()
   AlphaCast = CastLike (Alpha, X)
   Beta = Constant <value_float: float = @beta> ()
   BetaCast = CastLike (Beta, X)
   Zero = Constant <value: tensor = float {0}> ()
   ZeroCast = CastLike (Zero, X)
   One = Constant <value: tensor = float {1}> ()
   OneCast = CastLike (One, X)
   AlphaMulX = Mul (X, AlphaCast)
   AlphaMulXAddBeta = Add (AlphaMulX, BetaCast)
   MinOneOrAlphaMulXAddBeta = Min (AlphaMulXAddBeta, OneCast)
   Y = Max (MinOneOrAlphaMulXAddBeta, ZeroCast)
}
)";

}  // namespace hardref::test
