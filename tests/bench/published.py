#!/usr/bin/python3 -B
"""How long `hardref test` takes for trees of test directories, with one and with two threads, each in a process of its own:

    published.py PROGRAM ROOT...

Beside it, where python3-onnx is installed, ONNX's own runner in a process of its own. Its backend gives up as soon as it
is to run a model, so that what is timed is reading alone: less than any backend needs. Nothing is judged here.
"""

from __future__ import annotations

import importlib.util
import statistics
import subprocess
import sys
import time
from pathlib import Path

REPEATS = 5


def run_onnx(roots: list[str]) -> None:
    """In a process of its own: every test directory below the roots through ONNX's runner."""
    import numpy as np
    np.object = object  # the runner of ONNX 1.12 still asks for it
    from onnx.backend.base import Backend, BackendRep
    from onnx.backend.test.case.test_case import TestCase
    from onnx.backend.test.runner import Runner

    class GivesUp(BackendRep):
        def run(self, inputs: object, **_: object) -> list:
            raise NotImplementedError

    class GivesUpBackend(Backend):
        @classmethod
        def prepare(cls, model: object, device: str = "CPU", **_: object) -> GivesUp:
            return GivesUp()

        @classmethod
        def supports_device(cls, device: str) -> bool:
            return device == "CPU"

    runner = Runner(GivesUpBackend)
    models = [path for root in roots for path in sorted(Path(root).rglob("model.onnx"))]
    reached = 0
    for index, path in enumerate(models):
        name = f"test_{index}"
        runner._add_model_test(TestCase(name=name, model_name=name, url=None, model_dir=str(path.parent), model=None,
                                        data_sets=None, kind="node", rtol=1e-3, atol=1e-7), "Node")
        try:
            runner._test_items["NodeModel"][f"{name}_cpu"].func(runner)
        except NotImplementedError:
            reached += 1
        except Exception:  # data that ONNX 1.12 does not know yet
            pass
    print(f"{len(models)} directories, {reached} of them read to the end")


def seconds(command: list[str]) -> tuple[list[float], str]:
    """Of each repeat, and the last line of the output."""
    taken = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        taken.append(time.perf_counter() - start)
    return taken, (done.stdout.splitlines() or [done.stderr.strip()])[-1]


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--onnx"]:
        run_onnx(arguments[1:])
        return 0
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    program, *roots = arguments
    runs = {f"hardref test -j {threads}": [program, "test", *roots, "-j", str(threads)] for threads in (1, 2)}
    if importlib.util.find_spec("onnx"):
        runs["onnx.backend.test, reading alone"] = [sys.executable, "-B", __file__, "--onnx", *roots]
    for name, command in runs.items():
        taken, last = seconds(command)
        print(f"{name}: {min(taken):.3f} s at best, {statistics.median(taken):.3f} s in the middle of {REPEATS} ({last})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
