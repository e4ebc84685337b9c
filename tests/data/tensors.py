"""Tensors of bit patterns, and what Mul, Add, Min, Max, Cast, HardSigmoid and Hardmax make of them.

These functions produce the expected outputs of all test directories. They share no code with hardref.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce
from typing import Any, Iterable, Optional, Sequence

import numpy as np
from onnx import TensorProto

from exact import (BFLOAT16, FLOAT, ElementType, FloatType, Literal, Operation, add, convert, less, maximum,
                   minimum, multiply, number)

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Tensor:
    """Elements in row-major order, each as its bit pattern."""

    type: ElementType
    shape: Shape
    bits: tuple[int, ...]

    def __post_init__(self) -> None:
        if math.prod(self.shape) != len(self.bits):
            raise ValueError(f"shape {self.shape} with {len(self.bits)} elements")

    def reshaped(self, *shape: int) -> Tensor:
        return Tensor(self.type, shape, self.bits)

    def raw(self) -> bytes:
        """The elements as TensorProto.raw_data holds them."""
        return b"".join(bits.to_bytes(self.type.width // 8, "little") for bits in self.bits)

    def proto(self, name: str = "") -> TensorProto:
        return TensorProto(dims=self.shape, data_type=self.type.code, name=name or None, raw_data=self.raw())


def tensor(kind: ElementType, values: Iterable[Literal], shape: Optional[Sequence[int]] = None) -> Tensor:
    """Each value rounded or wrapped to the type; of rank 1 unless a shape is given."""
    return from_bits(kind, (kind.encode(number(value)) for value in values), shape)


def from_bits(kind: ElementType, bits: Iterable[int], shape: Optional[Sequence[int]] = None) -> Tensor:
    """As tensor, from bit patterns."""
    elements = tuple(bits)
    return Tensor(kind, (len(elements),) if shape is None else tuple(shape), elements)


def scalar(kind: ElementType, value: Literal) -> Tensor:
    return tensor(kind, [value], ())


# ---- Elementwise operators ----------------------------------------------------------------------------------------


def elementwise(operation: Operation, a: Tensor, b: Tensor) -> Tensor:
    """The operation on each pair of elements, shapes broadcast as numpy does, rounded once to the element type."""
    if a.type != b.type:
        raise ValueError(f"{a.type.name} and {b.type.name}")
    shape = np.broadcast_shapes(a.shape, b.shape)
    decode, encode = a.type.decode, a.type.encode
    pairs = zip(_stretched(a, shape), _stretched(b, shape))
    return Tensor(a.type, shape, tuple(encode(operation(decode(x), decode(y))) for x, y in pairs))


def _stretched(x: Tensor, shape: Shape) -> list[int]:
    indices = np.arange(len(x.bits)).reshape(x.shape)
    return [x.bits[index] for index in np.broadcast_to(indices, shape).ravel()]


def legacy_elementwise(operation: Operation, a: Tensor, b: Tensor, axis: Optional[int] = None) -> Tensor:
    """Broadcast of opsets 1 to 6: the dimensions of B lie below those of A from axis on, or at the end of A's shape."""
    if len(b.bits) == 1:
        b = b.reshaped()
    start = len(a.shape) - len(b.shape) if axis is None or not b.shape else axis
    padding = len(a.shape) - start - len(b.shape)
    result = elementwise(operation, a, b.reshaped(*b.shape, *[1] * padding))
    if result.shape != a.shape:
        raise ValueError(f"{b.shape} at {axis} does not fit into {a.shape}")
    return result


def mul(a: Tensor, b: Tensor) -> Tensor:
    return elementwise(multiply, a, b)


def plus(a: Tensor, b: Tensor) -> Tensor:
    return elementwise(add, a, b)


def min_of(*operands: Tensor) -> Tensor:
    return reduce(lambda a, b: elementwise(minimum, a, b), operands)


def max_of(*operands: Tensor) -> Tensor:
    return reduce(lambda a, b: elementwise(maximum, a, b), operands)


def cast(x: Tensor, target: ElementType) -> Tensor:
    return Tensor(target, x.shape, tuple(convert(bits, x.type, target) for bits in x.bits))


def hard_sigmoid(x: Tensor, alpha: float = 0.2, beta: float = 0.5) -> Tensor:
    """The function body of the standard: float attributes cast to the element type, then four rounded operations."""
    slope, offset = (cast(scalar(FLOAT, value), x.type) for value in (alpha, beta))
    line = plus(mul(x, slope), offset)
    return max_of(min_of(line, scalar(x.type, 1)), scalar(x.type, 0))


# ---- Hardmax ------------------------------------------------------------------------------------------------------


def hardmax(x: Tensor, version: int, axis: Optional[int] = None) -> Tensor:
    """By numpy.argmax, whose maximum is the first of equal ones and the first NaN; checked against a plain loop."""
    if axis is None:
        axis = -1 if version >= 13 else 1
    if not -len(x.shape) <= axis < len(x.shape):
        raise ValueError(f"axis {axis} for {x.shape}")
    axis %= len(x.shape)
    if not x.bits:
        return x
    values = _as_numpy(x)
    if version >= 13:
        places = np.expand_dims(values.argmax(axis), axis)
        hot = np.zeros(x.shape, bool)
        np.put_along_axis(hot, places, True, axis)
    else:
        matrix = values.reshape(math.prod(x.shape[:axis]), -1)
        hot = np.zeros(matrix.shape, bool)
        hot[np.arange(len(matrix)), matrix.argmax(1)] = True
    flat = hot.ravel().tolist()
    if flat != _first_maxima(x, axis, x.shape[axis] if version >= 13 else None):
        raise AssertionError(f"numpy and the plain loop disagree on Hardmax-{version} of {x}")
    return tensor(x.type, (int(flag) for flag in flat), x.shape)


def _as_numpy(x: Tensor) -> np.ndarray[Any, Any]:
    """The values as an array of a type that numpy has; bfloat16 is the upper half of a float."""
    if x.type == BFLOAT16:
        return (np.array(x.bits, "<u4") << 16).view("<f4").reshape(x.shape)
    return np.frombuffer(x.raw(), f"<f{x.type.width // 8}").reshape(x.shape)


def _first_maxima(x: Tensor, axis: int, length: Optional[int]) -> list[bool]:
    """One flag per element: whether it is its row's first maximum. Without a length rows take all from axis on."""
    tail = math.prod(x.shape[axis:])
    length = tail if length is None else length
    stride = tail // length
    values = [x.type.decode(bits) for bits in x.bits]
    flags = [False] * len(values)
    for start in range(len(values)):
        if start // stride % length:
            continue
        row = range(start, start + length * stride, stride)
        best = start
        for place in row:
            if values[best].kind == "nan":
                break
            if values[place].kind == "nan" or less(values[best], values[place]):
                best = place
        flags[best] = True
    return flags


# ---- Values that a float type needs in its tests ------------------------------------------------------------------


def largest(kind: FloatType) -> int:
    """The bits of the largest finite number."""
    return kind.infinity - 1


def nans(kind: FloatType) -> list[int]:
    """Quiet, negative quiet, and one with all bits of the fraction set."""
    quiet = kind.infinity + (1 << (kind.fraction_bits - 1))
    return [quiet, kind.sign_bit + quiet, kind.sign_bit - 1]


def both_signs(kind: FloatType, bits: Iterable[int]) -> list[int]:
    return [sign + pattern for pattern in bits for sign in (0, kind.sign_bit)]
