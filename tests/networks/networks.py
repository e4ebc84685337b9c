#!/usr/bin/python3 -B
"""Writes models that stand for the networks people have: `networks.py FOLDER`.

Topologies are the published ones, weights are random and inputs small, so that they run in a second each:

    mobilenet_v3_{small,large}_{11,18}  Howard et al. 2019, tables 1 and 2, as exporters write them: at opset 11 hard-swish
                                        is HardSigmoid and Mul, at opset 18 the operator HardSwish
    yolo_head                           a detection head with float16 weights: Conv, HardSigmoid gates, Reshape, Concat
    sequence_head                       a classifier of steps that ends in Hardmax
    nested_functions                    model-local functions that call each other, as exporters of modules write them
"""

import argparse
from pathlib import Path

import numpy as np
from onnx import helper, numpy_helper, save

# Kernel, expansion, output channels, squeeze-and-excitation, hard-swish, stride.
SMALL = [
    (3, 16, 16, True, False, 2), (3, 72, 24, False, False, 2), (3, 88, 24, False, False, 1), (5, 96, 40, True, True, 2),
    (5, 240, 40, True, True, 1), (5, 240, 40, True, True, 1), (5, 120, 48, True, True, 1), (5, 144, 48, True, True, 1),
    (5, 288, 96, True, True, 2), (5, 576, 96, True, True, 1), (5, 576, 96, True, True, 1)]
LARGE = [
    (3, 16, 16, False, False, 1), (3, 64, 24, False, False, 2), (3, 72, 24, False, False, 1), (5, 72, 40, True, False, 2),
    (5, 120, 40, True, False, 1), (5, 120, 40, True, False, 1), (3, 240, 80, False, True, 2), (3, 200, 80, False, True, 1),
    (3, 184, 80, False, True, 1), (3, 184, 80, False, True, 1), (3, 480, 112, True, True, 1),
    (3, 672, 112, True, True, 1), (5, 672, 160, True, True, 2), (5, 960, 160, True, True, 1),
    (5, 960, 160, True, True, 1)]


class Network:
    """A graph that grows node by node; each method returns the name of the value that it adds."""

    def __init__(self, opset, dtype=np.float32, functions=(), domains=()):
        self.opset, self.dtype, self.functions, self.domains = opset, dtype, functions, domains
        self.nodes, self.initializers, self.random = [], [], np.random.default_rng(7)

    def node(self, operator, *inputs, domain="", **attributes):
        name = f"/{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [f"{name}_output_0"], name, domain=domain, **attributes))
        return f"{name}_output_0"

    def weight(self, *shape, scale=None):
        values = self.random.standard_normal(shape) * (scale or (2 / max(1, np.prod(shape[1:]))) ** 0.5)
        return self.constant(values.astype(self.dtype))

    def constant(self, values):
        self.initializers.append(numpy_helper.from_array(np.asarray(values), f"onnx::{len(self.initializers)}"))
        return self.initializers[-1].name

    def conv(self, x, channels, out, kernel=1, stride=1, group=1):
        weight, bias = self.weight(out, channels // group, kernel, kernel), self.weight(out, scale=0.1)
        return self.node("Conv", x, weight, bias, dilations=[1, 1], group=group, kernel_shape=[kernel] * 2,
                         pads=[kernel // 2] * 4, strides=[stride] * 2)

    def gate(self, x):
        return self.node("HardSigmoid", x, alpha=1 / 6)

    def swish(self, x):
        return self.node("HardSwish", x) if self.opset >= 14 else self.node("Mul", x, self.gate(x))

    def squeeze(self, x, channels):
        inside = (channels // 4 + 4) // 8 * 8 or 8
        y = self.node("Relu", self.conv(self.node("GlobalAveragePool", x), channels, inside))
        return self.node("Mul", self.gate(self.conv(y, inside, channels)), x)

    def bottleneck(self, x, channels, kernel, expansion, out, squeezed, swished, stride):
        act = self.swish if swished else lambda value: self.node("Relu", value)
        y = act(self.conv(x, channels, expansion)) if expansion != channels else x
        y = act(self.conv(y, expansion, expansion, kernel, stride, group=expansion))
        if squeezed:
            y = self.squeeze(y, expansion)
        y = self.conv(y, expansion, out)
        return self.node("Add", y, x) if stride == 1 and channels == out else y

    def linear(self, x, channels, out):
        return self.node("Gemm", x, self.weight(out, channels), self.weight(out, scale=0.1), transB=1)

    def model(self, inputs, output):
        """Names the last value "output"; nothing is said of the values between, as in real exports."""
        self.nodes[-1].output[0] = output
        element = numpy_helper.from_array(np.zeros(0, self.dtype)).data_type
        values = [helper.make_tensor_value_info(name, element, shape) for name, shape in inputs.items()]
        graph = helper.make_graph(self.nodes, "main_graph", values,
                                  [helper.make_tensor_value_info(output, element, None)], self.initializers)
        opsets = [helper.make_opsetid("", self.opset), *(helper.make_opsetid(domain, 1) for domain in self.domains)]
        return helper.make_model(graph, ir_version=8, opset_imports=opsets, functions=list(self.functions),
                                 producer_name="networks.py")


def mobilenet_v3(blocks, last, hidden, opset):
    net = Network(opset)
    x, channels = net.swish(net.conv("input", 3, 16, 3, 2)), 16
    for kernel, expansion, out, squeezed, swished, stride in blocks:
        x, channels = net.bottleneck(x, channels, kernel, expansion, out, squeezed, swished, stride), out
    x = net.node("GlobalAveragePool", net.swish(net.conv(x, channels, last)))
    x = net.swish(net.linear(net.node("Flatten", x, axis=1), last, hidden))
    net.linear(x, hidden, 1000)
    return net.model({"input": [1, 3, 64, 64]}, "output")


def yolo_head():
    net, parts = Network(13, np.float16), []
    for i, (channels, size) in enumerate([(32, 16), (64, 8), (128, 4)]):
        y = net.conv(f"p{i + 3}", channels, 32, 3)
        y = net.node("Mul", y, net.node("HardSigmoid", y, alpha=0.2))
        y = net.node("HardSigmoid", net.conv(y, 32, 3 * 7), alpha=0.2, beta=0.5)
        parts.append(net.node("Reshape", y, net.constant(np.array([1, 21, size * size], np.int64))))
    y = net.node("Transpose", net.node("Concat", *parts, axis=2), perm=[0, 2, 1])
    net.node("Mul", y, net.constant(np.float16(2)))
    return net.model({f"p{i + 3}": [1, 32 << i, 16 >> i, 16 >> i] for i in range(3)}, "output")


def sequence_head():
    net = Network(13)
    x = net.node("HardSigmoid", net.node("MatMul", "steps", net.weight(48, 64)), alpha=1.0)
    net.node("Hardmax", net.node("Add", net.node("MatMul", x, net.weight(64, 97)), net.weight(97, scale=0.1)), axis=2)
    return net.model({"steps": [2, 25, 48]}, "output")


def nested_functions():
    """Module "Block" calls module "Gate", which calls HardSigmoid by an attribute of its own."""
    opsets = [helper.make_opsetid("", 15), helper.make_opsetid("modules", 1)]
    slope = helper.make_node("HardSigmoid", ["x"], ["gate"], "gate")
    slope.attribute.add(name="alpha", ref_attr_name="slope", type=1)
    gate = helper.make_function("modules", "Gate", ["x"], ["y"],
                                [slope, helper.make_node("Mul", ["x", "gate"], ["y"], "scale")], opsets, ["slope"])
    block = helper.make_function(
        "modules", "Block", ["x", "w"], ["y"],
        [helper.make_node("MatMul", ["x", "w"], ["h"], "project"),
         helper.make_node("Gate", ["h"], ["g"], "gate", domain="modules", slope=0.2),
         helper.make_node("Add", ["g", "x"], ["y"], "residual")], opsets, [])
    net = Network(15, functions=(gate, block), domains=("modules",))
    x = net.node("Block", "input", net.weight(16, 16), domain="modules")
    x = net.node("Block", x, net.weight(16, 16), domain="modules")
    net.node("Gate", x, domain="modules", slope=1 / 6)
    return net.model({"input": [4, 16]}, "output")


def networks():
    for opset in (11, 18):
        yield f"mobilenet_v3_small_{opset}", mobilenet_v3(SMALL, 576, 1024, opset)
        yield f"mobilenet_v3_large_{opset}", mobilenet_v3(LARGE, 960, 1280, opset)
    yield "yolo_head", yolo_head()
    yield "sequence_head", sequence_head()
    yield "nested_functions", nested_functions()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in networks():
        save(model, str(folder / f"{name}.onnx"))
