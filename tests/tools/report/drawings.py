"""What the page's scripts draw, asked of them in a browser that has a report open: JavaScript and its value."""

from __future__ import annotations

import json

HOSTILE = "<b onclick='x'>&\"\u0001]]>"
LONG = HOSTILE + 300 * "n"

# One of two elements differs, the second.
SMALL = {"output": "y", "data_set": "test_data_set_0", "shape": [2], "differing": 1, "count": 2,
         "first": {"index": [1]},
         "sample": [{"element": 0, "expected": 0, "actual": 0, "ulp_error": 0},
                    {"element": 1, "expected": 1, "actual": 2, "ulp_error": 8388608}]}


def plot(**changes: object) -> str:
    return f"new Plot({json.dumps({**SMALL, **changes})}).drawn()"


def sample(*points: tuple) -> list[dict]:
    """Of (expected, actual, error in ulp or None, x where it is known)."""
    names = ("expected", "actual", "ulp_error", "x")
    return [{"element": i, **{name: value for name, value in zip(names, point) if value is not None}}
            for i, point in enumerate(points)]


def graph(nodes: list[tuple], outputs: list[str], marked: tuple[str, ...] = ()) -> str:
    names = ("op", "attributes", "inputs", "outputs")
    described = {"nodes": [dict(zip(names, node)) for node in nodes], "left_out": 0, "outputs": outputs}
    return f"new Graph({json.dumps(described)}, new Set({json.dumps(marked)})).drawn()"


def matrix(cells: list[tuple], types: list[str]) -> str:
    names = ("op", "type", "failed", "passed", "skipped")
    report = {"types": types, "cells": [dict(zip(names, cell)) for cell in cells]}
    return f"matrix({json.dumps(report)}, () => {{}})"


def texts(drawing: str, selector: str = "text") -> str:
    return f"[...{drawing}.querySelectorAll({json.dumps(selector)})].map(e => e.textContent)"


def boxes(drawing: str) -> str:
    """Where the boxes of a graph are, in boxes to the right and rows from the top."""
    return f"""(drawing => {{
        const all = [...drawing.querySelectorAll('rect')].map(
            e => [e.nextSibling.textContent, Number(e.getAttribute('x')), Number(e.getAttribute('y'))]);
        const rows = [...new Set(all.map(box => box[2]))].sort((a, b) => a - b);
        return all.map(([name, x, y]) => `${{name}} ${{(x - 4) / 114}} ${{rows.indexOf(y)}}`).sort();
    }})({drawing})"""


def error_labels(*errors: int) -> str:
    drawing = plot(sample=sample(*((1, 2, error) for error in errors)))
    return f"{texts(drawing)}.filter(t => /^[-+]?[0-9.e]+$/.test(t) && !['1', '2'].includes(t))"


MOST = 1.7976931348623157e308
GRAPH = [("Constant-13", "float{0.2}", [], ["c"]), ("CastLike-15", "", ["c", "x"], ["l"]),
         ("Mul-14", "", ["x", "l"], ["m"]),
         ("Constant-13", "float{0.5}", [], ["d"]), ("Sum-13", "", ["m", "d", "s", ""], ["y"])]
OPS = [("", "", 0, 0, 2), *((op, kind, failed, passed, 0) for op in ("Add-1", "Max-13", "Max-8")
                            for kind, failed, passed in (("bfloat16", 0, 1), ("float", 1, 0), ("int32", 1, 1)))]

CASES = [
    # ---- Numbers and words ----
    ("three digits", "[0.1236, -1234, 1e-5, -1.5e-300, 1e100, 999, 0, 1.7976931348623157e308].map(short)",
     ["0.124", "-1.23e3", "1e-5", "-1.5e-300", "1e100", "999", "0", "1.8e308"]),
    ("times", "[0, 0.00984, 0.01, 1].map(duration)", ["0.0 ms", "9.8 ms", "10 ms", "1.0 s"]),
    ("shortened", "[shorten('abc', 3), shorten('abcd', 3), shorten('😀😀😀😀', 3)]", ["abc", "ab…", "😀😀…"]),
    ("control characters", "clean('a\\u0000\\u001b\\r\\uffff\\t\\n')", "a\ufffd\ufffd\ufffd\ufffd\t\n"),
    ("markup in text", "html('p', {title: '\"><b>'}, '<b>&').outerHTML.replaceAll('><b>\">', '&gt;&lt;b&gt;\">')",
     '<p title="&quot;&gt;&lt;b&gt;">&lt;b&gt;&amp;</p>'),

    # ---- Plots ----
    ("plot: labels", texts(plot()), ["expected", "actual", "not equal", "2", "0", "element 0", "1", "worst",
                                     "error in ulp, logarithmic", "0", "+8.39e6"]),
    ("plot: expected values, and actual ones that are not equal",
     f"[...{plot()}.querySelectorAll('.expected, .actual')]"
     ".map(e => `${e.getAttribute('class')} ${e.getAttribute('d')}`)",
     ["expected M62 9H78V12H62Z", "actual M168 10.5h0", "actual unequal M236 10.5h0",
      "expected M54 176.5H70V179.5H54ZM422 106.5H438V109.5H422Z", "actual M62 178h0", "actual unequal M430 38h0"]),
    ("plot: the worst, and errors below",
     f"[...{plot()}.querySelectorAll('.worst, .error')].map(e => e.getAttribute('d'))",
     ["M430 24V306", "M326 3V18", "M430 306V216"]),
    ("plot: numbers that are not finite have lanes", texts(plot(sample=sample(
        ("nan", 1, None), ("inf", "-inf", None), ("nan", "nan", None), (1, 1, 0)))),
     ["expected", "actual", "not equal", "NaN", "inf", "-inf", "1", "element 0", "1", "worst",
      "error in ulp, logarithmic", "0"]),
    ("plot: no errors for types without tolerances",
     f"{texts(plot(sample=sample((0, 0, None), (1, 2, None))))}.filter(t => t.includes('ulp'))", []),
    ("plot: positive errors", error_labels(7, 0), ["0", "+7"]),
    ("plot: negative errors", error_labels(-7, 0), ["0", "-7"]),
    ("plot: both", error_labels(-7, 3), ["0", "+7", "-7"]),
    ("plot: none", error_labels(0, 0), ["0"]),
    ("plot: large", error_labels(1000000), ["0", "+1e6"]),
    ("plot: largest", error_labels(-2 ** 63), ["0", "-9.22e18"]),
    ("plot: the largest doubles", texts(plot(sample=sample((MOST, -MOST, 9), (0, 0, 0)))) + ".slice(3, 5)",
     ["1.8e308", "-1.8e308"]),
    ("plot: every place is a number", f"[{plot(sample=sample((MOST, -MOST, 9), (0, 0, 0)))}, "
     f"{plot(sample=sample(('nan', 'nan', None)), count=1)}, {plot(sample=sample((3, 4, 1, MOST), (3, 4, 1, -MOST)))}, "
     f"{plot(sample=sample((3, 4, 1, 'nan')), count=1)}].some(e => /NaN|Infinity|undefined/.test("
     "[...e.querySelectorAll('path')].map(e => e.getAttribute('d')).join()))", False),
    ("plot: no element is lost", texts(plot(count=4096, sample=[
        {"element": i * 20, "expected": 0, "actual": 77 if i == 100 else 0, "ulp_error": i} for i in range(200)])) +
     ".filter(t => ['77', '4095', '+199'].includes(t))", ["77", "4095", "+199"]),
    ("plot: a hostile name", f"{plot(output=HOSTILE)}.getAttribute('aria-label')",
     f"expected and actual values of output {HOSTILE}"),
    ("plot: over x", texts(plot(sample=sample((0, 0, 0, -4), (1, 2, 9, 4)))) + ".slice(5)",
     ["-4", "4", "0", "-3", "-2", "-1", "1", "2", "3", "worst", "error in ulp over x, logarithmic", "0", "+9"]),
    ("plot: large x leave room to small ones",
     texts(plot(sample=sample((0, 0, 0, -65504), (1, 2, 9, 65504)))) + ".slice(5, 10)",
     ["-6.55e4", "6.55e4", "0", "10", "-10"]),
    ("plot: x that are not finite stand aside", texts(plot(sample=sample(
        (0, 0, 0, "-inf"), (1, 1, 0, "inf"), ("nan", 1, None, "nan"), (0, 1, 5, 2)))) + ".slice(6, 10)",
     ["2", "-inf", "NaN", "inf"]),

    # ---- Graphs ----
    ("graph: constants and their casts beside what takes them", boxes(graph(GRAPH, ["y"])),
     ["CastLike-15 1 0", "Constant-13 1 1", "Constant-13 2 0", "Mul-14 0 0", "Sum-13 0 1", "y 0 2"]),
    ("graph: several of them under each other", boxes(graph([
        ("Constant-13", "", [], ["a"]), ("Constant-13", "", [], ["b"]), ("Constant-13", "", [], ["c"]),
        ("Max-13", "", ["a", "x", "b", "c"], ["y"])], ["y"])),
     ["Constant-13 1 0", "Constant-13 1 1", "Constant-13 1 2", "Max-13 0 1", "y 0 3"]),
    ("graph: a constant of two nodes stands above them", boxes(graph([
        ("Constant-13", "", [], ["c"]), ("Add-14", "", ["x", "c"], ["a"]), ("Mul-14", "", ["a", "c"], ["y"])], ["y"])),
     ["Add-14 0 1", "Constant-13 0 0", "Mul-14 0 2", "y 0 3"]),
    ("graph: branches beside each other", boxes(graph([
        ("Min-13", "", ["x"], ["a"]), ("Max-13", "", ["x"], ["b"]), ("Add-14", "", ["b", "a"], ["y"])], ["y"])),
     ["Add-14 0 1", "Max-13 0 0", "Min-13 1 0", "y 0 2"]),
    ("graph: parts that share nothing under each other, the marked ones first", boxes(graph([
        (f"Max-{i}", "", [f"x{i}"], [f"y{i}"]) for i in range(5)], [f"y{i}" for i in range(5)], ("y4",))),
     ["Max-0 1 0", "Max-1 2 0", "Max-2 0 2", "Max-3 1 2", "Max-4 0 0", "y0 1 1", "y1 2 1", "y2 0 3", "y3 1 3",
      "✗ y4 0 1"]),
    ("graph: lines for neighbours, names elsewhere", texts(graph(GRAPH, ["y"]), ".name"), ["x", "s"]),
    ("graph: lines", f"{graph(GRAPH, ['y'])}.querySelectorAll('.edge').length", 7),
    ("graph: titles", texts(graph(GRAPH, ["y"]), "title"),
     ["y", "c = Constant-13 <float{0.2}> ()", "l = CastLike-15 <> (c, x)", "m = Mul-14 <> (x, l)",
      "d = Constant-13 <float{0.5}> ()", "y = Sum-13 <> (m, d, s, )"]),
    ("graph: what is in boxes", texts(graph(GRAPH, ["y"], ("y",)), "g.node text, g.output text"),
     ["✗ y", "Constant-13", "float{0.2}", "CastLike-15", "like x", "Mul-14", "Constant-13", "float{0.5}", "Sum-13"]),
    ("graph: marked", texts(graph(GRAPH, ["y"], ("y",)), ".marked .op"), ["✗ y", "Sum-13"]),
    ("graph: hostile names are cut to what a box and its title hold",
     texts(graph([(HOSTILE, HOSTILE, [LONG], [LONG])], [LONG]), "text, title") +
     ".map(t => [...t].length)", [16, 200, 14, 200, 15, 15]),
    ("graph: and are text",
     f"{graph([(HOSTILE, HOSTILE, [HOSTILE], [HOSTILE])], [HOSTILE])}.querySelectorAll('b').length", 0),
    ("graph: without nodes", boxes(graph([], ["x"])), ["x 0 0"]),
    ("graph: without anything", boxes(graph([], [])), []),
    ("graph: with a cycle",
     f"{graph([('A', '', ['b'], ['a']), ('B', '', ['a'], ['b'])], ['a'])}.outerHTML.length < 4000",
     True),

    # ---- Rows of Hardmax ----
    ("grid", texts(
        "grid([{index: [2, 0], length: 4, left_out: 0, marks: [{place: 0, expected: '1', actual: '1', x: '9'}, "
        "{place: 1, expected: '0', actual: '1', x: 'nan'}, {place: 3, expected: '1', actual: '0', x: '8'}]}])",
        "table th, td"), ["row from", "0", "1", "2", "3", "[2,0]", "●9", "●nan", "·", "○8"]),
    ("grid: long rows show what is not 0", texts(
        "grid([{index: [0], length: 99, left_out: 5, marks: [{place: 7, expected: '0', actual: '2', x: '1'}, "
        "{place: 98, expected: '1', actual: '0', x: '1'}]}])", "table th, td"),
     ["row from", "7", "98", "[0]", "21", "○1", "and 5 more"]),
    ("grid: what a cell means",
     "[...grid([{index: [0], length: 2, left_out: 0, marks: [{place: 0, expected: '1', actual: '0', x: '5'}]}])"
     ".querySelectorAll('td[title]')].map(e => e.title)", ["0, expected 1; x is 5"]),

    # ---- The table of operators ----
    ("matrix: operators by version, failing types first, the unknown last",
     texts(matrix(OPS, ["float", "bfloat16", "int32", ""]), "th"),
     ["operator", "float", "int32", "bfloat16", "unknown", "Add-1", "Max-8", "Max-13", "others"]),
    ("matrix: cells", texts(matrix(OPS, ["float", "bfloat16", "int32", ""]), "td"),
     3 * ["float✗1", "int32✗1✓1", "bfloat16✓1", ""] + ["", "", "", "unknown–2"]),
    ("matrix: operators that fail come first", texts(matrix(
        [("Add-1", "float", 0, 1, 0), ("Max-1", "float", 1, 0, 0), ("", "float", 0, 0, 1)], ["float"]), "tbody th"),
     ["Max-1", "Add-1", "others"]),
    ("matrix: what a cell says", f"[...{matrix(OPS, ['float', 'bfloat16', 'int32', ''])}.querySelectorAll('button')]"
     ".map(e => `${e.title}|${e.getAttribute('aria-label') === e.title}|${e.dataset.op}|${e.dataset.type}|"
     "${e.getAttribute('aria-pressed')}|${e.parentElement.className}`).filter((_, i) => i === 1 || i === 9)",
     ["Add-1 int32: 1 failed, 1 passed|true|Add-1|int32|false|failed",
      "other operators of unknown type: 2 skipped|true|||false|skipped"]),
    ("matrix: long names of types may take two lines", f"[...{matrix([], ['float8e4m3fn', 'float8<'])}"
     ".querySelectorAll('th')].map(e => e.innerHTML)", ["operator", "float8<wbr>e4m3fn", "float8<wbr>&lt;"]),
    ("matrix: known and unsupported", "[...matrix({types: ['float'], cells: [{op: 'Max-13', type: 'float', failed: 0, "
     "passed: 1, skipped: 0, known: 2, unsupported: 3}]}, () => {}).querySelectorAll('td')].map(e => e.textContent)",
     ["float✓1≈2∅3"]),
    ("verdicts: known and unsupported only where there are any",
     "[{failed: 0, known: 0, unsupported: 0}, {failed: 1, known: 2, unsupported: 0}].map(r => verdictsOf(r).join())",
     ["failed,passed,skipped", "failed,passed,skipped,known"]),
    ("matrix: nothing", texts(matrix([], []), "th, td"), ["operator"]),

    # ---- Rows of tests ----
    ("row",
     "rowOf({name: 'a', verdict: 'failed', reason: 'why', ops: ['Max-13'], types: ['float'], seconds: 0.5}).outerHTML",
     '<li class="failed"><details><summary class="summary"><span class="verdict">✗ failed</span>'
     '<span class="name">a</span><span class="tags"><i>Max-13</i><i>float</i></span><span class="time">500 ms</span>'
     '<span class="reason">why</span>'
     "</summary></details></li>"),
    ("row: opened",
     "(test => { openRow(test); return test.row.firstChild.lastChild.outerHTML })({name: 'a b', verdict: "
     "'passed', reason: '', ops: [], types: [], seconds: 0, command: 'hardref test a'})",
     '<p class="repeat"><code>hardref test a</code> <a href="#test=a+b">address of this test</a></p>'),
    ("row: its text remembers how far it was indented", "paragraphs('a\\n    b<\\n').map(e => e.outerHTML)",
     ['<p style="--indent:0">a</p>', '<p style="--indent:4">b&lt;</p>']),
    ("row: the caption says what is left out of a graph",
     "figures({graph: {nodes: [], outputs: ['y'], left_out: 7}}).map(e => e.firstChild.textContent)",
     ["Expanded graph, its last 0 of 7 nodes"]),
    ("row: the caption of an output",
     f"figures({{mismatches: [{json.dumps(SMALL)}]}}).map(e => e.firstChild.textContent)",
     ["Output y, test_data_set_0: 1 of 2 differ"]),
    ("row: no drawing without a sample", "figures({mismatches: [{}, {sample: []}]}).length", 0),

    # ---- Addresses ----
    ("address: there and back",
     "[{words: 'a &b', verdict: 'failed', cause: 'c', cell: {op: 'Max-13', type: 'float'}}, NO_FILTER, "
     "{...NO_FILTER, cell: {op: '', type: ''}}].map(f => JSON.stringify(readAddress(filterAddress(f)).filter) === "
     "JSON.stringify(f))", [True, True, True]),
    ("address: of a test", "readAddress(addressOf({test: 'a/b#&=<'})).test", "a/b#&=<"),
    ("address: of nobody", "readAddress('#verdict=x&op=y&%')",
     {"test": None, "filter": {"words": "", "verdict": "", "cause": "", "cell": None}}),
]
