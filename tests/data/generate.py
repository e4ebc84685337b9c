#!/usr/bin/python3 -B
"""Writes the test directories and models of data/, or checks that data/ holds exactly them.

Needs Debian's python3-onnx and python3-numpy. How the expected values come about is said in data/README.md.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Iterable

import onnx
from onnx import checker

import cases_arithmetic
import cases_conversion
import cases_hard_sigmoid
import cases_hardmax
import cases_models
import models
from case import Case

DATA = Path(__file__).resolve().parents[2] / "data"
MODULES = (cases_hardmax, cases_hard_sigmoid, cases_arithmetic, cases_conversion, cases_models)

# The last opset that the checker of ONNX 1.12 knows.
CHECKER_OPSET = 17

# What it refuses although the standard allows it, and the reason in its own words.
REFUSED = {
    "test_constant_13_attributes_without_value": "expected to have field",  # 0, or a list without elements
    "test_function_own_opset": "not compatible with the version imported by model",  # a function has imports of its own
    "test_model_domain_ai_onnx": "No Op registered for HardSigmoid",  # "ai.onnx" is another name of ""
}


def all_cases() -> list[Case]:
    """Every case, with names that are unique and fit to be names of tests."""
    cases = [case for module in MODULES for case in module.cases()]
    repeated = [name for name, count in Counter(case.name for case in cases).items() if count > 1]
    unfit = [case.name for case in cases if not re.fullmatch(r"test_[a-z0-9_]+", case.name)]
    if repeated or unfit:
        raise ValueError(f"repeated names {repeated}, unfit names {unfit}")
    return sorted(cases, key=lambda case: case.name)


def all_files(cases: Iterable[Case]) -> dict[str, bytes]:
    """Path below data/ to content."""
    files = {f"backend/node/{path}": content for case in cases for path, content in case.files().items()}
    files.update({f"models/{path}": content for path, content in models.files().items()})
    return files


def table(cases: Iterable[Case]) -> str:
    """The counts as they stand in data/README.md, by operator; whole models and functions have rows of their own."""
    versions: dict[str, set[int]] = {}
    directories: Counter[str] = Counter()
    sets: Counter[str] = Counter()
    for case in cases:
        found = re.match(r"test_(?:(model|function)_|([a-z_]+)_(\d+)_)", case.name)
        if not found:
            raise ValueError(f"{case.name} does not say what it is about")
        about = found[1] or found[2]
        versions.setdefault(about, set()).update(map(int, filter(None, [found[3]])))
        directories[about] += 1
        sets[about] += len(case.sets)
    rows = [f"| {about} | {', '.join(map(str, sorted(versions[about])))} | {directories[about]} | {sets[about]} |"
            for about in sorted(versions)]
    return "\n".join(["| test_ | versions | directories | data sets |", "|---|---|---|---|", *rows,
                      f"| all | | {directories.total()} | {sets.total()} |"]) + "\n"


def write(files: dict[str, bytes], root: Path) -> None:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)


def differences(files: dict[str, bytes], counts: str, root: Path) -> list[str]:
    """What is missing below root, what differs, and what does not come from here."""
    found = {path.relative_to(root).as_posix() for top in ("backend", "models") for path in (root / top).rglob("*")
             if path.is_file()}
    wrong = [f"{path}: missing" for path in files.keys() - found]
    wrong += [f"{path}: not made by the generator" for path in found - files.keys()]
    wrong += [f"{path}: differs" for path in files.keys() & found if (root / path).read_bytes() != files[path]]
    readme = root / "README.md"
    if not readme.is_file() or counts not in readme.read_text(encoding="utf-8"):
        wrong.append(f"README.md: its table of counts is not\n{counts}")
    return sorted(wrong)


def check_with_onnx(cases: Iterable[Case]) -> str:
    """Lets ONNX's checker judge all models that it is not too old for, shape inference included, and all tensors."""
    candidates = {case.name: case.model for case in cases}
    candidates.update({name: onnx.load_from_string(content) for name, content in models.files().items()
                       if name.endswith(".onnx")})
    known = {name: model for name, model in candidates.items()
             if all(opset.version <= CHECKER_OPSET for opset in model.opset_import)}
    for name, model in known.items():
        reason = ""
        try:
            checker.check_model(model, full_check=True)
        except Exception as error:  # pylint: disable=broad-except  # the checker's exceptions have no common class
            reason = str(error)
        if (name in REFUSED) != bool(reason) or REFUSED.get(name, "") not in reason:
            raise SystemExit(f"{name}: {reason or 'accepted, but listed as refused'}")
    tensors = [value.proto(name) for case in cases for one in case.sets for name, value in one.inputs + one.outputs]
    for value in tensors:
        checker.check_tensor(value)
    return (f"onnx.checker {onnx.__version__} accepts {len(known) - len(REFUSED)} models and {len(tensors)} tensors, "
            f"refuses {len(REFUSED)} as listed; {len(candidates) - len(known)} need an opset above {CHECKER_OPSET}")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", nargs="?", type=Path, default=DATA, help="where to write; the project's data/")
    options.add_argument("--check", metavar="DIR", type=Path, help="write nothing, and name the files that differ")
    options.add_argument("--onnx-checker", action="store_true", help="write nothing, and let ONNX check the models")
    options.add_argument("--counts", action="store_true", help="write nothing, and print the table of counts")
    given = options.parse_args()
    cases = all_cases()
    if given.onnx_checker:
        print(check_with_onnx(cases))
        return 0
    if given.counts:
        print(table(cases), end="")
        return 0
    files = all_files(cases)
    if given.check:
        wrong = differences(files, table(cases), given.check)
        print("\n".join([*wrong, f"{len(files)} files checked, {len(wrong)} differences"]))
        return 1 if wrong else 0
    write(files, given.folder)
    print(f"{len(cases)} test directories, {len(files)} files, {sum(map(len, files.values()))} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
