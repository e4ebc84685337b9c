#!/usr/bin/python3 -B
"""Whether ONNX's own runner passes what `hardref record` writes: record_peer.py PROGRAM WORK

Records models with two and three inputs, which are given in every order of the command line, and judges the directories
with a backend that binds inputs by their place. Exits with 77 where python3-onnx is not installed.
"""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from pathlib import Path

try:
    import numpy as np

    np.object = object  # the runner of ONNX 1.12 still asks for it
    import onnx
    from onnx.backend.base import Backend, BackendRep
    from onnx.backend.test.case.test_case import TestCase
    from onnx.backend.test.runner import Runner
except ImportError:  # libonnx-testdata alone leaves a folder onnx that can be imported
    sys.exit(77)

# No two inputs can be exchanged without another result.
MODELS = {
    "two": ("(float[2] a, float[2] b) => (float[2] y) { t = HardSigmoid (b) y = Add (a, t) }", "ab"),
    "three": ("(float[2] c, float[2] a, float[2] b) => (float[2] y, float[2] z)"
              "{ t = HardSigmoid (b) z = Mul (t, c) y = Add (a, z) }", "cab"),
}
VALUES = {"a": "float[2]{10,20}", "b": "float[2]{1,-1}", "c": "float[2]{3,5}"}
OPERATORS = {
    "Add": np.add,
    "Mul": np.multiply,
    "HardSigmoid": lambda x: np.clip(np.float32(0.2) * x + np.float32(0.5), 0, 1).astype(np.float32),
}


class Evaluation(BackendRep):
    def __init__(self, model: onnx.ModelProto) -> None:
        self.graph = model.graph

    def run(self, inputs: list, **_: object) -> list:
        values = dict(zip([value.name for value in self.graph.input], inputs))
        for node in self.graph.node:
            values[node.output[0]] = OPERATORS[node.op_type](*[values[name] for name in node.input])
        return [values[output.name] for output in self.graph.output]


class Evaluator(Backend):
    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **_: object) -> Evaluation:
        return Evaluation(model)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        return device == "CPU"


def judge(name: str, directory: Path) -> None:
    """Throws where the runner fails the directory."""
    runner = Runner(Evaluator)
    runner._add_model_test(TestCase(name=f"test_{name}", model_name=name, url=None, model_dir=str(directory), model=None,
                                    data_sets=None, kind="node", rtol=1e-3, atol=1e-7), "Node")
    runner._test_items["NodeModel"][f"test_{name}_cpu"].func(runner)


def main(program: str, work: str) -> int:
    folder = Path(work)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    passed = 0
    for name, (graph, inputs) in MODELS.items():
        model = folder / f"{name}.onnxtxt"
        model.write_text(f'<ir_version: 8, opset_import: ["" : 13]> g {graph}')
        for order in itertools.permutations(inputs):
            directory = folder / f"test_{name}_{''.join(order)}"
            given = [word for value in order for word in ("-i", f"{value}={VALUES[value]}")]
            subprocess.run([program, "record", model, directory, *given], check=True)
            judge(f"{name}_{''.join(order)}", directory)
            passed += 1
    print(f"{passed} directories passed")
    return 0 if passed == 8 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
