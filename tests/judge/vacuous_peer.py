#!/usr/bin/python3 -B
"""Whether ONNX's own runner passes those directories of tests/judge/vacuous of which docs/vacuous_passes.md says so.

Exits with 77 where python3-onnx is not installed. The backend under test copies its inputs, or the defaults of the model.
"""

from __future__ import annotations

import re
import sys
import unittest
from pathlib import Path

try:
    import numpy as np

    np.object = object  # the runner of ONNX 1.12 still asks for it
    import onnx
    from onnx import numpy_helper
    from onnx.backend.base import Backend, BackendRep
    from onnx.backend.test.case.test_case import TestCase
    from onnx.backend.test.runner import Runner
except ImportError:  # libonnx-testdata alone leaves a folder onnx that can be imported
    sys.exit(77)

ROOT = Path(__file__).resolve().parent / "vacuous"
PAGE = Path(__file__).resolve().parents[2] / "docs/vacuous_passes.md"


class Copies(BackendRep):
    def __init__(self, model: onnx.ModelProto) -> None:
        self.model = model

    def run(self, inputs: list, **_: object) -> list:
        values = inputs or [numpy_helper.to_array(value) for value in self.model.graph.initializer]
        return [values[0] for _ in self.model.graph.output]


class CopyBackend(Backend):
    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **_: object) -> Copies:
        return Copies(model)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        return device == "CPU"


def passes(directory: str) -> bool:
    runner = Runner(CopyBackend)
    runner._add_model_test(TestCase(name=f"test_{directory}", model_name=directory, url=None,
                                    model_dir=str(ROOT / directory), model=None, data_sets=None, kind="node",
                                    rtol=1e-3, atol=1e-7), "Node")
    try:
        runner._test_items["NodeModel"][f"test_{directory}_cpu"].func(runner)
    except (Exception, unittest.SkipTest):
        return False
    return True


def main() -> int:
    rows = re.findall(r"^\| ([^|]*) \| [^|]* \| `([^`]*)`", PAGE.read_text(), re.M)
    claimed = {directory for peer, directory in rows if peer.startswith("onnx.backend.test")}
    passed = {path.name for path in ROOT.iterdir() if passes(path.name)}
    print(f"passed by ONNX's runner: {', '.join(sorted(passed))}")
    print(f"said to pass: {', '.join(sorted(claimed))}")
    return 0 if claimed and passed == claimed else 1


if __name__ == "__main__":
    sys.exit(main())
