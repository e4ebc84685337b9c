#!/usr/bin/python3 -B
"""Writes docs/performance.md from what the built program measures on this machine, next to its peers.

Peers that are not here are left out: numpy (Debian's python3-numpy), and ONNX Runtime, which ORT_FOLDER names a folder
for, made by `npm install --ignore-scripts onnxruntime-node` in it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Optional

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/performance.md"

SIZES = [1, 1024, 65536, 1 << 20, 1 << 24]
HARDMAX = [((16384, 1000), -1), ((1000, 16384), 0), ((4194304, 4), -1), ((4, 4194304), 0), ((64, 1000, 256), 1),
           ((1600000, 10), -1)]
TYPES = {"float": (1, "float32"), "float16": (10, "float16"), "bfloat16": (16, ""), "double": (11, "float64")}


def field(number: int, value: Any) -> bytes:
    """One field of a protobuf message: a number, or anything of bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    text = bytearray()
    while value > 127:
        text.append(value & 127 | 128)
        value >>= 7
    return bytes(text) + bytes([value])


def model(operator: str, opset: int, element: str, rank: int, axis: Optional[int] = None) -> bytes:
    """A model of one node, as the peers read it."""
    def value(name: str) -> bytes:
        shape = b"".join(field(1, field(2, f"d{i}")) for i in range(rank))
        return field(1, name) + field(2, field(1, field(1, TYPES[element][0]) + field(2, shape)))
    attribute = b"" if axis is None else field(5, field(1, "axis") + field(3, axis) + field(20, 2))
    node = field(1, "x") + field(2, "y") + field(4, operator) + attribute
    graph = field(1, node) + field(2, "g") + field(11, value("x")) + field(12, value("y"))
    return field(1, 8) + field(7, graph) + field(8, field(2, opset))


def bench(path: Path, shape: tuple[int, ...], *more: str) -> dict[str, float]:
    command = [PROGRAM, "bench", path, "--shape", "x=" + ",".join(map(str, shape)), "--seconds", str(SECONDS), "--json"]
    return json.loads(subprocess.run([*command, *more], check=True, capture_output=True, text=True).stdout)


def ort(path: Path, element: str, shape: tuple[int, ...]) -> dict[str, float]:
    if "ORT_FOLDER" not in os.environ:
        return {}
    done = subprocess.run(["node", ROOT / "tests/bench/ort.mjs", path, element, ",".join(map(str, shape)), str(SECONDS)],
                          capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else {}


def shortest(action: Callable[[], Any]) -> float:
    """Nanoseconds of an action, in batches long enough for the clock."""
    times, best, end = 1, float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        begin = time.perf_counter()
        for _ in range(times):
            action()
        total = time.perf_counter() - begin
        best = min(best, total / times)
        times *= 2 if total < 1e-3 else 1
    return best * 1e9


def numpy_time(operator: str, element: str, shape: tuple[int, ...], axis: Optional[int]) -> Optional[float]:
    """The same nodes in numpy, each into memory that is there already."""
    try:
        import numpy
    except ImportError:
        return None
    if not TYPES[element][1]:
        return None
    kind = numpy.dtype(TYPES[element][1]).type
    x = (numpy.arange(numpy.prod(shape)) % 77 * 0.1 - 4).astype(kind).reshape(shape)
    y = numpy.empty_like(x)

    def hard_sigmoid() -> None:
        numpy.multiply(x, kind(0.2), out=y)
        numpy.add(y, kind(0.5), out=y)
        numpy.minimum(y, kind(1), out=y)
        numpy.maximum(y, kind(0), out=y)

    def hardmax() -> None:
        y.fill(0)
        numpy.put_along_axis(y, numpy.expand_dims(numpy.argmax(x, axis), axis), kind(1), axis)

    return shortest(hard_sigmoid if operator == "HardSigmoid" else hardmax)


def text(ns: Optional[float]) -> str:
    if ns is None:
        return "none"
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def title(operator: str, element: str, shape: tuple[int, ...], axis: Optional[int]) -> str:
    return f"{operator} {element} {'x'.join(map(str, shape))}" + ("" if axis is None else f", axis {axis}")


def operators(folder: Path) -> str:
    rows = []
    works = [("HardSigmoid", 22, element, (size,), None) for element in TYPES for size in SIZES]
    works += [("Hardmax", 13, element, shape, axis) for element in ("float", "float16") for shape, axis in HARDMAX]
    for operator, opset, element, shape, axis in works:
        path = folder / "m.onnx"
        path.write_bytes(model(operator, opset, element, len(shape), axis))
        ours = bench(path, shape)
        peer = ort(path, element, shape).get("ns_per_run")
        memcpy = ours["bytes_per_run"] / ours["memcpy_gb_per_s"]
        rows.append([title(operator, element, shape, axis),
                     text(ours["ns_per_run"]), text(memcpy), f"{ours['memcpy_ratio']:.2f}", text(peer),
                     "none" if peer is None else f"{peer / ours['ns_per_run']:.1f}",
                     text(numpy_time(operator, element, shape, axis))])
    return table(["work", "hardref", "memcpy", "memcpy / hardref", "ONNX Runtime", "ONNX Runtime / hardref", "numpy"],
                 rows)


def threads(folder: Path) -> str:
    rows = []
    works = [("HardSigmoid", 22, (1 << 24,), None)] + [("Hardmax", 13, shape, axis) for shape, axis in HARDMAX]
    for operator, opset, shape, axis in works:
        path = folder / "m.onnx"
        path.write_bytes(model(operator, opset, "float", len(shape), axis))
        times = [bench(path, shape, "--threads", str(count))["ns_per_run"] for count in (1, 2)]
        rows.append([title(operator, "float", shape, axis), *map(text, times),
                     f"{times[0] / times[1]:.2f}"])
    return table(["work", "1 thread", "2 threads", "gain"], rows)


def processes() -> str:
    path = ROOT / "data/models/hard_sigmoid.onnx"
    rows = []
    for name, command in (("`hardref run`, a small model", [PROGRAM, "run", path, "-i", "x=float[2]{1,2}"]),
                          ("`hardref ops`", [PROGRAM, "ops"]), ("`/bin/true`", ["/bin/true"])):
        rows.append([name, text(shortest(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)))])
    return table(["process, from exec to exit", "time"], rows)


def growth(folder: Path) -> str:
    path = folder / "m.onnx"
    path.write_bytes(model("HardSigmoid", 22, "float", 1))
    elements = [[f"2^{bits}", text((run := bench(path, (1 << bits,)))["ns_per_run"]),
                 f"{run['ns_per_run'] / (1 << bits):.3g} ns"] for bits in range(0, 27, 2)]
    source = ROOT / "data/backend/node"
    one = next(iter(sorted(source.iterdir()))) if source.is_dir() else None
    directories = []
    for count in (10, 100, 1000, 10000) if one else ():
        tree = folder / "tests"
        for i in range(count):
            shutil.copytree(one, tree / f"test_{i}")
        begin = time.perf_counter()
        subprocess.run([PROGRAM, "test", tree], stdout=subprocess.DEVNULL, check=True)
        total = (time.perf_counter() - begin) * 1e9
        directories.append([str(count), text(total), text(total / count)])
        shutil.rmtree(tree)
    return (table(["elements", "HardSigmoid float", "of each"], elements) + "\n" +
            table(["test directories", "`hardref test`", "of each"], directories))


def nodes(build: Path) -> str:
    program = build / "tests/bench/hardref_benchmarks"
    if not program.exists():
        return "Not measured: the build has no benchmarks.\n"
    command = [program, "--benchmark_filter=read_model|create_|one_", "--benchmark_format=json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    rows = [[run["name"].replace("_", " ").replace("/", ", nodes: "), text(run["cpu_time"])]
            for run in report["benchmarks"] if run["run_type"] == "iteration"]
    return table(["work on a chain of Add", "time"], rows)


def machine() -> str:
    facts = dict(line.split(":", 1) for line in subprocess.run(["lscpu"], capture_output=True, text=True,
                                                                check=True).stdout.splitlines() if ":" in line)
    known = {name.strip(): value.strip() for name, value in facts.items()}
    return (f"{known['Model name']}, {known['CPU(s)']} CPUs, L1d {known.get('L1d cache', '?')}, L2 "
            f"{known.get('L2 cache', '?')}, L3 {known.get('L3 cache', '?')}; {known.get('Hypervisor vendor', 'no')} "
            f"hypervisor; Linux {platform.release()}; load average {os.getloadavg()[0]:.1f} when measuring began.")


def main() -> None:
    global PROGRAM, SECONDS  # pylint: disable=global-variable-undefined
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release", help="build folder [build/release]")
    parser.add_argument("--seconds", type=float, default=0.5, help="to measure each row [0.5]")
    options = parser.parse_args()
    PROGRAM, SECONDS = options.build / "tools/hardref", options.seconds
    notes = (ROOT / "tests/bench/notes.md").read_text()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        page = [f"# How fast hardref is\n\nWritten by `tests/bench/performance.py`. {machine()}\n\n{notes}"]
        for section in (lambda: f"## Processes\n\n{processes()}", lambda: f"## Threads\n\n{threads(folder)}",
                        lambda: f"## Models\n\n{nodes(options.build)}", lambda: f"## Operators\n\n{operators(folder)}",
                        lambda: f"## Growth\n\n{growth(folder)}"):
            page.append(section())
            PAGE.write_text("\n".join(page))


if __name__ == "__main__":
    main()
