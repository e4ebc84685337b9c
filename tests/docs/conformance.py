#!/usr/bin/python3 -B
"""Writes docs/conformance.md from what the built program says about its operators and about test directories.

Published test data that is not here keeps the numbers that the page has, and the output says so.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Iterator, Optional

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/conformance.md"
FAULTS = ROOT / "src/judge/known_faults.cpp"
DEBIAN = Path("/usr/share/libonnx-testdata/data")

# Where the numbers that hardref is held against come from, by operator: data/README.md says more on the directories.
ORACLES = {
    "Add": "exact rational numbers, rounded once (`tests/support/exact.h`, `tests/data/exact.py`); integers modulo 2^n",
    "Cast": "exact rational numbers, rounded once (`tests/support/cast_oracle.h`, `tests/data/exact.py`), for all 2^32 "
            "float32 inputs too (`tests/exhaustive/oracle.h`, with integer arithmetic where that is enough); what the "
            "standard leaves undefined is what numpy gives on x86-64",
    "CastLike": "as Cast",
    "Constant": "the values as they were written down",
    "HardSigmoid": "the nodes of the body in exact rational numbers, each rounded once (`tests/support/exact.h`, "
                   "`tests/data/exact.py`); for all 2^32 float32 inputs in integers (`tests/exhaustive/oracle.h`)",
    "Hardmax": "`numpy.argmax` on a reshape, checked against a loop in plain Python",
    "Max": "comparison of exact rational numbers (`tests/support/exact.h`, `tests/data/exact.py`)",
    "Min": "as Max",
    "Mul": "as Add",
}

Row = dict[str, str]  # the cells of a table by the heads of their columns


# ---- Published test data --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdicts:
    """What `hardref test` says about a tree, by operator version."""

    directories: int
    ours: int  # made of operators that hardref has
    passed: int
    by_op: Counter[str]  # passed

    @staticmethod
    def of(program: Path, tree: Path, *options: str) -> Verdicts:
        report = run(program, "test", str(tree), "--json", *options)
        failed = [f"{test['name']}: {test['reason']}" for test in report["tests"] if test["verdict"] == "failed"]
        if failed:
            raise SystemExit("\n".join(failed))
        passed = [test for test in report["tests"] if test["verdict"] == "passed"]
        return Verdicts(len(report["tests"]), len(passed) + report["known"], len(passed),
                        Counter(op for test in passed for op in test["ops"]))


@dataclass(frozen=True)
class Source:
    """Test directories that somebody published, here or not."""

    name: str
    edition: Optional[str]  # None where it is not here
    path: Path

    def verdicts(self, program: Path) -> Verdicts:
        if self.path.is_dir():
            return Verdicts.of(program, self.path)
        with tempfile.TemporaryDirectory() as folder, tarfile.open(self.path) as archive:
            archive.extractall(folder)
            return Verdicts.of(program, Path(folder))


def debian_version() -> Optional[str]:
    try:
        asked = subprocess.run(["dpkg-query", "--show", "--showformat=${Version}", "libonnx-testdata"], check=False,
                               capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return f"libonnx-testdata {asked.stdout}" if asked.returncode == 0 and DEBIAN.is_dir() else None


def sources(archives: Optional[Path]) -> list[Source]:
    """Those whose archives lie in the folder, if there is one, and Debian's."""
    found = [Source(name, f"{name}.tar.xz" if archives and path.is_file() else None, path)
             for name in ("current", "history") for path in [(archives or ROOT) / f"{name}.tar.xz"]]
    return [*found, Source("debian", debian_version(), DEBIAN)]


# ---- Cases of our own -----------------------------------------------------------------------------------------------


def text_cases(ops: list[dict[str, Any]]) -> Counter[str]:
    """How many cases of tests/cases have a node of each version, under any of their opsets."""
    versions: dict[str, list[int]] = defaultdict(list)
    for op in ops:
        versions[op["name"]].append(op["since_version"])
    count: Counter[str] = Counter()
    for path in sorted((ROOT / "tests/cases").glob("*.txt")):
        for case in re.split(r"^case ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            lines = case.splitlines()
            opsets = [int(number) for line in lines if line.startswith("opset ") for number in line.split()[1:]]
            nodes = [name for line in lines for name in re.findall(r"= (\w+) [<(]", line)]
            count.update({f"{name}-{max(since)}" for name in nodes for opset in opsets
                          if (since := [version for version in versions[name] if version <= opset])})
    return count


# ---- The page -------------------------------------------------------------------------------------------------------


def run(program: Path, *words: str) -> Any:
    done = subprocess.run([program, *words], check=False, capture_output=True, text=True)
    if done.stderr:
        raise SystemExit(f"hardref {' '.join(words)}\n{done.stderr}")
    return json.loads(done.stdout)


def table(rows: Iterable[Row]) -> str:
    rows = list(rows)
    lines = [" | ".join(rows[0]), "|".join("---" for _ in rows[0]), *(" | ".join(row.values()) for row in rows)]
    return "\n".join(f"|{line}|" if line.startswith("---") else f"| {line} |" for line in lines)


def rows_of(page: str) -> Iterator[Row]:
    """All rows of all tables, read back."""
    for block in re.findall(r"^\|.*\n\|---.*\n(?:\|.*\n)*", page, re.MULTILINE):
        lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        for line in lines[2:]:
            yield dict(zip(lines[0], line))


def types_text(op: dict[str, Any], before: Optional[dict[str, Any]]) -> str:
    """The element types, by what the version before did not have."""
    lists: list[list[str]] = list(op["types"].values())
    known: list[str] = next(iter(before["types"].values())) if before else []
    if any(other != lists[0] for other in lists) or not set(known) <= set(lists[0]):
        raise ValueError(f"{op['name']}-{op['since_version']}: its types are not all of those before")
    added = [name for name in lists[0] if name not in known]
    kept = f"those of {before['since_version']}" if before else ""
    return ", ".join(filter(None, [kept, *added]))


def cells(op: dict[str, Any]) -> int:
    count = 1
    for names in op["types"].values():
        count *= len(names)
    return count


class Page:
    """Everything that is on it, each number by the row and column in which it stands."""

    def __init__(self, program: Path, archives: Optional[Path], old: str):
        self.ops = run(program, "ops", "--json")
        self.old = {row[key]: row for row in rows_of(old) for key in ("version", "source") if key in row}
        self.notes: list[str] = []
        self.sources = sources(archives)
        self.published = {source.name: source.verdicts(program) for source in self.sources if self.is_judged(source)}
        self.own = Verdicts.of(program, ROOT / "data/backend", "--judge", "strict")
        self.cases = text_cases(self.ops)

    def is_judged(self, source: Source) -> bool:
        row = self.old.get(source.name)
        if source.edition and (row is None or row["edition"] == source.edition):
            return True
        if row is None:
            raise SystemExit(f"{source.path} is not here, and the page has no numbers of it yet")
        self.notes.append(f"{source.name}: not checked; the numbers are those of the page, for {row['edition']}; "
                          f"here is {source.edition or 'none'}")
        return False

    def source_row(self, source: Source) -> Row:
        verdicts = self.published.get(source.name)
        if verdicts is None:
            return self.old[source.name]
        return {"source": source.name, "edition": source.edition or "", "directories": str(verdicts.directories),
                "of these operators alone": str(verdicts.ours), "passed": str(verdicts.passed),
                "exceptions": str(verdicts.ours - verdicts.passed)}

    def op_row(self, op: dict[str, Any], before: Optional[dict[str, Any]]) -> Row:
        name = f"{op['name']}-{op['since_version']}"
        row = {"version": name, "element types": types_text(op, before), "cells": f"{cells(op):,}"}
        for source in self.sources:
            verdicts = self.published.get(source.name)
            row[source.name] = str(verdicts.by_op[name]) if verdicts else self.old[name][source.name]
        return row | {"own directories": str(self.own.by_op[name]), "own cases": str(self.cases[name])}

    def operators(self) -> Iterator[str]:
        for name in dict.fromkeys(op["name"] for op in self.ops):
            versions = [op for op in self.ops if op["name"] == name]
            yield f"### {name}\n\nOracle: {ORACLES[name]}.\n"
            yield table(self.op_row(op, before) for op, before in zip(versions, [None, *versions])) + "\n"

    def exceptions(self) -> Iterator[str]:
        """From the table itself, since the data may not be here."""
        table = FAULTS.read_text(encoding="utf-8")
        reasons = {name: "".join(re.findall(r'"(.*)"', text))
                   for name, text in re.findall(r'constexpr const char\* (k\w+) =((?:\s*".*")+);', table)}
        by_reason: dict[str, dict[str, list[str]]] = {}
        for comments, name in re.findall(r"((?:    // test_.*\n)+)    \{.*, (k\w+)\},\n", table):
            for test, editions in re.findall(r"// (test_\w+): (.*)", comments):
                for edition in editions.split(", "):
                    by_reason.setdefault(reasons[name], {}).setdefault(edition, []).append(test)
        for reason, places in by_reason.items():
            yield f"### {sum(map(len, places.values()))} directories: {reason}\n"
            yield "".join(f"- {edition}: {', '.join(f'`{test}`' for test in sorted(places[edition]))}\n"
                          for edition in sorted(places))

    def text(self) -> str:
        return "\n".join([
            INTRODUCTION.format(versions=len(self.ops), cells=sum(map(cells, self.ops))),
            table(map(self.source_row, self.sources)) + "\n",
            "## Operators\n",
            *self.operators(),
            "## Exceptions\n",
            EXCEPTIONS,
            *self.exceptions()]).rstrip("\n") + "\n"


INTRODUCTION = """\
# Conformance

Written by `tests/docs/conformance.py`, which CI runs with `--check`.

hardref has {versions} versions of nine operators. A cell is a version with one element type for each of its type
constraints, so that Cast has one for every pair; there are {cells:,}. A [test](../tests/ops/coverage_test.cpp) walks
over all of them and fails for one without an executed case.

Numbers of directories are those that pass, by the versions of which the model's own nodes are: one directory can count
for several. A function's nodes count where the model brings the function, not where it is an operator's body. Own
directories are those of `data/backend`, which must pass bit for bit; own cases are those of `tests/cases`.

## Published test data
"""

EXCEPTIONS = """\
Published directories that contradict the standard. `hardref test` knows them by the content of the file that is at fault
([known_faults.cpp](../src/judge/known_faults.cpp)), and fails for one that passes after all. What hardref does where the
standard is silent is said in [semantics.md](semantics.md).
"""


def dangling(page: Path) -> Iterator[str]:
    """Links to files that are not there, and names in backquotes behind a link that the file does not contain."""
    for target, names in re.findall(r"\]\(([^)#]+)\)((?:[:,] `[^`]+`)*)", page.read_text(encoding="utf-8")):
        path = page.parent / target
        if not path.exists():
            yield f"{page.name}: no {target}"
            continue
        holds = "\n".join(item.name for item in path.iterdir()) if path.is_dir() else path.read_text(encoding="utf-8")
        yield from (f"{page.name}: nothing in {target} is called {name}"
                    for name in re.findall(r"`([^`]+)`", names) if name not in holds)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--program", type=Path, default=ROOT / "build/release/tools/hardref", help="the built hardref")
    options.add_argument("--archives", type=Path,
                         help="the folder of current.tar.xz and history.tar.xz, made from ONNX's releases")
    options.add_argument("--check", action="store_true", help="write nothing, and show what differs")
    given = options.parse_args()
    old = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    page = Page(given.program, given.archives, old)
    new = page.text()
    wrong: list[str] = []
    if given.check:
        wrong += difflib.unified_diff(old.splitlines(), new.splitlines(), "docs/conformance.md", "new", lineterm="")
    else:
        PAGE.write_text(new, encoding="utf-8")
    wrong += [line for path in sorted(PAGE.parent.glob("*.md")) for line in dangling(path)]
    print("\n".join([*page.notes, *wrong, f"docs/conformance.md: {'wrong' if wrong else 'ok'}"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
