#!/usr/bin/python3 -B
"""Whether the memory of `hardref test` depends on the number of test directories: memory.py PROGRAM DATA WORK

Judges 100 and 10,000 copies of a test directory, and fails where the second takes 20 MB more than the first.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

MOST_GROWTH = 20_000  # KiB


def make_tree(root: Path, source: Path, count: int) -> None:
    """Links instead of copies, in folders of 100."""
    for index in range(count):
        link = root / f"part_{index // 100}" / f"test_{index}"
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(source, target_is_directory=True)


def peak_memory(program: str, root: Path) -> int:
    """In KiB. A child starts out with the memory of this small process, so less than that cannot be seen."""
    nowhere = (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)
    child = os.posix_spawn(program, [program, "test", str(root), "-v"], os.environ, file_actions=[nowhere])
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        raise SystemExit(f"{program} test {root} ended with status {status}")
    return usage.ru_maxrss


def main(program: str, source: str, work: str) -> int:
    folder = Path(work)
    shutil.rmtree(folder, ignore_errors=True)
    peaks = {}
    for count in (100, 10_000):
        tree = folder / f"tree_{count}"
        make_tree(tree, Path(source).resolve(), count)
        peaks[count] = peak_memory(program, tree)
        print(f"{count} directories: {peaks[count]} KiB")
    shutil.rmtree(folder)
    return 0 if peaks[10_000] - peaks[100] <= MOST_GROWTH else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
