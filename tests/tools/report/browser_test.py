#!/usr/bin/python3 -B
"""Opens a report of hardref test in a headless Chromium, looks at it and uses it: browser_test.py PROGRAM WORK.

The screenshots stay in WORK. Exits with 77 where Debian's chromium or python3-websocket is not installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

CHROMIUM = "/usr/bin/chromium"
SKIPPED = 77
DATA = Path(__file__).resolve().parents[3] / "data/backend/node"
HOSTILE = "test_<img src=x onerror='window.hostile=1'>&amp;\"<script>window.hostile=1<"

# Tests of our own data, and how what they expect is made wrong.
PASSING = ["test_hardmax_13", "test_hardmax_11", "test_hardmax_1_", "test_hard_sigmoid_6", "test_hard_sigmoid_22",
           "test_min", "test_max", "test_cast_13", "test_add"]
EXPECT_THE_INPUT = ["test_hard_sigmoid_22_default_float", "test_hardmax_13_default_axis_float"]
EXPECT_OTHER_BITS = {"test_hard_sigmoid_1_2048_patterns_float16": 2, "test_hard_sigmoid_6_default_double": 8}


def make_tests(root: Path) -> None:
    """A tree with passing, failing and skipped tests, some of them with hostile names."""
    for folder in sorted(DATA.iterdir()):
        if any(folder.name.startswith(prefix) for prefix in PASSING):
            shutil.copytree(folder, root / "node" / folder.name)
    for name in EXPECT_THE_INPUT:
        copy = root / "wrong" / name
        shutil.copytree(DATA / name, copy)
        shutil.copy(copy / "test_data_set_0/input_0.pb", copy / "test_data_set_0/output_0.pb")
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


def luminance(color: list[float]) -> float:
    """Relative luminance as WCAG 2 defines it."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


class ReportTest:
    """The checks; every one that does not hold is kept, with what was found."""

    def __init__(self, browser: "Browser", url: str, work: Path) -> None:
        self.browser, self.url, self.work = browser, url, work
        self.wrong: list[str] = []

    def expect(self, what: str, found: object, expected: object) -> None:
        if found != expected:
            self.wrong.append(f"{what}: {found!r}, expected {expected!r}")

    def visible(self, selector: str) -> int:
        return self.browser.value(f"[...document.querySelectorAll({selector!r})].filter(e => e.checkVisibility()).length")

    def totals(self) -> dict[str, int]:
        return {verdict: int(self.browser.value(f"document.querySelector('.totals .{verdict} b').textContent"))
                for verdict in ("failed", "passed", "skipped")}

    def open(self, width: int, scheme: str, height: int = 900) -> None:
        self.browser.open(self.url, width, height, scheme)

    def run(self, totals: str) -> None:
        for width in (1280, 400):
            for scheme in ("light", "dark"):
                self.open(width, scheme, height=2200)  # so much that the screenshot has drawings
                self.check_layout(f"{width} {scheme}")
                self.check_contrast(f"{width} {scheme}")
                self.browser.screenshot(self.work / f"report_{width}_{scheme}.png")
            self.open(width, "light")
            self.check_filter(width)
            self.check_cells(width)
            self.check_details(width)
        self.expect("totals", "{passed} passed, {failed} failed, {skipped} skipped".format(**self.totals()), totals)
        self.check_hostile_names()
        self.check_without_script()
        self.expect("complaints", self.browser.complaints, [])
        self.expect("requests", set(self.browser.requests), {self.url})

    def check_layout(self, where: str) -> None:
        wider = self.browser.value("""
            [...document.querySelectorAll('body *')]
                .filter(e => e.checkVisibility() && !e.closest('.scroll > *'))
                .filter(e => e.getBoundingClientRect().right > innerWidth || e.getBoundingClientRect().left < 0)
                .map(e => e.outerHTML.slice(0, 80))""")
        self.expect(f"{where}: wider than the window", wider, [])
        self.expect(f"{where}: scrolls sideways",
                    self.browser.value("document.documentElement.scrollWidth > innerWidth"), False)
        self.expect(f"{where}: rows", self.visible(".tests > li"), sum(self.totals().values()))
        self.expect(f"{where}: rows that failed", self.visible(".tests > li.failed"), self.totals()["failed"])

    def check_contrast(self, where: str) -> None:
        """Text on what lies behind it, as WCAG 2 asks for at level AA."""
        selectors = [".verdict", ".reason", ".name", ".tags i", ".time", ".text", "h2", ".subject", ".note",
                     ".totals span", ".choices button", ".matrix th", ".matrix td span", ".filter output"]
        found = self.browser.value("""
            %s.flatMap(selector => [...document.querySelectorAll(selector)].slice(0, 400)).map(e => {
              const numbers = color => color.match(/[\\d.]+/g).map(Number);
              let behind = e;
              while (behind.parentElement && numbers(getComputedStyle(behind).backgroundColor)[3] === 0) {
                behind = behind.parentElement;
              }
              return [e.outerHTML.slice(0, 60), numbers(getComputedStyle(e).color),
                      numbers(getComputedStyle(behind).backgroundColor)];
            })""" % selectors)
        faint = set()
        for name, text, behind in found:
            lighter, darker = sorted((luminance(text), luminance(behind)), reverse=True)
            ratio = (lighter + 0.05) / (darker + 0.05)
            if ratio < 4.5:
                faint.add(f"{name} {ratio:.2f}")
        self.expect(f"{where}: too faint", sorted(faint), [])
        dark = luminance(self.browser.value(
            "getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number)")) < 0.2
        self.expect(f"{where}: dark", dark, where.endswith("dark"))

    def check_filter(self, width: int) -> None:
        browser, totals = self.browser, self.totals()
        everything = sum(totals.values())
        browser.click(".filter input")
        browser.type("hardmax  NAN")
        names = browser.value("[...document.querySelectorAll('.tests > li')].filter(e => e.checkVisibility())"
                              ".map(e => e.querySelector('.name').textContent)")
        self.expect(f"{width}: every name found has the words", [n for n in names if "hardmax" not in n or
                                                                 "nan" not in n], [])
        # double and float16 in three versions, float in two more, bfloat16 in one
        self.expect(f"{width}: tests of Hardmax with NaN", len(names), 10)
        self.expect(f"{width}: count", browser.value("document.querySelector('output').textContent"),
                    f"10 of {everything} tests")
        browser.screenshot(self.work / f"report_{width}_filtered.png")
        for verdict in ("failed", "passed", "skipped", ""):
            browser.click(f".choices [data-verdict='{verdict}']")
            self.expect(f"{width}: pressed", browser.value(
                "[...document.querySelectorAll('.choices [aria-pressed=true]')].map(e => e.dataset.verdict)"), [verdict])
            self.expect(f"{width}: {verdict} and words", self.visible(".tests > li"),
                        10 if verdict in ("passed", "") else 0)
        browser.click(".filter input")
        for _ in range(len("hardmax  NAN")):
            browser.press("Backspace", 8)
        self.expect(f"{width}: no words", self.visible(".tests > li"), everything)
        for verdict, count in totals.items():
            browser.click(f".choices [data-verdict='{verdict}']")
            self.expect(f"{width}: {verdict}", self.visible(".tests > li"), count)
            self.expect(f"{width}: {verdict} alone", self.visible(f".tests > li.{verdict}"), count)
        browser.click(".choices [data-verdict='']")
        self.expect(f"{width}: all", self.visible(".tests > li"), everything)

    def check_cells(self, width: int) -> None:
        browser = self.browser
        for op, data_type in (("Hardmax-13", "float"), ("HardSigmoid-22", "float"), ("", "")):
            cell = f".matrix button[data-op='{op}'][data-type='{data_type}']"
            counts = browser.value(f"[...document.querySelectorAll(\"{cell} span\")].map(e => e.textContent)")
            browser.click(cell)
            self.expect(f"{width}: {op} {data_type}, the first test is in view", browser.value(
                "[...document.querySelectorAll('.tests > li')].find(e => e.checkVisibility())"
                ".getBoundingClientRect().top < innerHeight"), True)
            signs = {"✗": "failed", "✓": "passed", "–": "skipped"}
            for sign, verdict in signs.items():
                count = sum(int(text[1:]) for text in counts if text[0] == sign)
                self.expect(f"{width}: {op} {data_type} {verdict}", self.visible(f".tests > li.{verdict}"), count)
            self.expect(f"{width}: chosen cell", browser.value("document.querySelector('.filter .cell').textContent"),
                        f"{op or 'other operators'}, {data_type or 'unknown type'} ×")
            browser.click(".filter .cell")
            self.expect(f"{width}: all again", self.visible(".tests > li"), sum(self.totals().values()))

    def check_details(self, width: int) -> None:
        browser = self.browser
        self.expect(f"{width}: open from the start", self.visible(".text"), 3)
        browser.click(".tests > li.failed:nth-child(4) summary")
        self.expect(f"{width}: opened", self.visible(".text"), 4)
        browser.screenshot(self.work / f"report_{width}_opened.png")
        self.check_layout(f"{width}, opened")
        browser.click(".tests > li.failed:nth-child(4) summary .name")
        self.expect(f"{width}: closed again", self.visible(".text"), 3)
        self.expect(f"{width}: drawings", self.visible("svg.graph") >= 2 and self.visible("svg.plot") >= 2, True)

    def check_hostile_names(self) -> None:
        names = self.browser.value("[...document.querySelectorAll('.name')].map(e => e.textContent)")
        self.expect("the hostile name as it is", f"tests/wrong/{HOSTILE}" in names, True)
        self.expect("scripts run by names", self.browser.value("typeof window.hostile"), "undefined")
        self.expect("images", self.browser.value("document.querySelectorAll('img').length"), 0)

    def check_without_script(self) -> None:
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        self.open(1280, "light")
        self.expect("no script: filter", self.visible(".filter"), 0)
        self.expect("no script: rows", self.visible(".tests > li"), sum(self.totals().values()))


def main(program: Path, work: Path) -> int:
    try:
        import browser  # pylint: disable=import-outside-toplevel
    except ImportError:
        print("skipped: Debian's python3-websocket is not installed")
        return SKIPPED
    if not Path(CHROMIUM).exists():
        print("skipped: Debian's chromium is not installed")
        return SKIPPED
    shutil.rmtree(work, ignore_errors=True)
    make_tests(work / "tests")
    run = subprocess.run([program, "test", "tests", "--judge", "strict", "--html", "report.html"], cwd=work,
                         capture_output=True, text=True, check=False)
    if run.returncode != 1 or run.stderr:
        print(f"hardref test ended with {run.returncode}: {run.stdout}{run.stderr}")
        return 1
    window = browser.Browser(CHROMIUM, work / "profile")
    try:
        test = ReportTest(window, (work / "report.html").as_uri(), work)
        test.run(run.stdout.splitlines()[-1])
    finally:
        window.close()
    shutil.rmtree(work / "profile", ignore_errors=True)
    print("\n".join(test.wrong) or f"all as expected; screenshots are in {work}")
    return 1 if test.wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
