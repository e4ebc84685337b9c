"""Test directories for whole models: several nodes, initializers, unusual graph outputs, model-local functions."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Optional, Sequence

from onnx import AttributeProto, FunctionProto, NodeProto, helper

from case import Case, DataSet, data_set, make_case, node, reference, with_field
from exact import BFLOAT16, FLOAT, FLOAT16, FLOATS_AND_BFLOAT16, ElementType
from tensors import Tensor, hard_sigmoid, hardmax, max_of, min_of, mul, plus, tensor

LOCAL = "local"
SOME = (-4, -2.5, -1, -0.5, 0, 0.3, 1, 2, 2.5, 6)


def cases() -> Iterator[Case]:
    yield from hard_sigmoid_then_mul()
    for kind in FLOATS_AND_BFLOAT16:
        yield hard_sigmoid_body(kind)
    yield branches_and_chains()
    yield from initializers()
    yield from graph_outputs()
    yield long_domain_name()
    yield from function_attributes()
    yield nested_functions()
    yield function_with_its_own_opset()
    yield function_with_names_of_the_graph()
    yield function_with_the_name_of_an_operator()
    yield function_overloads()


def some(kind: ElementType = FLOAT) -> Tensor:
    return tensor(kind, SOME, (2, 5))


# ---- Several nodes ------------------------------------------------------------------------------------------------


def hard_sigmoid_then_mul() -> Iterator[Case]:
    """x * HardSigmoid(x), in which the result of HardSigmoid is an output as well."""
    for version, opset, kind in ((6, 13, FLOAT), (6, 13, FLOAT16), (22, 22, FLOAT), (22, 22, BFLOAT16)):
        x = some(kind)
        gate = hard_sigmoid(x, 1 / 6)
        nodes = [node("HardSigmoid", ["x"], ["gate"], alpha=1 / 6), node("Mul", ["x", "gate"], ["y"])]
        yield make_case(f"test_model_hard_sigmoid_{version}_then_mul_{kind.name}", opset, nodes,
                        [data_set({"x": x}, {"y": mul(x, gate), "gate": gate})])


def hard_sigmoid_body(kind: ElementType) -> Case:
    """The twelve nodes that the standard gives as the meaning of HardSigmoid, as a model."""
    nodes = []
    for name, value in (("alpha", 0.2), ("beta", 0.5), ("zero", 0.0), ("one", 1.0)):
        nodes.append(node("Constant", [], [name], value_float=value))
        nodes.append(node("CastLike", [name, "x"], [f"{name}_cast"]))
    nodes += [node("Mul", ["x", "alpha_cast"], ["product"]), node("Add", ["product", "beta_cast"], ["line"]),
              node("Min", ["line", "one_cast"], ["below_one"]), node("Max", ["below_one", "zero_cast"], ["y"])]
    x = some(kind)
    return make_case(f"test_model_hard_sigmoid_body_{kind.name}", 18, nodes,
                     [data_set({"x": x}, {"y": hard_sigmoid(x)})])


def branches_and_chains() -> Case:
    """One value read by three nodes, branches that meet again, and a Hardmax in between elementwise nodes."""
    x, weight = some(), tensor(FLOAT, [2, -1, 0.5, 3, -0.25])
    left, right = hard_sigmoid(x), hard_sigmoid(x, -0.5, 0.25)
    joined = max_of(plus(left, right), mul(x, weight))
    hot = hardmax(joined, 13)
    nodes = [node("HardSigmoid", ["x"], ["left"]), node("HardSigmoid", ["x"], ["right"], alpha=-0.5, beta=0.25),
             node("Add", ["left", "right"], ["sum"]), node("Mul", ["x", "weight"], ["scaled"]),
             node("Max", ["sum", "scaled"], ["joined"]), node("Hardmax", ["joined"], ["hot"]),
             node("Mul", ["hot", "joined"], ["kept"]), node("Min", ["kept", "left", "right"], ["y"])]
    outputs = {"y": min_of(mul(hot, joined), left, right), "hot": hot}
    return make_case("test_model_branches_and_chains", 13, nodes, [data_set({"x": x, "weight": weight}, outputs)])


# ---- Graph inputs and outputs -------------------------------------------------------------------------------------


def initializers() -> Iterator[Case]:
    """An initializer alone, as a graph input too (which IR 3 asks for), and overridden by a data set."""
    x, weight, other = some(), tensor(FLOAT, [1, 2, 3, 4, 5]), tensor(FLOAT, [-1, 0.5, 0, 2, -0.25])
    nodes = [node("Mul", ["x", "weight"], ["scaled"]), node("HardSigmoid", ["scaled"], ["y"])]
    default = data_set({"x": x}, {"y": hard_sigmoid(mul(x, weight))})
    override = data_set({"x": x, "weight": other}, {"y": hard_sigmoid(mul(x, other))})
    yield make_case("test_model_initializer", 13, nodes, [default], initializers=[weight.proto("weight")])
    yield make_case("test_model_initializer_as_input_ir_3", 7, nodes, [default], optional={"weight": weight})
    yield make_case("test_model_initializer_as_input", 13, nodes, [default, override], optional={"weight": weight})


def graph_outputs() -> Iterator[Case]:
    """One output listed twice; outputs that are an input or an initializer; no nodes at all."""
    x, weight = some(), tensor(FLOAT, [1, 2, 3, 4, 5])
    y = hard_sigmoid(x)
    nodes = [node("HardSigmoid", ["x"], ["y"])]
    yield make_case("test_model_output_listed_twice", 13, nodes, [DataSet((("x", x),), (("y", y), ("y", y)))])
    yield make_case("test_model_output_is_input", 13, nodes, [data_set({"x": x}, {"y": y, "x": x})])
    yield make_case("test_model_output_is_initializer", 13, nodes, [data_set({"x": x}, {"y": y, "weight": weight})],
                    initializers=[weight.proto("weight")])
    yield make_case("test_model_without_nodes", 13, [], [data_set({"x": x}, {"x": x})])


def long_domain_name() -> Case:
    """The name ai.onnx is the domain that the empty name means."""
    x = some()
    nodes = [node("HardSigmoid", ["x"], ["h"], "ai.onnx"), node("Hardmax", ["h"], ["y"])]
    return make_case("test_model_domain_ai_onnx", 13, nodes, [data_set({"x": x}, {"y": hardmax(hard_sigmoid(x), 13)})],
                     imports=[helper.make_opsetid("ai.onnx", 13)])


# ---- Model-local functions ----------------------------------------------------------------------------------------


def function(name: str, inputs: Sequence[str], outputs: Sequence[str], nodes: Sequence[NodeProto], opset: int,
             attributes: Sequence[str] = (), defaults: Optional[Mapping[str, float]] = None, calls_local: bool = False,
             overload: str = "") -> FunctionProto:
    """A function of the local domain; attribute defaults and the overload are fields that ONNX 1.12 lacks."""
    imports = [helper.make_opsetid("", opset)] + ([helper.make_opsetid(LOCAL, 1)] if calls_local else [])
    made = helper.make_function(LOCAL, name, inputs, outputs, nodes, imports, attributes)
    for key, value in (defaults or {}).items():
        made = with_field(made, 11, helper.make_attribute(key, value).SerializeToString())
    return with_field(made, 13, overload.encode()) if overload else made


def function_case(name: str, opset: int, nodes: Sequence[NodeProto], functions: Sequence[FunctionProto], x: Tensor,
                  outputs: Mapping[str, Tensor], **more: Any) -> Case:
    return make_case(f"test_function_{name}", opset, nodes, [data_set({"x": x}, outputs)], functions=functions,
                     imports=[helper.make_opsetid("", opset), helper.make_opsetid(LOCAL, 1)], **more)


def gate_nodes() -> list[NodeProto]:
    """HardSigmoid whose attributes are those of the function around it."""
    return [node("HardSigmoid", ["value"], ["gate"], alpha=reference("alpha", "slope", AttributeProto.FLOAT),
                 beta=reference("beta", "offset", AttributeProto.FLOAT))]


def function_attributes() -> Iterator[Case]:
    """Attributes given by the call, by the function's default, and by neither: then the inner default counts."""
    x = some()
    calls: Mapping[str, Mapping[str, float]] = {"both": {"slope": 0.5, "offset": 0.25}, "slope": {"slope": -1.0},
                                                "neither": {}}
    nodes = [node("Gate", ["x"], [name], LOCAL, **given) for name, given in calls.items()]
    plain = function("Gate", ["value"], ["gate"], gate_nodes(), 15, ["slope", "offset"])
    yield function_case("attributes", 15, nodes, [plain], x,
                        {"both": hard_sigmoid(x, 0.5, 0.25), "slope": hard_sigmoid(x, -1.0),
                         "neither": hard_sigmoid(x)})
    with_default = function("Gate", ["value"], ["gate"], gate_nodes(), 22, ["offset"], {"slope": 0.125})
    yield function_case("attribute_defaults", 22, nodes, [with_default], x,
                        {"both": hard_sigmoid(x, 0.5, 0.25), "slope": hard_sigmoid(x, -1.0),
                         "neither": hard_sigmoid(x, 0.125)})


def nested_functions() -> Case:
    """Three levels; the outer ones hand their attributes on, under other names."""
    inner = function("Gate", ["value"], ["gate"], gate_nodes(), 15, ["slope", "offset"])
    middle = function("Swish", ["value"], ["product"], [
        node("Gate", ["value"], ["gate"], LOCAL, slope=reference("slope", "steepness", AttributeProto.FLOAT)),
        node("Mul", ["value", "gate"], ["product"])], 15, ["steepness"], calls_local=True)
    outer = function("Twice", ["value"], ["first", "second"], [
        node("Swish", ["value"], ["first"], LOCAL, steepness=reference("steepness", "s", AttributeProto.FLOAT)),
        node("Swish", ["first"], ["second"], LOCAL)], 15, ["s"], calls_local=True)
    x = some()
    first = mul(x, hard_sigmoid(x, 0.25))
    outputs = {"a": first, "b": mul(first, hard_sigmoid(first))}
    return function_case("nested", 15, [node("Twice", ["x"], ["a", "b"], LOCAL, s=0.25)], [inner, middle, outer], x,
                         outputs)


def function_with_its_own_opset() -> Case:
    """The function imports opset 11, the model 13: Hardmax means the matrix rule inside and the axis rule outside."""
    x = tensor(FLOAT, [1, 5, 2, 5, 0, 3, 4, 4, 4, 9, 9, 1], (2, 2, 3))
    rows = function("Rows", ["value"], ["rows"], [node("Hardmax", ["value"], ["rows"])], 11)
    nodes = [node("Rows", ["x"], ["inside"], LOCAL), node("Hardmax", ["x"], ["outside"])]
    return function_case("own_opset", 13, nodes, [rows], x, {"inside": hardmax(x, 11), "outside": hardmax(x, 13)}, ir=8)


def function_with_names_of_the_graph() -> Case:
    """Called twice, and its inner names are also names of the graph with other values."""
    body = [node("HardSigmoid", ["y"], ["x"], alpha=0.5), node("Add", ["x", "y"], ["t"]),
            node("Mul", ["t", "x"], ["z"])]
    mixed = function("Mixed", ["y"], ["z"], body, 15)
    nodes = [node("Mixed", ["x"], ["t"], LOCAL), node("Mixed", ["t"], ["y"], LOCAL), node("Mul", ["x", "y"], ["z"])]

    def expected(y: Tensor) -> Tensor:
        inner = hard_sigmoid(y, 0.5)
        return mul(plus(inner, y), inner)

    x = some()
    t = expected(x)
    y = expected(t)
    return function_case("names_of_the_graph", 15, nodes, [mixed], x, {"z": mul(x, y), "t": t, "y": y})


def function_with_the_name_of_an_operator() -> Case:
    """A function HardSigmoid of another domain calls the operator of that name and is not it."""
    body = [node("HardSigmoid", ["value"], ["h"]), node("Mul", ["h", "h"], ["square"])]
    square = function("HardSigmoid", ["value"], ["square"], body, 15)
    nodes = [node("HardSigmoid", ["x"], ["function"], LOCAL), node("HardSigmoid", ["x"], ["operator"])]
    x = some()
    h = hard_sigmoid(x)
    return function_case("name_of_an_operator", 15, nodes, [square], x, {"function": mul(h, h), "operator": h})


def function_overloads() -> Case:
    """Two functions of one name, told apart by the overload of the call (IR 10)."""
    functions = [function("Pick", ["value"], ["y"], [node(op, ["value"], ["y"])], 22, overload=overload)
                 for op, overload in (("Hardmax", "hot"), ("HardSigmoid", "gate"))]
    nodes = [with_field(node("Pick", ["x"], [overload], LOCAL), 8, overload.encode()) for overload in ("hot", "gate")]
    x = some()
    return function_case("overloads", 22, nodes, functions, x, {"hot": hardmax(x, 13), "gate": hard_sigmoid(x)})
