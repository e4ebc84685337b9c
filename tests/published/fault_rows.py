#!/usr/bin/python3 -B
"""Prints rows for the table in src/judge/known_faults.cpp: fault_rows.py FILE...

FILE is what is at fault in a test directory: its model.onnx, or an input or output of its test_data_set_0.
"""

from __future__ import annotations

import sys
from pathlib import Path

PARTS = {"model.onnx": "kModel", "input_0.pb": "kInput", "output_0.pb": "kOutput"}


def fnv_1a(data: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def main() -> int:
    for path in map(Path, sys.argv[1:]):
        data = path.read_bytes()
        print(f"    {{{PARTS[path.name]}, {len(data)}, {fnv_1a(data):#018x}, kReason}},")
    return 0 if sys.argv[1:] else 2


if __name__ == "__main__":
    sys.exit(main())
