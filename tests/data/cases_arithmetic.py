"""Test directories for Mul, Add, Min and Max, in all versions and all their numeric element types."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence

from case import Case, data_set, make_case, node
from exact import (DOUBLE, FLOAT, FLOAT16, FLOATS, FLOATS_AND_BFLOAT16, INT8, INT16, INT32, INT64, INTEGERS,
                   INTEGERS_32_AND_64, UINT8, UINT16, UINT32, UINT64, ElementType, FloatType, IntegerType, Operation,
                   add, multiply, number)
from tensors import (Tensor, both_signs, from_bits, largest, legacy_elementwise, max_of, min_of, mul, nans, plus,
                     tensor)

BINARY: Mapping[str, Callable[[Tensor, Tensor], Tensor]] = {"Mul": mul, "Add": plus}
LEGACY: Mapping[str, Operation] = {"Mul": multiply, "Add": add}
VARIADIC: Mapping[str, Callable[..., Tensor]] = {"Min": min_of, "Max": max_of}

BINARY_TYPES: Mapping[int, Sequence[ElementType]] = {
    1: FLOATS,
    6: FLOATS + INTEGERS_32_AND_64,
    7: FLOATS + INTEGERS_32_AND_64,
    13: FLOATS_AND_BFLOAT16 + INTEGERS_32_AND_64,
    14: FLOATS_AND_BFLOAT16 + INTEGERS,
}
VARIADIC_TYPES: Mapping[int, Sequence[ElementType]] = {
    1: FLOATS,
    6: FLOATS,
    8: FLOATS,
    12: FLOATS + INTEGERS,
    13: FLOATS_AND_BFLOAT16 + INTEGERS,
}
NAN = float("nan")


def cases() -> Iterator[Case]:
    for op_type in BINARY:
        for version, kinds in BINARY_TYPES.items():
            yield every_type(op_type, version, kinds, BINARY[op_type])
            yield legacy_broadcast(op_type, version) if version < 7 else broadcast(op_type, version, BINARY[op_type])
        yield legacy_stretch(op_type)
        yield consumed_inputs(op_type, BINARY[op_type])
        yield wrapping(op_type)
        yield rounding(op_type)
    for op_type, operation in VARIADIC.items():
        for version, kinds in VARIADIC_TYPES.items():
            yield every_type(op_type, version, kinds, operation)
            if version in (1, 8, 13):
                yield operand_counts(op_type, version)
            if version >= 8:
                yield broadcast(op_type, version, operation)
        yield consumed_inputs(op_type, operation)
        yield nan_operands(op_type)
        yield wide_integers(op_type)
        yield halves_are_not_integers(op_type)


def label(op_type: str, version: int, what: str) -> str:
    return f"test_{op_type.lower()}_{version}_{what}"


def per_pair(name: str, op_type: str, opset: int, pairs: Sequence[Mapping[str, tuple[Tensor, Tensor]]],
             operation: Callable[[Tensor, Tensor], Tensor], **attributes: Any) -> Case:
    """One node for each key, with its pair as a_key and b_key; one data set for each mapping."""
    sets = [data_set({f"{side}_{key}": value for key, pair in one.items() for side, value in zip("ab", pair)},
                     {key: operation(*pair) for key, pair in one.items()}) for one in pairs]
    nodes = [node(op_type, [f"a_{key}", f"b_{key}"], [key], **attributes) for key in pairs[0]]
    return make_case(name, opset, nodes, sets)


# ---- Element types ------------------------------------------------------------------------------------------------


def every_type(op_type: str, version: int, kinds: Sequence[ElementType],
               operation: Callable[[Tensor, Tensor], Tensor]) -> Case:
    """One node for each type; the first data set holds everyday values, the second each pair of limits."""
    pairs = [{kind.name: everyday(kind) for kind in kinds}, {kind.name: limits(kind) for kind in kinds}]
    return per_pair(label(op_type, version, "every_type"), op_type, version, pairs, operation)


def everyday(kind: ElementType) -> tuple[Tensor, Tensor]:
    a, b = [1, 2, 3, 5, 7, 11], [10, 2, 1, 3, 9, 4]
    if isinstance(kind, FloatType):
        return (tensor(kind, [Fraction(x, 7) * (-1)**x for x in a], (2, 3)),
                tensor(kind, [Fraction(x, 3) for x in b], (2, 3)))
    if isinstance(kind, IntegerType) and kind.signed:
        return tensor(kind, [x * (-1)**x for x in a], (2, 3)), tensor(kind, b, (2, 3))
    return tensor(kind, a, (2, 3)), tensor(kind, b, (2, 3))


def limits(kind: ElementType) -> tuple[Tensor, Tensor]:
    """All pairs of: the ends of the range, zeros, and for floats infinities, NaN, subnormals, and rounding cases."""
    if isinstance(kind, FloatType):
        one = kind.encode(number(1))
        # Its sum with 1 is halfway between two numbers, and so is the sum of the next odd one.
        halfway = kind.encode(number(2**(kind.fraction_bits + 1)))
        patterns = both_signs(kind, [0, 1, (1 << kind.fraction_bits) - 1, one + 1, halfway, halfway + 1, largest(kind),
                                     kind.infinity]) + [one, nans(kind)[0]]
    else:
        assert isinstance(kind, IntegerType)
        patterns = [kind.encode(number(value)) for value in (kind.lowest, kind.lowest + 1, -1 if kind.signed else 2,
                                                             0, 1, kind.highest // 3, kind.highest)]
    pairs = [(a, b) for a in patterns for b in patterns]
    a, b = zip(*pairs)
    square = (len(patterns), len(patterns))
    return from_bits(kind, a, square), from_bits(kind, b, square)


def wrapping(op_type: str) -> Case:
    """Results beyond the range keep their low bits, also where C++ would compute in a signed int."""
    operands: Mapping[IntegerType, tuple[Sequence[int], Sequence[int]]] = {
        INT8: ([100, 127, -128, -100], [100, 10, -10, -50]),
        UINT8: ([200, 100, 50, 22], [200, 3, 6, 21]),
        INT16: ([32767, -32768, 32767, -32768], [1, -1, 32767, -32768]),
        UINT16: ([65535, 65535, 46341, 256], [65535, 1, 46341, 256]),
        INT32: ([65536, 46341, 2147483647, -2147483648], [65536, 46341, 1, -1]),
        UINT32: ([65536, 4294967295, 4294967295, 1], [65536, 4294967295, 1, 4294967295]),
        INT64: ([4611686018427387905, 2**63 - 1, -2**63, -2**63], [4, 1, -1, -2**63]),
        UINT64: ([2**64 - 1, 2**64 - 1, 2**32, 2**63], [2**64 - 1, 1, 2**32, 2]),
    }
    pairs = {kind.name: (tensor(kind, a), tensor(kind, b)) for kind, (a, b) in operands.items()}
    return per_pair(label(op_type, 14, "wraps"), op_type, 14, [pairs], BINARY[op_type])


def rounding(op_type: str) -> Case:
    """Roundings to the last bit: ties to even, overflow to infinity, and a result that is subnormal."""
    pairs = {
        "float16": (tensor(FLOAT16, [2048, 2050, 65504, 65504, 2.0**-14, 2.0**-24]),
                    tensor(FLOAT16, [1, 1, 16, 15, -2.0**-24, 0.5])),
        "float": (tensor(FLOAT, [16777216, 16777218, 3.0e38, 0.1, 2.0**-126, 2.0**-149]),
                  tensor(FLOAT, [1, 1, 3.0e38, 0.2, -2.0**-149, 0.5])),
        "double": (tensor(DOUBLE, [2.0**53, 2.0**53 + 2, 1.7e308, 0.1, 2.0**-1022, 2.0**-1074]),
                   tensor(DOUBLE, [1, 1, 1.7e308, 0.2, -2.0**-1074, 0.5])),
    }
    return per_pair(label(op_type, 14, "rounding"), op_type, 14, [pairs], BINARY[op_type])


# ---- Broadcasting -------------------------------------------------------------------------------------------------


def counting(shape: Sequence[int], step: Fraction = Fraction(1, 4)) -> Tensor:
    """Values around zero, all different."""
    size = math.prod(shape)
    return tensor(FLOAT, [(index - size // 3) * step for index in range(size)], shape)


def broadcast(op_type: str, version: int, operation: Callable[[Tensor, Tensor], Tensor]) -> Case:
    """Multidirectional broadcasting; no elements where a dimension of 0 meets one of 1."""
    shapes = {"inner": ((2, 3, 4), (4,)), "middle": ((2, 3, 4), (3, 1)), "outer": ((2, 3, 4), (2, 1, 1)),
              "both": ((2, 1, 3), (4, 1)), "left": ((3,), (2, 3)), "scalar": ((2, 3), ()), "scalars": ((), ()),
              "one": ((1,), (2, 2)), "empty": ((0, 1), (1, 3))}
    pairs = {key: (counting(a), counting(b, Fraction(3, 8))) for key, (a, b) in shapes.items()}
    return per_pair(label(op_type, version, "broadcast_float"), op_type, version, [pairs], operation)


def legacy_broadcast(op_type: str, version: int) -> Case:
    """Opsets 1 to 6: B lies within the shape of A, at its end or from axis on; one element fits everywhere."""
    forms: Mapping[str, tuple[Sequence[int], Optional[int]]] = {
        "suffix": ((4,), None), "suffix_of_two": ((3, 4), None), "axis_0": ((2,), 0), "axis_0_of_two": ((2, 3), 0),
        "axis_1": ((3,), 1), "axis_1_to_the_end": ((3, 4), 1), "axis_2": ((4,), 2), "scalar": ((), None),
        "one_element": ((1,), None), "same_shape": ((2, 3, 4), None),
    }
    return legacy_case(op_type, version, "legacy_broadcast_float", forms)


def legacy_stretch(op_type: str) -> Case:
    """Dimensions of 1 in B stretch at opset 6, although the text does not say so; published models need it."""
    return legacy_case(op_type, 6, "legacy_broadcast_stretch_float", {"suffix": ((3, 1), None), "axis_0": ((2, 1), 0)})


def legacy_case(op_type: str, version: int, what: str,
                forms: Mapping[str, tuple[Sequence[int], Optional[int]]]) -> Case:
    a, inputs, outputs, nodes = counting((2, 3, 4)), {"a": counting((2, 3, 4))}, {}, []
    for key, (shape, axis) in forms.items():
        inputs[f"b_{key}"] = counting(shape, Fraction(3, 8))
        outputs[key] = legacy_elementwise(LEGACY[op_type], a, inputs[f"b_{key}"], axis)
        place = {} if axis is None else {"axis": axis}
        nodes.append(node(op_type, ["a", f"b_{key}"], [key], broadcast=1, **place))
    return make_case(label(op_type, version, what), version, nodes, [data_set(inputs, outputs)])


def consumed_inputs(op_type: str, operation: Callable[[Tensor, Tensor], Tensor]) -> Case:
    """The attribute of version 1 that says nothing about the result."""
    pairs = [{"result": (counting((2, 3)), counting((2, 3), Fraction(-3, 8)))}]
    return per_pair(label(op_type, 1, "consumed_inputs_float"), op_type, 1, pairs, operation, consumed_inputs=[0, 0])


# ---- Min and Max --------------------------------------------------------------------------------------------------


def operand_counts(op_type: str, version: int) -> Case:
    """One operand is the identity, NaN and -0 included; three and five are taken from left to right."""
    values: Sequence[Sequence[float]] = ([1, NAN, -0.0, 4, -7, 2], [2, 3, -1, NAN, -7, 0], [3, 1, -3, 9, -8, 5],
                                         [0, 0, 1, 1, 2, 2], [9, -9, 9, -9, 9, -9])
    operands = {f"x{place}": tensor(FLOAT, row) for place, row in enumerate(values)}
    nodes, outputs = [], {}
    for name, count in (("one", 1), ("two", 2), ("three", 3), ("five", 5)):
        used = list(operands)[:count]
        nodes.append(node(op_type, used, [name]))
        outputs[name] = VARIADIC[op_type](*(operands[key] for key in used))
    nodes.append(node(op_type, ["x0", "x0"], ["twice"]))
    outputs["twice"] = VARIADIC[op_type](operands["x0"], operands["x0"])
    return make_case(label(op_type, version, "operand_counts_float"), version, nodes, [data_set(operands, outputs)])


def nan_operands(op_type: str) -> Case:
    """NaN on either side, on both, and broadcast; in float16 in a matrix whose rows do not fill a register."""
    pairs = {
        "each_side": (tensor(FLOAT, [NAN, 7, NAN, -2.5]), tensor(FLOAT, [10, NAN, NAN, 9])),
        "broadcast": (tensor(FLOAT, [1, 2, 3, 4], (2, 2)), tensor(FLOAT, [NAN])),
        "against_one": (tensor(FLOAT, [NAN, 7, -1]), tensor(FLOAT, [10])),
        "float16": (tensor(FLOAT16, [1, 2, 3, 4, NAN, 6, 7, 8, 9], (3, 3)), tensor(FLOAT16, [NAN, 5, 5])),
    }
    return per_pair(label(op_type, 13, "nan"), op_type, 13, [pairs], VARIADIC[op_type])


def wide_integers(op_type: str) -> Case:
    """64-bit integers that a double cannot tell apart."""
    pairs = {
        "int64": (tensor(INT64, [2**53 + 1, -2**53 - 1, 2**63 - 1, -2**63]),
                  tensor(INT64, [2**53, -2**53, 2**63 - 2, -2**63 + 1])),
        "uint64": (tensor(UINT64, [1, 2**63, 2**64 - 1]), tensor(UINT64, [2**64 - 1, 2**63 - 1, 2**64 - 2])),
    }
    return per_pair(label(op_type, 12, "wide_integers"), op_type, 12, [pairs], VARIADIC[op_type])


def halves_are_not_integers(op_type: str) -> Case:
    """Negative float16 values, whose bit patterns order the other way round."""
    pairs = {"float16": (tensor(FLOAT16, [1, 2, -3, -4]), tensor(FLOAT16, [4, -5, -6, -3.998]))}
    return per_pair(label(op_type, 8, "negative_float16"), op_type, 8, [pairs], VARIADIC[op_type])
