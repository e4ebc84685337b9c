"""The models of data/models as ONNX text; their binary form is what ONNX's own parser reads out of it."""

from __future__ import annotations

from onnx import parser

TEXTS = {
    "hard_sigmoid": """\
<ir_version: 10, opset_import: ["" : 22]>
hard_sigmoid (float[N] x) => (float[N] y)
{
   y = HardSigmoid (x)
}
""",
    "hard_sigmoid_f16": """\
<ir_version: 7, opset_import: ["" : 13]>
hard_sigmoid_f16 (float16[N] x) => (float16[N] y)
{
   y = HardSigmoid (x)
}
""",
    "hardmax": """\
<ir_version: 7, opset_import: ["" : 13]>
hardmax (float[N, D] x) => (float[N, D] y)
{
   y = Hardmax <axis: int = -1> (x)
}
""",
    "hardmax_opset11": """\
<ir_version: 6, opset_import: ["" : 11]>
hardmax_opset11 (float[A, B, C] x) => (float[A, B, C] y)
{
   y = Hardmax <axis: int = 1> (x)
}
""",
    "function": """\
<ir_version: 8, opset_import: ["" : 15, "local" : 1]>
function (float[N] x) => (float[N] y)
{
   y = local.HardSwish <slope: float = 0.16666667> (x)
}
<domain: "local", opset_import: ["" : 15]>
HardSwish <slope> (value) => (product)
{
   gate = HardSigmoid <alpha: float = @slope> (value)
   product = Mul (value, gate)
}
""",
}


def files() -> dict[str, bytes]:
    """File name to content."""
    made = {}
    for name, text in TEXTS.items():
        made[f"{name}.onnxtxt"] = text.encode()
        made[f"{name}.onnx"] = parser.parse_model(text).SerializeToString(deterministic=True)
    return made
