"""The element types of ONNX as bit patterns, and arithmetic on them without floating point.

A bit pattern is decoded to the number that it stands for (a fraction, an infinity or NaN), operations are exact, and
the result is rounded once, to nearest even, when it is encoded. Tensors are not known here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Callable, Union


@dataclass(frozen=True)
class Number:
    """A real number with the sign of zero, an infinity, or NaN."""

    kind: str  # "finite", "infinite" or "nan"
    negative: bool = False
    magnitude: Fraction = Fraction(0)  # of a finite number

    @property
    def is_zero(self) -> bool:
        return self.kind == "finite" and self.magnitude == 0

    @property
    def value(self) -> Fraction:
        """The signed value of a finite number."""
        return -self.magnitude if self.negative else self.magnitude


NAN = Number("nan")

Literal = Union[int, float, Fraction]


def number(literal: Literal) -> Number:
    """The number that a Python number is, exactly."""
    if isinstance(literal, float):
        negative = math.copysign(1.0, literal) < 0
        if math.isnan(literal):
            return NAN
        if math.isinf(literal):
            return Number("infinite", negative)
        return Number("finite", negative, abs(Fraction(literal)))
    return Number("finite", literal < 0, abs(Fraction(literal)))


# ---- Operations, exact --------------------------------------------------------------------------------------------


def multiply(a: Number, b: Number) -> Number:
    """IEEE 754: NaN for a NaN operand and for zero times infinity; the signs combine, also those of zeros."""
    if "nan" in (a.kind, b.kind):
        return NAN
    negative = a.negative != b.negative
    if "infinite" in (a.kind, b.kind):
        return NAN if a.is_zero or b.is_zero else Number("infinite", negative)
    return Number("finite", negative, a.magnitude * b.magnitude)


def add(a: Number, b: Number) -> Number:
    """IEEE 754: NaN for infinities of opposite sign; an exact zero is positive unless both operands are -0."""
    if "nan" in (a.kind, b.kind):
        return NAN
    if a.kind == "infinite" and b.kind == "infinite":
        return a if a.negative == b.negative else NAN
    if "infinite" in (a.kind, b.kind):
        return a if a.kind == "infinite" else b
    total = a.value + b.value
    return Number("finite", total < 0 or (total == 0 and a.negative and b.negative), abs(total))


def less(a: Number, b: Number) -> bool:
    """Whether a < b; false where one is NaN, and -0 equals +0."""
    if "nan" in (a.kind, b.kind):
        return False
    if "infinite" in (a.kind, b.kind):
        return _infinite_rank(a) < _infinite_rank(b)
    return a.value < b.value


def _infinite_rank(a: Number) -> int:
    return 0 if a.kind == "finite" else -1 if a.negative else 1


def minimum(a: Number, b: Number) -> Number:
    """The smaller one, the first of equal ones, NaN where either is NaN."""
    if "nan" in (a.kind, b.kind):
        return NAN
    return b if less(b, a) else a


def maximum(a: Number, b: Number) -> Number:
    """The larger one, the first of equal ones, NaN where either is NaN."""
    if "nan" in (a.kind, b.kind):
        return NAN
    return b if less(a, b) else a


Operation = Callable[[Number, Number], Number]


# ---- Element types ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ElementType:
    """What all element types have: ONNX's name and number, and the width in bits."""

    name: str
    code: int
    width: int

    @property
    def is_float(self) -> bool:
        return isinstance(self, FloatType)

    def decode(self, bits: int) -> Number:
        """The number that a bit pattern stands for."""
        raise NotImplementedError

    def encode(self, value: Number) -> int:
        """The bit pattern for a number, after the type's own rounding or wrapping."""
        raise NotImplementedError


@dataclass(frozen=True)
class FloatType(ElementType):
    """A binary interchange format of IEEE 754, or bfloat16, which has the same structure."""

    fraction_bits: int

    @property
    def infinity(self) -> int:
        """The bits of +infinity: all ones in the exponent."""
        return self.sign_bit - (1 << self.fraction_bits)

    @property
    def sign_bit(self) -> int:
        return 1 << (self.width - 1)

    @property
    def smallest_exponent(self) -> int:
        """The exponent of the smallest subnormal number, which is the unit in which subnormal fractions count."""
        bias = (1 << (self.width - self.fraction_bits - 2)) - 1
        return 1 - bias - self.fraction_bits

    def decode(self, bits: int) -> Number:
        negative, rest = bits >= self.sign_bit, bits % self.sign_bit
        if rest >= self.infinity:
            return NAN if rest > self.infinity else Number("infinite", negative)
        exponent, fraction = divmod(rest, 1 << self.fraction_bits)
        if exponent > 0:
            fraction += 1 << self.fraction_bits
        return Number("finite", negative, fraction * power_of_two(self.smallest_exponent + max(exponent - 1, 0)))

    def encode(self, value: Number) -> int:
        sign = self.sign_bit if value.negative else 0
        if value.kind == "nan":
            return self.infinity + (1 << (self.fraction_bits - 1))
        if value.kind == "infinite":
            return sign + self.infinity
        if value.magnitude == 0:
            return sign
        steps = max(floor_log2(value.magnitude) - self.fraction_bits - self.smallest_exponent, 0)
        # round() of a fraction goes to nearest even. A carry out of the fraction arrives in the exponent by itself.
        fraction = round(value.magnitude / power_of_two(self.smallest_exponent + steps))
        return sign + min((steps << self.fraction_bits) + fraction, self.infinity)


@dataclass(frozen=True)
class IntegerType(ElementType):
    """A two's complement or unsigned integer."""

    signed: bool

    @property
    def lowest(self) -> int:
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def highest(self) -> int:
        return self.lowest + (1 << self.width) - 1

    def decode(self, bits: int) -> Number:
        return number(bits if bits <= self.highest else bits - (1 << self.width))

    def encode(self, value: Number) -> int:
        """Towards zero, then modulo 2^width."""
        if value.kind != "finite":
            raise ValueError(f"{value.kind} has no value in {self.name}")
        return int(value.value) % (1 << self.width)


@dataclass(frozen=True)
class BoolType(ElementType):
    """One byte, 0 or 1; whatever is not zero is true, NaN included."""

    def decode(self, bits: int) -> Number:
        return number(bits)

    def encode(self, value: Number) -> int:
        return 0 if value.is_zero else 1


def power_of_two(exponent: int) -> Fraction:
    """2^exponent, exactly."""
    return Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)


def floor_log2(magnitude: Fraction) -> int:
    """The exponent of the largest power of two that is not above magnitude."""
    guess = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    return guess if power_of_two(guess) <= magnitude else guess - 1


def convert(bits: int, source: ElementType, target: ElementType) -> int:
    """Cast of one element. Raises where the standard leaves a float to integer conversion undefined."""
    value = source.decode(bits)
    if source.is_float and isinstance(target, IntegerType):
        if value.kind != "finite" or not target.lowest <= int(value.value) <= target.highest:
            raise ValueError(f"{source.name} {bits:#x} is undefined in {target.name}")
    return target.encode(value)


FLOAT16 = FloatType("float16", 10, 16, 10)
BFLOAT16 = FloatType("bfloat16", 16, 16, 7)
FLOAT = FloatType("float", 1, 32, 23)
DOUBLE = FloatType("double", 11, 64, 52)
INT8 = IntegerType("int8", 3, 8, True)
INT16 = IntegerType("int16", 5, 16, True)
INT32 = IntegerType("int32", 6, 32, True)
INT64 = IntegerType("int64", 7, 64, True)
UINT8 = IntegerType("uint8", 2, 8, False)
UINT16 = IntegerType("uint16", 4, 16, False)
UINT32 = IntegerType("uint32", 12, 32, False)
UINT64 = IntegerType("uint64", 13, 64, False)
BOOL = BoolType("bool", 9, 8)

FLOATS = (FLOAT16, FLOAT, DOUBLE)
FLOATS_AND_BFLOAT16 = FLOATS + (BFLOAT16,)
INTEGERS_32_AND_64 = (INT32, INT64, UINT32, UINT64)
INTEGERS = (INT8, INT16, UINT8, UINT16) + INTEGERS_32_AND_64
