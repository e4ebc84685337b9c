"""Test directories for Hardmax 1, 11 and 13, in all their element types."""

from __future__ import annotations

import math
import random
from typing import Iterator, Optional

from onnx import AttributeProto

from case import Case, data_set, make_case, node, unary_case, without_value
from exact import FLOAT, FLOATS, FLOATS_AND_BFLOAT16, FloatType, number
from tensors import Tensor, both_signs, from_bits, hardmax, largest, nans, tensor

TYPES = {1: FLOATS, 11: FLOATS, 13: FLOATS_AND_BFLOAT16}
SHAPES = ((7,), (3, 5), (2, 3, 4), (2, 1, 3, 4), (2, 3, 1, 2, 3))

# In it the matrix rule of versions 1 and 11 and the axis rule of 13 differ for every axis but the last.
EXAMPLE = (1, 5, 2, 5, 0, 3, 4, 4, 4, 9, 9, 1)


def cases() -> Iterator[Case]:
    for version, kinds in TYPES.items():
        for kind in kinds:
            yield every_axis(version, kind)
            yield case(f"default_axis_{kind.name}", version, None, tensor(kind, EXAMPLE, (2, 2, 3)))
            yield from special_values(version, kind)
            if version == 13:
                yield long_rows(kind)
        yield from axes_of_the_example(version)
        yield from empty(version)
    yield case("negative_axis_float", 1, -2, tensor(FLOAT, EXAMPLE, (2, 2, 3)))
    for version, opset in ((1, 10), (11, 12), (13, 17), (13, 25)):
        yield case(f"opset_{opset}_float", version, None, tensor(FLOAT, EXAMPLE, (2, 2, 3)), opset=opset)


def case(name: str, version: int, axis: Optional[int], *values: Tensor, opset: Optional[int] = None) -> Case:
    """One node, one data set for each of the values; without an axis the version's default counts."""
    attributes = {} if axis is None else {"axis": axis}
    return unary_case(f"hardmax_{version}_{name}", "Hardmax", opset or version, values,
                      lambda x: hardmax(x, version, axis), **attributes)


def axes(version: int, rank: int) -> range:
    """Every axis; the text of version 1 knows no negative ones."""
    return range(0 if version == 1 else -rank, rank)


def axis_name(axis: int) -> str:
    return f"axis_minus_{-axis}" if axis < 0 else f"axis_{axis}"


def every_axis(version: int, kind: FloatType) -> Case:
    """Ranks 1 to 5, one node for each axis, over few different values so that most rows have ties.

    In the second data set the few values include infinities, NaN and zeros of both signs.
    """
    ordinary = tensor(kind, [-2, -1, -0.5, 0, 0.25, 1, 1.5, 3]).bits
    special = [*both_signs(kind, [0, 1, kind.infinity]), nans(kind)[0], largest(kind)]
    draw = random.Random(f"hardmax {version} {kind.name}")
    names = [f"rank_{len(shape)}" for shape in SHAPES]
    nodes = [node("Hardmax", [name], [f"{name}_{axis_name(axis)}"], axis=axis)
             for name, shape in zip(names, SHAPES) for axis in axes(version, len(shape))]
    sets = []
    for values in (ordinary, special):
        inputs = {name: from_bits(kind, [values[draw.getrandbits(3)] for _ in range(math.prod(shape))], shape)
                  for name, shape in zip(names, SHAPES)}
        outputs = {f"{name}_{axis_name(axis)}": hardmax(value, version, axis) for name, value in inputs.items()
                   for axis in axes(version, len(value.shape))}
        sets.append(data_set(inputs, outputs))
    return make_case(f"test_hardmax_{version}_every_axis_{kind.name}", version, nodes, sets)


def special_values(version: int, kind: FloatType) -> Iterator[Case]:
    """Rows of equal values, of infinities, of zeros of both signs, and with NaN in every place."""
    tiny, top = 1, largest(kind)
    plus_zero, minus_zero = both_signs(kind, [0])
    plus, minus = both_signs(kind, [kind.infinity])
    one = kind.encode(number(1.0))
    ties = tensor(kind, [3, 3, 3, 1, 1, 3, 3, 2, 0, 0, 0, 0, -1, -2, -1, -1], (4, 4))
    rows = [[minus] * 4, [minus, one, minus, one], [one, plus, plus, top], [kind.sign_bit + top, minus, minus, minus],
            [minus_zero, plus_zero, minus_zero, plus_zero], [plus_zero, tiny, minus_zero, tiny],
            [kind.sign_bit + tiny, minus_zero, plus_zero, minus_zero]]
    limits = from_bits(kind, [bits for row in rows for bits in row], (len(rows), 4))
    quiet, negative, full = nans(kind)
    rows = [[quiet, one, plus, minus], [one, quiet, plus, minus], [plus, one, minus, negative], [full] * 4,
            [minus, negative, quiet, plus], [top, plus, full, full], [one, plus, plus_zero, minus]]
    with_nan = from_bits(kind, [bits for row in rows for bits in row], (len(rows), 4))
    yield case(f"axis_1_{kind.name}_ties", version, 1, ties)
    yield case(f"axis_1_{kind.name}_infinities_and_zeros", version, 1, limits)
    yield case(f"axis_1_{kind.name}_nan", version, 1, with_nan)


def long_rows(kind: FloatType) -> Case:
    """Rows of 67 with the maximum first, last, and in between; then 5 rows of 13 distinct values."""
    length = 67
    values = [-1.0] * (4 * length)
    for row, place in enumerate((0, 31, 64, 66)):
        values[row * length + place] = 0.5
        values[row * length + length - 1] = 0.5
    distinct = [(place * 29) % 65 - 32 for place in range(65)]
    return case(f"long_rows_{kind.name}", 13, -1, tensor(kind, values, (4, length)),
                tensor(kind, distinct, (5, 13)))


def axes_of_the_example(version: int) -> Iterator[Case]:
    """The example along each axis, each a directory, and an axis attribute without a number, which means 0."""
    value = tensor(FLOAT, EXAMPLE, (2, 2, 3))
    for axis in range(3):
        yield case(f"{axis_name(axis)}_float", version, axis, value)
    yield unary_case(f"hardmax_{version}_axis_without_value_float", "Hardmax", version, [value],
                     lambda x: hardmax(x, version, 0), axis=without_value("axis", AttributeProto.INT))


def empty(version: int) -> Iterator[Case]:
    """Dimensions of 0 before, in and behind the axis: nothing comes out, in the same shape."""
    yield case("axis_1_float_empty", version, 1, *(tensor(FLOAT, [], shape) for shape in ((2, 0), (0, 3), (0, 0))))
    yield case("axis_1_float_empty_rank_3", version, 1,
               *(tensor(FLOAT, [], shape) for shape in ((2, 0, 3), (0, 2, 3), (2, 3, 0))))
