"""Test directories as data: a model, its data sets, and the bytes of their files in ONNX's layout.

Builders of protobuf messages that onnx.helper lacks stand here too. What is tested stands in the cases_* modules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, TypeVar

from onnx import (AttributeProto, FunctionProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto,
                  ValueInfoProto, helper)

from tensors import Tensor

Named = tuple[str, Tensor]
AnyMessage = TypeVar("AnyMessage", FunctionProto, NodeProto)


@dataclass(frozen=True)
class DataSet:
    """Inputs and the outputs expected for them, in the order of the graph; a name may come twice among outputs."""

    inputs: tuple[Named, ...]
    outputs: tuple[Named, ...]


def data_set(inputs: Mapping[str, Tensor], outputs: Mapping[str, Tensor]) -> DataSet:
    return DataSet(tuple(inputs.items()), tuple(outputs.items()))


@dataclass(frozen=True)
class Case:
    """One test directory."""

    name: str
    model: ModelProto
    sets: tuple[DataSet, ...]

    def files(self) -> dict[str, bytes]:
        """Path below the test directory's parent to content."""
        files = {f"{self.name}/model.onnx": self.model.SerializeToString(deterministic=True)}
        for index, sets in enumerate(self.sets):
            for role, tensors in (("input", sets.inputs), ("output", sets.outputs)):
                for place, (name, value) in enumerate(tensors):
                    path = f"{self.name}/test_data_set_{index}/{role}_{place}.pb"
                    files[path] = value.proto(name).SerializeToString(deterministic=True)
        return files


# ---- Nodes and attributes -----------------------------------------------------------------------------------------


def node(op_type: str, inputs: Sequence[str], outputs: Sequence[str], domain: str = "", /,
         **attributes: Any) -> NodeProto:
    """As helper.make_node, but an attribute may be given as its message, too."""
    ready = [value for value in attributes.values() if isinstance(value, AttributeProto)]
    plain = {key: value for key, value in attributes.items() if not isinstance(value, AttributeProto)}
    made = helper.make_node(op_type, inputs, outputs, domain=domain or None, **plain)
    made.attribute.extend(ready)
    return made


def without_value(name: str, kind: int) -> AttributeProto:
    """An attribute as writers leave it that omit zeros: name and type, but no number."""
    return AttributeProto(name=name, type=kind)


def reference(name: str, outer: str, kind: int) -> AttributeProto:
    """Inside a function: the value of the function's own attribute."""
    return AttributeProto(name=name, ref_attr_name=outer, type=kind)


def with_field(message: AnyMessage, number: int, payload: bytes) -> AnyMessage:
    """The message with one more length-delimited field, for fields that ONNX 1.12 does not know yet."""
    if number > 15 or len(payload) > 127:
        raise ValueError("the key or the length takes more than one byte")
    made: AnyMessage = type(message)()
    made.ParseFromString(message.SerializeToString() + bytes([number << 3 | 2, len(payload)]) + payload)
    return made


# ---- Models -------------------------------------------------------------------------------------------------------


def ir_version(opset: int) -> int:
    """The IR version of the ONNX release that brought an opset."""
    first_opset_of = {4: 9, 5: 10, 6: 11, 7: 12, 8: 15, 9: 19, 10: 21, 11: 23, 12: 24, 13: 25}
    return max([3] + [version for version, first in first_opset_of.items() if first <= opset])


def declare(name: str, values: Sequence[Tensor]) -> ValueInfoProto:
    """Type and shape of a graph input or output; dimensions in which the values differ get a name."""
    dims = [sizes[0] if len(set(sizes)) == 1 else f"{name}_{axis}"
            for axis, sizes in enumerate(zip(*(value.shape for value in values)))]
    return helper.make_tensor_value_info(name, values[0].type.code, dims)


def make_case(name: str, opset: int, nodes: Sequence[NodeProto], sets: Sequence[DataSet], *,
              initializers: Iterable[TensorProto] = (), optional: Optional[Mapping[str, Tensor]] = None,
              functions: Sequence[FunctionProto] = (), imports: Sequence[OperatorSetIdProto] = (),
              ir: Optional[int] = None) -> Case:
    """A case whose graph declares what its data sets hold; optional: initializers that are graph inputs as well."""
    optional = optional or {}
    fed = list(dict.fromkeys(key for one in sets for key, _ in one.inputs)) + list(optional)
    inputs = [declare(key, [value for one in sets for found, value in one.inputs if found == key] or [optional[key]])
              for key in dict.fromkeys(fed)]
    outputs = [declare(key, [one.outputs[place][1] for one in sets])
               for place, (key, _) in enumerate(sets[0].outputs)]
    initializers = [*initializers, *(value.proto(key) for key, value in optional.items())]
    graph = helper.make_graph(nodes, name, inputs, outputs, initializers)
    opsets = list(imports) or [helper.make_opsetid("", opset)]
    model = helper.make_model(graph, opset_imports=opsets, functions=functions, producer_name="hardref")
    model.ir_version = ir or ir_version(opset)
    return Case(name, model, tuple(sets))


def unary_case(name: str, op_type: str, opset: int, values: Sequence[Tensor], expected: Callable[[Tensor], Tensor],
               **attributes: Any) -> Case:
    """One node with one input, x to y, and one data set for each of the values."""
    sets = [data_set({"x": value}, {"y": expected(value)}) for value in values]
    return make_case(f"test_{name}", opset, [node(op_type, ["x"], ["y"], **attributes)], sets)
