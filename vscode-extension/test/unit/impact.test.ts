/** What a change reaches: the tree, the list to paste, the line for pytest, the picture. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Impact, ImpactRow, ImpactStep, ImpactTest } from "../../src/forms";
import { markdownOf } from "../../src/impact/markdown";
import { askedText, pytestLine, treeOf } from "../../src/impact/model";
import { MOST_NODES, pictureOf } from "../../src/impact/picture";
import { pictureView } from "../../src/impact/pictureView";
import type { Node } from "../../src/tree/nodes";
import { english } from "./english";

const step = (line: number, more: Partial<ImpactStep> = {}): ImpactStep => ({ kind: "calls", confidence: 0.9, through: "direct", line, ...more });

function row(ids: readonly string[], steps: readonly ImpactStep[]): ImpactRow {
  const id = ids.at(-1) ?? "";
  const [path = "", qualname = ""] = id.split("::");
  return { id, path, qualname, depth: steps.length, confidence: 0.8, path_ids: ids, steps };
}

function testRow(nodeid: string, ids: readonly string[], steps: readonly ImpactStep[]): ImpactTest {
  return { id: ids.at(-1) ?? "", path: nodeid.split("::")[0] ?? "", nodeid, confidence: 0.8, path_ids: ids, steps };
}

const IMPACT: Impact = {
  schema: "packlens.impact/1",
  asked: "f",
  contract: "open",
  depth: 3,
  changed: [{ id: "a.py::f", change: "target" }],
  direct: [row(["a.py::f", "b.py::g"], [step(7)]), row(["a.py::f", "b.py::C.f"], [step(9, { kind: "overrides" })])],
  transitive: [row(["a.py::f", "b.py::g", "c.py::h"], [step(7), step(3, { confidence: 0.6, through: "dispatch" })])],
  unfit: [{ id: "d.py::k", path: "d.py", line: 4, target: "a.py::f", reason: "gives 2 of 1 arguments" }],
  tests: [
    testRow("tests/test_b.py::test_g", ["a.py::f", "b.py::g", "tests/test_b.py::test_g"], [step(7), step(5)]),
    testRow("tests/test_b.py::TestC::test it[x]", ["a.py::f", "tests/test_b.py::TestC.test"], [step(0, { kind: "runs" })]),
  ],
  possible: [{ id: "e.py::p", path: "e.py", line: 2, name: "f" }],
  unknown: [{ path: "setup.cfg", reason: "is no Python" }],
  other: ["static/site.css", "logo.svg"],
  recording: "tests of a.py by .coverage",
  risk: "unknown",
  reasons: ["something cannot be judged"],
  pending: 2,
};

function lines(nodes: readonly Node[], indent = ""): string[] {
  return nodes.flatMap((node) => [
    `${indent}${node.label}${node.description === "" ? "" : ` | ${node.description}`}${node.site === undefined ? "" : ` @${node.site.path}:${node.site.line}`}`,
    ...lines(node.children, `${indent}  `),
  ]);
}

test("the tree: what breaks first, each row with its place and its path", () => {
  assert.deepEqual(lines(treeOf(IMPACT, english)), [
    "Risk: not known | something cannot be judged",
    "No longer fits | 1",
    "  k | d.py:4 · gives 2 of 1 arguments @d.py:4",
    "Direct | 2",
    "  g | b.py @b.py:7",
    "  C.f | overrides it · b.py @b.py:9",
    "Transitive | 1",
    "  h | 2 hops · c.py @c.py:3",
    "    h → g | through an overridden method · c.py:3 @c.py:3",
    "    g → f | calls it · b.py:7 @b.py:7",
    "Tests to run | 2",
    "  test_g | tests/test_b.py",
    "    test_g → g | calls it · tests/test_b.py:5 @tests/test_b.py:5",
    "    g → f | calls it · b.py:7 @b.py:7",
    "  TestC::test it[x] | tests/test_b.py",
    "Possible | 1",
    "  p | e.py:2 @e.py:2",
    "Cannot be judged | 1",
    "  setup.cfg | is no Python",
    "Not Python | 2",
    "  static/site.css",
    "  logo.svg",
    "tests of a.py by .coverage",
    "2 places could still change this",
  ]);
});

test("that nobody is affected is said only where it is known", () => {
  const nothing = { ...IMPACT, direct: [], transitive: [], unfit: [], tests: [], possible: [], unknown: [], other: [], recording: "", pending: 0, risk: "low", reasons: [] } as const;
  assert.deepEqual(lines(treeOf(nothing, english)), ["Risk: low", "Nobody is affected", "No test reaches it"]);
  assert.equal(lines(treeOf({ ...nothing, pending: 1 }, english))[1], "Nobody that is certain is affected");
  assert.deepEqual(lines(treeOf({ ...nothing, changed: [] }, english)), ["Risk: low", "Nothing has changed that is indexed"]);
});

test("an impact is called by what was asked", () => {
  assert.equal(askedText({ targets: ["f"] }, IMPACT, english), "f");
  assert.equal(askedText({ staged: true }, IMPACT, english), "staged changes");
  assert.equal(askedText({}, IMPACT, english), "changes since the last commit");
  assert.equal(askedText({ diff: "main...HEAD" }, IMPACT, english), "main...HEAD");
});

test("it is copied as a list, and its tests as a line for the terminal", () => {
  const text = markdownOf("f", IMPACT, english);
  assert.equal(
    text,
    `# Impact of f

Risk: not known (something cannot be judged).

## No longer fits (1)

- \`k\` · d.py:4 · gives 2 of 1 arguments

## Direct (2)

- \`g\` → \`f\` · b.py
- \`C.f\` → \`f\` · overrides it · b.py

## Transitive (1)

- \`h\` → \`g\` → \`f\` · 2 hops · c.py

## Tests to run (2)

- \`tests/test_b.py::test_g\` · tests/test_b.py
- \`tests/test_b.py::TestC::test it[x]\` · tests/test_b.py

## Possible (1)

- \`p\` · e.py:2

## Cannot be judged (1)

- \`setup.cfg\` · is no Python

## Not Python (2)

- \`static/site.css\`
- \`logo.svg\`

tests of a.py by .coverage.

2 places could still change this.
`,
  );
  assert.match(markdownOf("f", IMPACT, english, 1), /\n## Direct \(2\)\n\n- `g` → `f` · b\.py\n- and 1 more\n\n## Trans/);
  assert.equal(pytestLine(IMPACT), "pytest tests/test_b.py::test_g 'tests/test_b.py::TestC::test it[x]'");
  assert.equal(pytestLine({ ...IMPACT, tests: [] }), undefined);
});

test("the picture has a column for each distance, tests last, and a line for each hop", () => {
  const view = pictureView(pictureOf(IMPACT), "f", english);
  assert.deepEqual(view.columns.map(({ text }) => text), ["Changed", "Direct", "2 hops", "Tests"]);
  assert.deepEqual(
    view.nodes.map(({ text, role, column }) => `${column} ${role} ${text}`),
    ["0 changed f", "1 affected g", "1 affected C.f", "2 affected h", "3 test test_g", "3 test TestC.test"],
  );
  assert.deepEqual(view.edges.map(({ from, to, weak }) => `${from} ${to}${weak ? " weak" : ""}`), [
    "a.py::f b.py::g",
    "a.py::f b.py::C.f",
    "b.py::g c.py::h weak",
    "b.py::g tests/test_b.py::test_g",
    "a.py::f tests/test_b.py::TestC.test",
  ]);
  assert.equal(view.summary, "6 symbols");
  assert.equal(new Set(view.nodes.map(({ x, y }) => `${x} ${y}`)).size, view.nodes.length);
});

test("many symbols are folded to their files, and more files than that to a count", () => {
  const many = (files: number): Impact => ({
    ...IMPACT,
    tests: [],
    transitive: [],
    direct: Array.from({ length: 2 * files }, (_, at) => row(["a.py::f", `pkg/m${at % files}.py::g${at}`], [step(1)])),
  });
  const folded = pictureOf(many(150));
  assert.equal(folded.folded, true);
  assert.equal(folded.symbols, 301);
  assert.deepEqual(folded.nodes[1] && [folded.nodes[1].label, folded.nodes[1].count, folded.nodes[1].target], ["m0.py", 2, "pkg/m0.py"]);
  assert.equal(folded.nodes.length, 151);
  const huge = pictureView(pictureOf(many(900)), "f", english);
  assert.equal(huge.nodes.length, MOST_NODES);
  assert.equal(huge.nodes.at(-1)?.text, "and 702 more files");
  assert.ok(huge.edges.every(({ from, to }) => from !== to));
  assert.equal(pictureOf(many(90)).folded, false);
});
