#!/usr/bin/env python3
"""Holds expanded models against ONNX's own checker and runtimes: expand_peer.py HARDREF NETWORK...

Each network, and HardSigmoid between operators that hardref does not run, at every opset and in every float type that it
allows: the checker takes the expanded model, and it gives what the original gives in ONNX Runtime, or in ONNX's reference
evaluator where ONNX Runtime has no kernel.
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

OPSETS = range(6, 29)
FIRST_OPSET = {TensorProto.FLOAT16: 6, TensorProto.FLOAT: 6, TensorProto.DOUBLE: 6, TensorProto.BFLOAT16: 22}
FIRST_OPSET_OF_ORT = 7  # before, it runs HardSigmoid, but neither Mul nor Add
# How far sums in another order may be apart.
TOLERANCE = {"float64": 1e-14, "float32": 1e-6, "float16": 2e-3, "bfloat16": 2e-2}


def chain(opset, element_type):
    """Conv, HardSigmoid, Relu, HardSigmoid, GlobalAveragePool, HardSigmoid, Flatten, with no types but the input's."""
    weight = numpy_helper.from_array(numpy.linspace(-1, 1, 2 * 3 * 9, dtype="float32").reshape(2, 3, 3, 3), "w")
    dtype = helper.tensor_dtype_to_np_dtype(element_type)
    weight = numpy_helper.from_array(numpy_helper.to_array(weight).astype(dtype), "w")
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["conv"], kernel_shape=[3, 3]),
        helper.make_node("HardSigmoid", ["conv"], ["a"], name="first"),
        helper.make_node("Relu", ["a"], ["relu"], doc_string="between"),
        helper.make_node("HardSigmoid", ["relu"], ["b"], alpha=1 / 6),
        helper.make_node("GlobalAveragePool", ["b"], ["pool"]),
        helper.make_node("HardSigmoid", ["pool"], ["c"], alpha=0.3, beta=0.1),
        helper.make_node("Flatten", ["c"], ["y"]),
    ]
    graph = helper.make_graph(nodes, "chain", [helper.make_tensor_value_info("x", element_type, [1, 3, 8, 8])],
                              [helper.make_tensor_value_info("y", element_type, [1, 2])], [weight])
    opsets = [helper.make_opsetid("", opset)]
    return helper.make_model(graph, opset_imports=opsets,
                             ir_version=max(8, helper.find_min_ir_version_for(opsets, ignore_unknown=True)))


def expand(hardref, source, target):
    return subprocess.run([hardref, "expand", source, "-o", target], capture_output=True, text=True, check=False)


def check(path):
    model = onnx.load(path)
    onnx.checker.check_model(model, full_check=True)
    onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True)
    return model


def session(path):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def random_input(shape, dtype):
    """Extents that are not given are 1 for the batch, then 64 and 160, which networks of images take."""
    extents = [extent if isinstance(extent, int) else (1, 3, 64, 160)[axis] for axis, extent in enumerate(shape)]
    return (numpy.random.default_rng(0).random(extents) * 4 - 2).astype(dtype)


def run(original, expanded):
    """The results of both, and who computed them."""
    first = None
    if onnx.load(original).opset_import[0].version >= FIRST_OPSET_OF_ORT:
        try:
            first = session(original)
        except Exception:  # no kernel for the type, or an opset that is too new
            pass
    value = onnx.load(original).graph.input[0]
    shape = [d.dim_value if d.HasField("dim_value") and d.dim_value > 0 else None
             for d in value.type.tensor_type.shape.dim]
    feed = {value.name: random_input(shape, helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type))}
    if first is not None:
        return first.run(None, feed), session(expanded).run(None, feed), "onnxruntime"
    return ReferenceEvaluator(original).run(None, feed), ReferenceEvaluator(expanded).run(None, feed), "reference"


def compare(name, original, expanded):
    check(expanded)
    wanted, actual, runtime = run(original, expanded)
    for one, other in zip(wanted, actual, strict=True):
        assert one.dtype == other.dtype and one.shape == other.shape, (name, one.dtype, other.dtype)
        assert numpy.ptp(one.astype("float64")) > 0, (name, "says nothing")
        distance = numpy.abs(one.astype("float64") - other.astype("float64")).max()
        assert distance <= TOLERANCE[one.dtype.name], (name, runtime, distance)
    return runtime


def main():
    hardref, *networks = sys.argv[1:]
    runtimes = []
    with tempfile.TemporaryDirectory() as folder:
        source, target = str(pathlib.Path(folder) / "model.onnx"), str(pathlib.Path(folder) / "expanded.onnx")
        for opset in OPSETS:
            for element_type, first in FIRST_OPSET.items():
                if opset < first:
                    continue
                name = f"opset {opset}, {TensorProto.DataType.Name(element_type)}"
                model = chain(opset, element_type)
                onnx.save(model, source)
                result = expand(hardref, source, target)
                if opset < 8:  # Min and Max do not broadcast
                    assert result.returncode == 4 and "infer shapes first" in result.stderr, (name, result)
                    onnx.save(onnx.shape_inference.infer_shapes(model), source)
                    result = expand(hardref, source, target)
                assert result.returncode == 0 and not result.stderr, (name, result)
                types = {node.op_type for node in onnx.load(target).graph.node}
                assert not types & {"HardSigmoid", "CastLike"}, (name, types)
                runtimes.append(compare(name, source, target))
        for network in networks:
            result = expand(hardref, network, target)
            assert result.returncode == 0 and not result.stderr, (network, result)
            runtime = compare(network, network, target)
            assert runtime == "onnxruntime", network
            runtimes.append(runtime)
    print(f"{len(runtimes)} expanded models give what the originals give, {runtimes.count('onnxruntime')} in ONNX Runtime")


main()
