#!/usr/bin/python3 -B
"""Opens a report of hardref test in a headless Chromium, looks at it and uses it: browser_test.py PROGRAM WORK.

The screenshots stay in WORK. Exits with 77 where Debian's chromium or python3-websocket is not installed.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import urllib.parse
from pathlib import Path

import drawings
from contrast import contrast, luminance
from judged_tree import CAUSES, HOSTILE, make_tests

CHROMIUM = "/usr/bin/chromium"
SKIPPED = 77


class ReportTest:
    """The checks; every one that does not hold is kept, with what was found."""

    def __init__(self, browser: "Browser", url: str, work: Path) -> None:
        self.browser, self.url, self.work = browser, url, work
        self.wrong: list[str] = []

    def expect(self, what: str, found: object, expected: object) -> None:
        if found != expected:
            self.wrong.append(f"{what}: {found!r}, expected {expected!r}")

    def visible(self, selector: str) -> int:
        return self.browser.value(
            f"[...document.querySelectorAll({selector!r})].filter(e => e.checkVisibility()).length")

    def texts(self, selector: str) -> list[str]:
        return self.browser.value(f"[...document.querySelectorAll({selector!r})].map(e => e.textContent)")

    def shown(self) -> list[str]:
        return self.browser.value("[...document.querySelectorAll('.tests > li')].filter(e => e.checkVisibility())"
                                  ".map(e => e.querySelector('.name').textContent)")

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
                self.check_failures_are_in_view(f"{width} {scheme}")
                self.browser.screenshot(self.work / f"report_{width}_{scheme}.png")
                self.open_everything_that_failed()
                self.check_layout(f"{width} {scheme}, opened")
                self.check_contrast(f"{width} {scheme}")
            self.open(width, "light")
            self.check_filter(width)
            self.check_cells(width)
            self.check_causes(width)
            self.check_details(width)
            self.check_addresses(width)
        self.check_head()
        for name, script, value in drawings.CASES:
            self.expect(name, self.browser.value(script), value)
        self.expect("totals", "{passed} passed, {failed} failed, {skipped} skipped".format(**self.totals()), totals)
        self.check_hostile_names()
        self.check_without_script()
        self.expect("complaints", self.browser.complaints, [])
        self.expect("requests", {url.partition("#")[0] for url in self.browser.requests} - {"about:blank"}, {self.url})

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

    def check_failures_are_in_view(self, where: str) -> None:
        """Failures come before the table of operators, and nothing red lies beside the window."""
        value = self.browser.value
        self.expect(f"{where}: order of headings", self.texts("h2"), ["Failures", "Operators", "Passed and skipped"])
        self.expect(f"{where}: causes in the first view", value(
            "document.querySelector('.causes').getBoundingClientRect().bottom < 900"), True)
        red = "[...document.querySelectorAll('.matrix td.failed, .tests .failed .verdict, .graph .marked')]"
        self.expect(f"{where}: red beside the window", value(
            f"{red}.map(e => e.getBoundingClientRect()).filter(({{left, right}}) => left < 0 || right > innerWidth)"
            ".length"), 0)
        self.expect(f"{where}: red", value(f"{red}.length > 10"), True)
        self.expect(f"{where}: what scrolled", value(
            "[...document.querySelectorAll('*')].filter(e => e.scrollLeft !== 0).length"), 0)

    def open_everything_that_failed(self) -> None:
        self.browser.value("document.querySelectorAll('.failed details').forEach(e => { e.open = true })")
        self.browser.settle()

    def check_head(self) -> None:
        lines = self.texts(".subject")
        self.expect("the command", lines[0], "hardref test tests --judge strict --html report.html")
        self.expect("version, date and judge", bool(re.fullmatch(
            r"hardref [\d.]+, \d{4}-\d\d-\d\d \d\d:\d\d UTC, judged as strict", lines[1])), True)
        self.expect("the bar", self.browser.value(
            "[...document.querySelectorAll('.bar span')].map(e => `${e.className} ${e.style.flexGrow}`)"),
            [f"{verdict} {count}" for verdict, count in self.totals().items()])

    def check_contrast(self, where: str) -> None:
        """Text on what lies behind it, as WCAG 2 asks for at level AA."""
        selectors = [".verdict", ".reason", ".name", ".tags i", ".time", ".text", "h2", ".subject", ".note",
                     ".totals span", ".choices button", ".matrix th", ".matrix td span", ".matrix td i", "h3", "h3 b",
                     ".filter output", ".causes a", ".repeat", ".repeat a", "figcaption", ".grid th", ".grid b",
                     ".grid small", ".grid .zero", ".key", ".key b"]
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
            if (ratio := contrast(text, behind)) < 4.5:
                faint.add(f"{name} {ratio:.2f}")
        self.expect(f"{where}: too faint", sorted(faint), [])
        self.expect(f"{where}: looked at", {s for s in selectors if s != ".note"} - set(self.browser.value(
            f"{selectors}.filter(s => document.querySelector(s))")), set())
        body = "getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number)"
        self.expect(f"{where}: dark", luminance(self.browser.value(body)) < 0.2, where.endswith("dark"))

    def check_filter(self, width: int) -> None:
        browser, totals = self.browser, self.totals()
        everything = sum(totals.values())
        browser.click(".filter input")
        browser.type("hardmax  NAN")
        names = self.shown()
        self.expect(f"{width}: every name found has the words", [n for n in names if "hardmax" not in n or
                                                                 "nan" not in n], [])
        # double and float16 in three versions, float in two more, bfloat16 in one
        self.expect(f"{width}: tests of Hardmax with NaN", len(names), 10)
        self.expect(f"{width}: count", self.texts("output"), [f"10 of {everything} tests"])
        browser.screenshot(self.work / f"report_{width}_filtered.png")
        for verdict in ("failed", "passed", "skipped", ""):
            browser.click(f".choices [data-verdict='{verdict}']")
            pressed = [text.split()[-2] for text in self.texts(".choices [aria-pressed=true]")]
            self.expect(f"{width}: pressed", pressed, [verdict or "all"])
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
            counts = self.texts(f"{cell} span")
            browser.click(cell)
            self.expect(f"{width}: {op} {data_type}, the first test is in view", browser.value(
                "[...document.querySelectorAll('.tests > li')].find(e => e.checkVisibility())"
                ".getBoundingClientRect().top < innerHeight"), True)
            signs = {"✗": "failed", "✓": "passed", "–": "skipped"}
            for sign, verdict in signs.items():
                count = sum(int(text[1:]) for text in counts if text[0] == sign)
                self.expect(f"{width}: {op} {data_type} {verdict}", self.visible(f".tests > li.{verdict}"), count)
            self.expect(f"{width}: chosen cell", self.texts(".filter .cell"),
                        [f"{op or 'other operators'}, {data_type or 'unknown type'} ×"])
            browser.click(".filter .cell")
            self.expect(f"{width}: all again", self.visible(".tests > li"), sum(self.totals().values()))

    def check_causes(self, width: int) -> None:
        """A chip for each cause, the largest first, which leaves its tests alone."""
        browser = self.browser
        chips = self.texts(".causes a")
        self.expect(f"{width}: causes", sorted(chips), sorted(CAUSES))
        self.expect(f"{width}: the largest cause", chips[0], CAUSES[0])
        self.expect(f"{width}: groups", self.texts("h3"), chips)
        browser.click(".causes a")
        self.expect(f"{width}: tests of a cause", self.visible(".tests > li"), 2)
        self.expect(f"{width}: chosen cause", self.texts(".filter .cause"), [f"{CAUSES[0][2:]} ×"])
        browser.click(".filter .cause")
        self.expect(f"{width}: no cause", self.visible(".tests > li"), sum(self.totals().values()))

    def check_details(self, width: int) -> None:
        browser = self.browser
        self.open(width, "light")
        self.expect(f"{width}: open from the start", self.visible(".text"), 3)
        self.expect(f"{width}: one of each cause", browser.value(
            "[...document.querySelectorAll('.tests')].map(e => e.querySelectorAll('[open]').length).slice(0, 3)"),
            [1, 1, 1])
        browser.click(".tests > li.failed:nth-child(2) summary")
        self.expect(f"{width}: opened", self.visible(".text"), 4)
        browser.screenshot(self.work / f"report_{width}_opened.png")
        self.check_layout(f"{width}, opened")
        browser.click(".tests > li.failed:nth-child(2) summary .name")
        self.expect(f"{width}: closed again", self.visible(".text"), 3)
        self.expect(f"{width}: drawings", self.visible("svg.graph") >= 3 and self.visible("svg.plot") >= 3, True)

    def check_addresses(self, width: int) -> None:
        browser = self.browser
        everything = sum(self.totals().values())
        name = "tests/wrong/test_hardmax_13_long_rows_float"
        target = "document.querySelector('.target')"
        browser.open(f"{self.url}#test={urllib.parse.quote(name)}", width, 900, "light")
        self.expect(f"{width}: the test of the address", self.texts(".target summary .name"), [name])
        self.expect(f"{width}: in view", browser.value(
            f"(({{top}}) => top >= 0 && top < 200)({target}.getBoundingClientRect())"), True)
        self.expect(f"{width}: its rows", browser.value(f"{target}.querySelectorAll('.grid tbody tr').length"), 4)
        self.expect(f"{width}: none is hidden", self.visible(".tests > li"), everything)
        browser.screenshot(self.work / f"report_{width}_addressed.png")
        # Followed within the page, with a name that is hostile.
        browser.value(f"location.hash = new URLSearchParams({{test: {json.dumps(f'tests/wrong/{HOSTILE}')}}})")
        browser.settle()
        self.expect(f"{width}: a hostile name in the address", self.texts(".target summary .name"),
                    [f"tests/wrong/{HOSTILE}"])
        # A filter is in the address as soon as it is used, and comes back with it.
        self.open(width, "light")
        browser.click(".filter input")
        browser.type("hardmax float16")
        browser.click(".choices [data-verdict='passed']")
        found = self.shown()
        address = browser.value("location.href")
        self.expect(f"{width}: address of the filter", address, f"{self.url}#q=hardmax+float16&verdict=passed")
        browser.click(".matrix button[data-op='Hardmax-13'][data-type='float16']")
        narrower = self.shown()
        self.expect(f"{width}: narrower", 0 < len(narrower) < len(found), True)
        browser.value("new Promise(done => { addEventListener('hashchange', () => setTimeout(done), {once: true}); "
                      "history.back() })")
        self.expect(f"{width}: back", self.shown(), found)
        browser.open(address + "&op=Hardmax-13&type=float16", width, 900, "light")
        self.expect(f"{width}: restored", self.shown(), narrower)
        self.expect(f"{width}: words restored", browser.value("document.querySelector('.filter input').value"),
                    "hardmax float16")
        browser.open(f"{self.url}#test=missing", width, 900, "light")
        self.expect(f"{width}: an address of nobody", self.visible(".tests > li"), everything)

    def check_hostile_names(self) -> None:
        self.expect("the hostile name as it is", f"tests/wrong/{HOSTILE}" in self.texts(".name"), True)
        self.expect("scripts run by names", self.browser.value("typeof window.hostile"), "undefined")
        self.expect("images", self.browser.value("document.querySelectorAll('img').length"), 0)

    def check_without_script(self) -> None:
        totals = self.totals()
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        self.open(1280, "light")
        self.expect("no script: filter", self.visible(".filter"), 0)
        self.expect("no script: totals", self.texts("noscript"), [
            "{failed} failed, {passed} passed, {skipped} skipped. This page needs scripts to show more; hardref test "
            "prints the same.".format(**totals)])


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
