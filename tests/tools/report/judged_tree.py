"""A tree of test directories for a report to be about: some pass, some fail in ways of their own, some are skipped."""

from __future__ import annotations

import shutil
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "data/backend/node"
HOSTILE = "test_<img src=x onerror='window.hostile=1'>&amp;\"<script>window.hostile=1<"

# Tests of our own data, and how what they expect is made wrong.
PASSING = ["test_hardmax_13", "test_hardmax_11", "test_hardmax_1_", "test_hard_sigmoid_6", "test_hard_sigmoid_22",
           "test_min", "test_max", "test_cast_13", "test_add"]
EXPECT_THE_INPUT = ["test_hard_sigmoid_22_default_float", "test_hardmax_13_default_axis_float"]
EXPECT_SHIFTED = [("test_hardmax_13_axis_1_float_nan", "test_the_first_one_counts", 112),
                  ("test_hardmax_13_long_rows_float", "test_hardmax_13_long_rows_float", 1072)]
EXPECT_OTHER_BITS = {"test_hard_sigmoid_1_2048_patterns_float16": 2, "test_hard_sigmoid_6_default_double": 8}


# What the failures have in common, the largest number first.
CAUSES = ["2 HardSigmoid in float", "1 HardSigmoid in double", "1 HardSigmoid in float16", "1 Hardmax in float",
          "1 Hardmax with NaN", "1 Hardmax with a tie", "1 no data set"]


def make_tests(root: Path) -> None:
    """A tree with passing, failing and skipped tests, some of them with hostile names."""
    for folder in sorted(DATA.iterdir()):
        if any(folder.name.startswith(prefix) for prefix in PASSING):
            shutil.copytree(folder, root / "node" / folder.name)
    for name in EXPECT_THE_INPUT:
        copy = root / "wrong" / name
        shutil.copytree(DATA / name, copy)
        shutil.copy(copy / "test_data_set_0/input_0.pb", copy / "test_data_set_0/output_0.pb")
    for name, new_name, size in EXPECT_SHIFTED:
        shutil.copytree(DATA / name, root / "wrong" / new_name)
        output = root / "wrong" / new_name / "test_data_set_0/output_0.pb"
        data = output.read_bytes()
        output.write_bytes(data[:-size] + data[-4:] + data[-size:-4])
    for name, size in EXPECT_OTHER_BITS.items():
        copy = root / "wrong" / name
        shutil.copytree(DATA / name, copy)
        output = copy / "test_data_set_0/output_0.pb"
        data = bytearray(output.read_bytes())  # the elements are at the end, their low byte first
        for i in range(1, len(data) // size // 2, 7):
            data[-size * i] ^= i % 256
        output.write_bytes(data)
    shutil.copytree(DATA / "test_model_branches_and_chains", root / "wrong/test_no_data_set")
    shutil.rmtree(root / "wrong/test_no_data_set/test_data_set_0")
    shutil.copytree(root / "wrong" / EXPECT_THE_INPUT[0], root / "wrong" / HOSTILE)
    for name in ("test_erf", "test_softmax_axis_0", "test_elu"):
        shutil.copytree(Path("/usr/share/libonnx-testdata/data/node") / name, root / "node" / name)
