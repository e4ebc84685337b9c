#!/usr/bin/python3 -B
"""Runs a model of networks.py with numpy and saves all its values: `evaluate.py MODEL.onnx DUMP.npz`.

Stands for another runtime where none is installed. Operators are computed in the element type of their inputs, in the
order in which their definitions are written. Inputs are random; they are in the dump like all other values.
"""

import argparse

import numpy as np
import onnx
from onnx import helper, numpy_helper


ELEMENTS = {1: np.float32, 10: np.float16}


def conv(x, w, b, dilations, group, kernel_shape, pads, strides):
    x = np.pad(x, ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])))
    windows = np.lib.stride_tricks.sliding_window_view(x, kernel_shape, axis=(2, 3))[:, :, ::strides[0], ::strides[1]]
    parts = [np.einsum("nchwij,ocij->nohw", window, kernel, optimize=True)
             for window, kernel in zip(np.split(windows, group, axis=1), np.split(w, group))]
    return (np.concatenate(parts, axis=1) + b[:, None, None]).astype(x.dtype)


def hard_sigmoid(x, alpha=0.2, beta=0.5):
    slope = x * x.dtype.type(alpha) + x.dtype.type(beta)
    return np.minimum(np.maximum(slope, x.dtype.type(0)), x.dtype.type(1))


def hardmax(x, axis=-1):
    return (np.arange(x.shape[axis]) == np.expand_dims(x.argmax(axis), -1)).astype(x.dtype)  # of the last axis


OPERATORS = {
    "Add": np.add,
    "Concat": lambda *parts, axis: np.concatenate(parts, axis),
    "Conv": conv,
    "Flatten": lambda x, axis: x.reshape(int(np.prod(x.shape[:axis])), -1),
    "Gemm": lambda a, b, c, transB: a @ b.T + c,
    "GlobalAveragePool": lambda x: x.mean(axis=(2, 3), keepdims=True, dtype=x.dtype),
    "HardSigmoid": hard_sigmoid,
    "HardSwish": lambda x: x * hard_sigmoid(x, 1 / 6),
    "Hardmax": hardmax,
    "MatMul": np.matmul,
    "Mul": np.multiply,
    "Relu": lambda x: np.maximum(x, x.dtype.type(0)),
    "Reshape": lambda x, shape: x.reshape(shape),
    "Transpose": lambda x, perm: x.transpose(perm),
}


def run(nodes, values, functions, attributes):
    """Adds what the nodes compute to values; attributes are those of the function around them."""
    for node in nodes:
        given = {a.name: attributes[a.ref_attr_name] if a.ref_attr_name else helper.get_attribute_value(a)
                 for a in node.attribute}
        inputs = [values[name] for name in node.input]
        function = functions.get((node.domain, node.op_type))
        if function is None:
            values[node.output[0]] = OPERATORS[node.op_type](*inputs, **given)
        else:
            inner = dict(zip(function.input, inputs))
            run(function.node, inner, functions, given)
            values[node.output[0]] = inner[function.output[0]]


def evaluate(model, seed=1):
    """All values of the graph that are no initializers, by name."""
    random = np.random.default_rng(seed)
    weights = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    values = dict(weights)
    for value in model.graph.input:
        tensor = value.type.tensor_type
        shape = [dimension.dim_value for dimension in tensor.shape.dim]
        values[value.name] = random.standard_normal(shape).astype(ELEMENTS[tensor.elem_type])
    run(model.graph.node, values, {(f.domain, f.name): f for f in model.functions}, {})
    return {name: value for name, value in values.items() if name not in weights}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("dump")
    arguments = parser.parse_args()
    np.savez(arguments.dump, **evaluate(onnx.load(arguments.model)))
