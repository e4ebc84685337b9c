#!/usr/bin/python3 -B
"""Writes the test directories of tests/judge/vacuous, or checks that they are what it would write.

Each passes somewhere without anything having been compared; docs/vacuous_passes.md says where. Needs python3-onnx.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

import numpy as np
from onnx import SequenceProto, TensorProto, helper, numpy_helper, parser

ROOT = Path(__file__).resolve().parent / "vacuous"

COPY = """<ir_version: 8, opset_import: ["" : 13]> g ({0}[N] x) => ({0}[N] y) {{ y = Max (x) }}"""
TWO = """<ir_version: 8, opset_import: ["" : 13]>
g (float[N] x) => (float[N] y, float[N] z) { y = Max (x) z = Min (x) }"""
WITH_DEFAULT = """<ir_version: 8, opset_import: ["" : 13]>
g (float[1] x) => (float[1] y) <float[1] x = {1}> { y = Max (x) }"""


def model(text: str) -> bytes:
    return parser.parse_model(text).SerializeToString(deterministic=True)


def identity_of_sequence() -> bytes:
    """ONNX 1.12 does not read types of sequences as text yet."""
    x, y = (helper.make_tensor_sequence_value_info(name, TensorProto.FLOAT, ["N"]) for name in "xy")
    graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "g", [x], [y])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 16)], ir_version=8)
    return made.SerializeToString(deterministic=True)


def tensor(values: object, kind: str = "float32") -> bytes:
    return numpy_helper.from_array(np.array(values, kind)).SerializeToString(deterministic=True)


def sequence(*values: object) -> bytes:
    proto = SequenceProto(elem_type=SequenceProto.TENSOR)
    proto.tensor_values.extend(numpy_helper.from_array(np.array(value, "float32")) for value in values)
    return proto.SerializeToString(deterministic=True)


def data_set(inputs: dict[str, bytes], outputs: dict[str, bytes], name: str = "test_data_set_0") -> dict[str, bytes]:
    return {f"{name}/{file}.pb": content for file, content in {**inputs, **outputs}.items()}


def npz(**arrays: object) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **{name: np.array(values, "float32") for name, values in arrays.items()})
    return stream.getvalue()


def directories() -> dict[str, dict[str, bytes]]:
    one = {"input_0": tensor([1])}
    copy = model(COPY.format("float"))
    right = {"model.onnx": copy, **data_set(one, {"output_0": tensor([1])})}
    return {
        "no_data_set": {"model.onnx": copy},
        "shorter_sequence": {"model.onnx": identity_of_sequence(),
                             **data_set({"input_0": sequence([1])}, {"output_0": sequence([1], [2])})},
        "integers_within_rtol": {"model.onnx": model(COPY.format("int32")),
                                 **data_set({"input_0": tensor([2001], "int32")},
                                            {"output_0": tensor([2000], "int32")})},
        "scalar_expected": {"model.onnx": copy,
                            **data_set({"input_0": tensor([1, 1, 1])}, {"output_0": tensor(1)})},
        "stray_name": {"model.onnx": model(WITH_DEFAULT),
                       **data_set({"input0": tensor([5])}, {"output_0": tensor([1])})},
        "no_test": {"notes.txt": b"A root without any test.\n"},
        "no_output_files": {"model.onnx": copy, **data_set(one, {})},
        "fewer_output_files": {"model.onnx": model(TWO), **data_set(one, {"output_0": tensor([1])})},
        "misnamed_data_set": {**right, **data_set(one, {"output_0": tensor([2])}, "test_data_1")},
        "older_data_set": {**right, "test_data_0.npz": npz(inputs=[[1]], outputs=[[2]])},
        "infinity_expected": {"model.onnx": copy, **data_set(one, {"output_0": tensor([np.inf])})},
        "broken_model": {"model.onnx": b"no model", **data_set(one, {"output_0": tensor([1])})},
        "other_element_type": {"model.onnx": copy, **data_set(one, {"output_0": tensor([1], "float64")})},
    }


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--check", action="store_true", help="write nothing, and fail where a file differs")
    check = arguments.parse_args().check
    wanted = {ROOT / name / path: content for name, files in directories().items() for path, content in files.items()}
    if not check:
        for path, content in wanted.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return 0
    found = {path: path.read_bytes() for path in ROOT.rglob("*") if path.is_file()}
    wrong = sorted(path for path in wanted.keys() | found.keys() if wanted.get(path) != found.get(path))
    for path in wrong:
        print(f"{path.relative_to(ROOT)}: not what {Path(__file__).name} writes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
