"""Test directories for Constant, Cast and CastLike between floats, integers and bool, in all versions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Iterable, Iterator, Mapping, Sequence

from onnx import AttributeProto, TensorProto, helper

from case import Case, data_set, make_case, node, without_value
from exact import (BFLOAT16, BOOL, DOUBLE, FLOAT, FLOAT16, FLOATS, FLOATS_AND_BFLOAT16, INT8, INT16, INT32, INT64,
                   INTEGERS, UINT64, ElementType, FloatType, IntegerType, number)
from tensors import Tensor, both_signs, cast, from_bits, largest, nans, scalar, tensor

WITHOUT_BFLOAT16 = FLOATS + INTEGERS + (BOOL,)
ALL = FLOATS_AND_BFLOAT16 + INTEGERS + (BOOL,)
CONSTANT_TYPES: Mapping[int, Sequence[ElementType]] = {1: FLOATS, 9: WITHOUT_BFLOAT16, 11: WITHOUT_BFLOAT16,
                                                       12: WITHOUT_BFLOAT16,
                                                       **{version: ALL for version in (13, 19, 21, 23, 24, 25)}}
CAST_TYPES: Mapping[int, Sequence[ElementType]] = {1: WITHOUT_BFLOAT16, 6: WITHOUT_BFLOAT16, 9: WITHOUT_BFLOAT16,
                                                   **{version: ALL for version in (13, 19, 21, 23, 24, 25)}}
CAST_LIKE_VERSIONS = (15, 19, 21, 23, 24, 25)
NAN, INF = float("nan"), float("inf")


def cases() -> Iterator[Case]:
    for version, kinds in CONSTANT_TYPES.items():
        yield constant_value(version, kinds)
    for version in (11, 13):
        yield constant_sparse_value(version)
    for version in (12, 25):
        yield constant_numbers(version)
    yield constant_without_value()
    yield constant_shapes()
    yield constant_typed_fields()
    for version, kinds in CAST_TYPES.items():
        if version != 13:
            yield from_and_to_float("Cast", version, kinds)
    for source in ALL:
        yield conversions("Cast", 13, f"from_{source.name}", [(source, target) for target in ALL])
    yield narrowing()
    yield to_bool_and_back()
    for version in CAST_LIKE_VERSIONS:
        yield from_and_to_float("CastLike", version, ALL)
    for source in (BFLOAT16, DOUBLE, INT64):
        yield conversions("CastLike", 15, f"from_{source.name}", [(source, target) for target in ALL])
    yield cast_like_empty_target()


# ---- Constant -----------------------------------------------------------------------------------------------------


def constants(name: str, version: int, given: Mapping[str, tuple[Tensor, Mapping[str, Any]]]) -> Case:
    """One node for each output: the tensor expected, and the attribute that says it."""
    nodes = [node("Constant", [], [output], **attributes) for output, (_, attributes) in given.items()]
    outputs = {output: value for output, (value, _) in given.items()}
    return make_case(f"test_constant_{version}_{name}", version, nodes, [data_set({}, outputs)])


def constant_value(version: int, kinds: Sequence[ElementType]) -> Case:
    return constants("value_of_every_type", version,
                     {kind.name: (sample(kind), {"value": sample(kind).proto("value")}) for kind in kinds})


def sample(kind: ElementType) -> Tensor:
    """The ends of the range, and for floats an infinity, NaN and the smallest number."""
    if isinstance(kind, FloatType):
        return from_bits(kind, [kind.sign_bit, 1, largest(kind), kind.sign_bit + kind.infinity, nans(kind)[0],
                                kind.encode(number(Fraction(1, 3)))], (2, 3))
    if isinstance(kind, IntegerType):
        return tensor(kind, [kind.lowest, kind.highest, kind.highest // 3, 0, 1, kind.lowest + 5], (2, 3))
    return tensor(kind, [1, 0, 0, 1, 1, 0], (2, 3))


def constant_shapes() -> Case:
    shapes: Mapping[str, tuple[int, ...]] = {"scalar": (), "one": (1,), "rank_5": (1, 2, 1, 2, 1), "empty": (0,),
                                             "empty_inside": (2, 0, 3)}
    given = {}
    for name, shape in shapes.items():
        value = tensor(FLOAT, [Fraction(index, 4) - 1 for index in range(math.prod(shape))], shape)
        given[name] = value, {"value": value.proto("value")}
    return constants("shapes_float", 13, given)


def constant_sparse_value(version: int) -> Case:
    """Linear and coordinate indices, no values at all, and other element types than float."""
    dense = [0, 0, 5, 0, 0, 7]
    linear, coordinates = tensor(INT64, [2, 5]), tensor(INT64, [0, 2, 1, 2], (2, 2))
    no_values = tensor(FLOAT, []), tensor(INT64, [])
    forms = {"linear": (tensor(FLOAT, dense, (2, 3)), tensor(FLOAT, [5, 7]), linear),
             "coordinates": (tensor(FLOAT, dense, (2, 3)), tensor(FLOAT, [5, 7]), coordinates),
             "double": (tensor(DOUBLE, dense, (2, 3)), tensor(DOUBLE, [5, 7]), linear),
             "int64": (tensor(INT64, dense, (6,)), tensor(INT64, [5, 7]), linear),
             "no_values": (tensor(FLOAT, [0] * 6, (2, 3)), *no_values)}
    given = {name: (expected, {"sparse_value": helper.make_sparse_tensor(values.proto("values"),
                                                                         indices.proto("indices"), expected.shape)})
             for name, (expected, values, indices) in forms.items()}
    return constants("sparse_value", version, given)


def constant_numbers(version: int) -> Case:
    """Numbers as attributes: scalars and lists."""
    return constants("numbers", version, {
        "value_float": (scalar(FLOAT, 0.2), {"value_float": 0.2}),
        "value_floats": (tensor(FLOAT, [1.5, -0.0, INF, NAN]), {"value_floats": [1.5, -0.0, INF, NAN]}),
        "value_int": (scalar(INT64, -2**63), {"value_int": -2**63}),
        "value_ints": (tensor(INT64, [1, -2, 2**53 + 1]), {"value_ints": [1, -2, 2**53 + 1]}),
    })


def constant_without_value() -> Case:
    """Attributes of which the file has only name and type: numbers that are 0, and lists without elements."""
    expected = {"value_float": (scalar(FLOAT, 0), AttributeProto.FLOAT),
                "value_floats": (tensor(FLOAT, []), AttributeProto.FLOATS),
                "value_int": (scalar(INT64, 0), AttributeProto.INT),
                "value_ints": (tensor(INT64, []), AttributeProto.INTS)}
    return constants("attributes_without_value", 13, {name: (value, {name: without_value(name, kind)})
                                                      for name, (value, kind) in expected.items()})


def constant_typed_fields() -> Case:
    """Values in the typed fields instead of raw_data; 16-bit floats are bit patterns in int32_data."""
    fields = {"float": "float_data", "double": "double_data", "int64": "int64_data", "uint32": "uint64_data",
              "uint64": "uint64_data"}
    given = {}
    for kind in ALL:
        expected = sample(kind)
        entries: list[Any] = list(expected.bits)
        if isinstance(kind, IntegerType):
            entries = [int(kind.decode(bits).value) for bits in expected.bits]
        elif kind in (FLOAT, DOUBLE):
            expected = tensor(kind, [0.5, -0.25, 1.5, INF, NAN, -0.0], (2, 3))
            entries = [0.5, -0.25, 1.5, INF, NAN, -0.0]
        value = TensorProto(dims=expected.shape, data_type=kind.code, name="value")
        getattr(value, fields.get(kind.name, "int32_data")).extend(entries)
        given[kind.name] = expected, {"value": value}
    return constants("typed_fields", 13, given)


# ---- Cast ---------------------------------------------------------------------------------------------------------


def inputs_for(kind: ElementType) -> dict[str, Tensor]:
    """Values by what they can be cast to: "natural" to everything, "signed" to signed types, "wide" not to integers.

    Integers wrap, so that all of theirs go everywhere. What the standard leaves undefined is in none of them.
    """
    if not isinstance(kind, FloatType):
        return {"natural": sample(kind)}
    one = kind.encode(number(1))
    wide = both_signs(kind, [0, 1, one + 1, largest(kind), kind.infinity]) + nans(kind)
    return {
        "natural": tensor(kind, [0.0, -0.0, 0.5, 0.999, 1, 1.5, 1.9, 2.5, 100, 126.5, -0.75]),
        "signed": tensor(kind, [-0.75, -1, -1.5, -1.9, -2.5, -2.7, -100, -126.5, -128, 1.9, 126.5]),
        "wide": from_bits(kind, wide + [kind.encode(number(value)) for value in (65519, 65520, 3.4e38, 3.14, -2049)]),
    }


def input_for(source: ElementType, target: ElementType) -> str:
    """Which of inputs_for suits a target."""
    if not isinstance(source, FloatType):
        return "natural"
    if isinstance(target, IntegerType):
        return "signed" if target.signed else "natural"
    return "wide"


def conversions(op_type: str, version: int, what: str, pairs: Iterable[tuple[ElementType, ElementType]]) -> Case:
    """One node for each pair of types; Cast-1 names the target by a string, CastLike by a scalar of that type."""
    inputs, outputs, nodes = {}, {}, []
    for source, target in pairs:
        used = input_for(source, target)
        x, like, y = f"{source.name}_{used}", f"like_{target.name}", f"{source.name}_to_{target.name}"
        inputs[x] = inputs_for(source)[used]
        outputs[y] = cast(inputs[x], target)
        if op_type == "CastLike":
            inputs[like] = scalar(target, 0)
            nodes.append(node(op_type, [x, like], [y]))
        else:
            nodes.append(node(op_type, [x], [y], to=target.name.upper() if version == 1 else target.code))
    name = {"Cast": "cast", "CastLike": "cast_like"}[op_type]
    return make_case(f"test_{name}_{version}_{what}", version, nodes, [data_set(inputs, outputs)])


def from_and_to_float(op_type: str, version: int, kinds: Sequence[ElementType]) -> Case:
    """Float to every type, its own included, and every type to float."""
    pairs = [(FLOAT, kind) for kind in kinds] + [(kind, FLOAT) for kind in kinds if kind != FLOAT]
    return conversions(op_type, version, "from_and_to_float", pairs)


def narrowing() -> Case:
    """Ties to even, overflow, and doubles that would round twice on a way through float."""
    half, brain = 2.0**-11, 2.0**-8
    inputs = {
        "double": tensor(DOUBLE, [1 + half, 1 + half + 2.0**-40, 1 + half - 2.0**-40, 1 + 3 * half, 1 + brain,
                                  1 + brain + 2.0**-40, 1 + 3 * brain, 1 + 2.0**-24, 1 + 2.0**-24 + 2.0**-50, 65519.99,
                                  65520, 2.0**-25, 2.0**-25 + 2.0**-60, 3 * 2.0**-26, 3.4e38, 3.5e38, 1e300, 2.0**-150,
                                  -0.1, -1e-320]),
        "float": from_bits(FLOAT, [0x7F800001, 0xFFFFFFFF, 0x3F808000, 0x3F818000, 0x3F808001, 0x7F7FFFFF, 0x477FEFFF,
                                   0x477FF000, 0x33000000, 0x33000001, 0x40490FDB, 0x00000001, 0x80000000]),
        "int32": tensor(INT32, [2049, 2051, 65519, 65520, 257, 259, 16777217, 16777219, -16777217]),
        "int64": tensor(INT64, [16777217, 2**53 + 1, 2**53 + 3, 2**63 - 1, 2**62 + 2**37 + 1]),
        "uint64": tensor(UINT64, [2**64 - 1, 2**63 + 2**39, 2**63 + 2**39 + 1, 2**63 + 2**10]),
    }
    nodes, outputs = [], {}
    for source, value in inputs.items():
        for target in FLOATS_AND_BFLOAT16:
            name = f"{source}_to_{target.name}"
            nodes.append(node("Cast", [source], [name], to=target.code))
            outputs[name] = cast(value, target)
    return make_case("test_cast_13_rounds_once", 13, nodes, [data_set(inputs, outputs)])


def to_bool_and_back() -> Case:
    """NaN and subnormal numbers are true, -0 is false, 256 is true; a detour through int32 loses fractions first."""
    x = tensor(FLOAT, [0.0, -0.0, NAN, 0.1, 1e-45, -INF, -0.2, 1.2])
    fractions, whole = tensor(FLOAT, [-0.2, -0.1, 0, 0.1, 1.2]), tensor(INT32, [36, 0, 256, -1])
    nodes = [node("Cast", ["x"], ["float_to_bool"], to=BOOL.code),
             node("Cast", ["float_to_bool"], ["back_to_float"], to=FLOAT.code),
             node("Cast", ["whole"], ["int32_to_bool"], to=BOOL.code),
             node("Cast", ["fractions"], ["truncated"], to=INT32.code),
             node("Cast", ["truncated"], ["truncated_to_bool"], to=BOOL.code)]
    outputs = {"float_to_bool": cast(x, BOOL), "back_to_float": cast(cast(x, BOOL), FLOAT),
               "int32_to_bool": cast(whole, BOOL), "truncated_to_bool": cast(cast(fractions, INT32), BOOL)}
    return make_case("test_cast_9_bool", 9, nodes,
                     [data_set({"x": x, "fractions": fractions, "whole": whole}, outputs)])


# ---- CastLike -----------------------------------------------------------------------------------------------------


def cast_like_empty_target() -> Case:
    """Only the type of the second input counts, not its shape, nor that it has no elements."""
    x = tensor(FLOAT, [1.25, -2.5, 3], (3, 1))
    targets = {f"like_{kind.name}": tensor(kind, [], (2, 0)) for kind in (FLOAT16, BFLOAT16, DOUBLE, INT8, INT16)}
    outputs = {f"to_{name[5:]}": cast(x, target.type) for name, target in targets.items()}
    nodes = [node("CastLike", ["x", name], [f"to_{name[5:]}"]) for name in targets]
    return make_case("test_cast_like_15_empty_target", 15, nodes, [data_set({"x": x, **targets}, outputs)])
