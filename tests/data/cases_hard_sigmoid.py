"""Test directories for HardSigmoid 1, 6 and 22, in all their element types."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import partial
from typing import Any, Iterator, Optional

from onnx import AttributeProto

from case import Case, data_set, make_case, node, unary_case, without_value
from exact import BFLOAT16, DOUBLE, FLOAT, FLOAT16, FLOATS, FLOATS_AND_BFLOAT16, FloatType, number
from tensors import Tensor, both_signs, from_bits, hard_sigmoid, largest, nans, tensor

TYPES = {1: FLOATS, 6: FLOATS, 22: FLOATS_AND_BFLOAT16}
INF, NAN = float("inf"), float("nan")
ONE_SIXTH = FLOAT.decode(0x3E2AAAAB).value

# Inputs on which a result that was rounded once, or fused, differs from one rounded after each node.
ROUNDED_EACH_NODE = {FLOAT16: (0x3EC4, 0xC0FF), BFLOAT16: (0x401A, 0xC01F), FLOAT: (0x40066666, 0xC01FFE5D)}

# Attributes at their limits; the huge and the tiny ones leave the range of the 16-bit types.
EDGES: dict[str, dict[str, float]] = {
    "alpha_zero": {"alpha": 0.0},
    "alpha_negative": {"alpha": -0.5, "beta": 0.25},
    "alpha_infinite": {"alpha": INF},
    "alpha_nan": {"alpha": NAN},
    "alpha_huge": {"alpha": 1e6},
    "alpha_tiny": {"alpha": 2.0**-149, "beta": 0.0},
    "beta_nan": {"beta": NAN},
    "beta_infinite": {"alpha": -1.0, "beta": INF},
    "beta_negative": {"alpha": 1.0, "beta": -2.0},
    "beta_minus_zero": {"alpha": 1.0, "beta": -0.0},
}


def cases() -> Iterator[Case]:
    for version, kinds in TYPES.items():
        for kind in kinds:
            yield case(f"default_{kind.name}", version, usual(kind), infinities(kind), with_nan(kind), zeros(kind))
            yield one_sixth(version, kind)
            yield edges(version, kind)
            if kind in ROUNDED_EACH_NODE:
                yield case(f"rounds_each_node_{kind.name}", version, from_bits(kind, ROUNDED_EACH_NODE[kind]))
            if kind.width == 16:
                yield case(f"2048_patterns_{kind.name}", version, from_bits(kind, stratified(kind), (32, 64)))
        yield from attributes(version)
        yield from shapes(version)
    yield case("consumed_inputs_float", 1, usual(FLOAT), consumed_inputs=[0])
    for version, opset in ((1, 5), (6, 13), (6, 17), (6, 21), (22, 25)):
        yield case(f"opset_{opset}_float", version, usual(FLOAT), opset=opset)


def case(name: str, version: int, *values: Tensor, opset: Optional[int] = None, consumed_inputs: Any = None,
         **attributes: float) -> Case:
    """One node, one data set for each of the values."""
    ignored = {} if consumed_inputs is None else {"consumed_inputs": consumed_inputs}
    return unary_case(f"hard_sigmoid_{version}_{name}", "HardSigmoid", opset or version, values,
                      lambda x: hard_sigmoid(x, **attributes), **attributes, **ignored)


# ---- Values -------------------------------------------------------------------------------------------------------


def usual(kind: FloatType) -> Tensor:
    """Both straight ends, the slope, and the neighbours of the two knees of the default attributes."""
    knee = kind.encode(number(2.5))
    near = both_signs(kind, [knee - 2, knee - 1, knee, knee + 1, knee + 2])
    slope = [kind.encode(number(Fraction(step, 5))) for step in range(-14, 15)]
    ends = [kind.encode(number(value)) for value in (-100, -5, 5, 100)]
    return from_bits(kind, slope + near + ends)


def infinities(kind: FloatType) -> Tensor:
    return from_bits(kind, both_signs(kind, [kind.infinity, largest(kind)]))


def with_nan(kind: FloatType) -> Tensor:
    one = kind.encode(number(1))
    return from_bits(kind, [one, *nans(kind), kind.infinity, one, kind.sign_bit + kind.infinity, *nans(kind), one])


def zeros(kind: FloatType) -> Tensor:
    """Both zeros, subnormal numbers, and the smallest normal one."""
    smallest_normal = 1 << kind.fraction_bits
    return from_bits(kind, both_signs(kind, [0, 1, 2, smallest_normal - 1, smallest_normal]))


def stratified(kind: FloatType) -> list[int]:
    """One pattern out of each 64 of all, and 1,024 more from the 16 binades in which the result changes most."""
    draw = random.Random(f"hard_sigmoid {kind.name}")
    low, high = kind.encode(number(2.0**-6)), kind.encode(number(4))
    width = (high - low) // 512
    starts = [(start, 64) for start in range(0, 1 << 16, 64)]
    starts += [(start, width) for sign in (0, kind.sign_bit) for start in range(sign + low, sign + high, width)]
    return [start + draw.getrandbits(32) % length for start, length in starts]


# ---- Cases --------------------------------------------------------------------------------------------------------


def one_sixth(version: int, kind: FloatType) -> Case:
    """The slope of MobileNetV3; far out, min(1, max(0, ...)) must not be rewritten so that large values cancel."""
    knees = tensor(kind, [Fraction(step, 3) for step in range(-10, 11)])
    far = tensor(kind, [8192, -8192, 16384, -16384, 65504, -65504, 1e8, -1e8, INF, -INF])
    return case(f"alpha_one_sixth_{kind.name}", version, knees, far, alpha=float(ONE_SIXTH))


def edges(version: int, kind: FloatType) -> Case:
    """One node for each set of attributes in EDGES."""
    one, top = kind.encode(number(1)), largest(kind)
    patterns = both_signs(kind, [0, 1, one, kind.encode(number(2.5)), top, kind.infinity]) + nans(kind)
    x = from_bits(kind, patterns)
    nodes = [node("HardSigmoid", ["x"], [name], **given) for name, given in EDGES.items()]
    outputs = {name: hard_sigmoid(x, **given) for name, given in EDGES.items()}
    return make_case(f"test_hard_sigmoid_{version}_edge_attributes_{kind.name}", version, nodes,
                     [data_set({"x": x}, outputs)])


def attributes(version: int) -> Iterator[Case]:
    """Attributes without a number mean 0, not the default; in double both stay what float32 made of them."""
    for given in ("alpha", "beta"):
        yield unary_case(f"hard_sigmoid_{version}_{given}_without_value_float", "HardSigmoid", version,
                         [usual(FLOAT), infinities(FLOAT)], partial(hard_sigmoid, **{given: 0.0}),
                         **{given: without_value(given, AttributeProto.FLOAT)})
    yield case("float32_attributes_double", version, tensor(DOUBLE, [1.0, -1.0, 2.0, 1e-3, 1 / 3, -2.4]),
               alpha=0.1, beta=0.3)


def shapes(version: int) -> Iterator[Case]:
    """Ranks 0 to 5 in one model, and tensors without elements."""
    extents = (2, 3, 1, 2, 3)
    inputs, outputs, nodes = {}, {}, []
    for rank in range(6):
        name, shape = f"rank_{rank}", extents[:rank]
        inputs[name] = tensor(FLOAT, [Fraction(step, 7) - 2 for step in range(math.prod(shape))], shape)
        outputs[f"{name}_result"] = hard_sigmoid(inputs[name])
        nodes.append(node("HardSigmoid", [name], [f"{name}_result"]))
    yield make_case(f"test_hard_sigmoid_{version}_every_rank_float", version, nodes, [data_set(inputs, outputs)])
    yield case("empty_float", version, *(tensor(FLOAT, [], shape) for shape in ((0, 3), (2, 0), (0, 0))))
    yield case("empty_rank_1_float", version, tensor(FLOAT, []))
