/** Callers as a tree and as Markdown, columns, the basket's prices. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { added, addedText, goneText, pricesOf, removed, rowsOf, totalText, type Priced } from "../../src/basket/model";
import type { Callers, CallersRow } from "../../src/forms";
import { columnOfName, utf16Column } from "../../src/tree/columns";
import { markdownOf } from "../../src/callers/markdown";
import { treeOf, type Known } from "../../src/callers/model";
import type { Node } from "../../src/tree/nodes";
import { Words } from "../../src/words";
import type { PackResult } from "../../src/protocol";
import { english } from "./english";

function row(id: string, line: number, more: Partial<CallersRow> = {}): CallersRow {
  const [path = "", qualname = ""] = id.split("::");
  const edge = { edge: "calls", confidence: 0.9, resolver: "static", through: "direct" };
  return { id, path, qualname, kind: "function", line, column: 4, ...edge, ...more };
}

function callers(rows: readonly CallersRow[], more: Partial<Callers> = {}): Callers {
  const target = { id: "a.py::f", path: "a.py", qualname: "f", kind: "function", start_line: 3, end_line: 4 };
  return { schema: "packlens.callers/1", target, callers: rows, possible: [], pending: 0, ...more };
}

function printed(nodes: readonly Node[], indent = ""): string[] {
  return nodes.flatMap((node) => [
    `${indent}${node.label}${node.description === "" ? "" : ` [${node.description}]`}${node.lazy ? " …" : ""}`,
    ...printed(node.children, `${indent}  `),
  ]);
}

const DIRECT = [row("a.py::g", 9), row("b.py::<module>", 2, { edge: "references" }), row("b.py::C.m", 7, { through: "dispatch" })];
const FAR: Known["far"] = {
  depth: 3,
  answer: callers([
    row("a.py::g", 9, { depth: 1, toward: "a.py::f" }),
    row("c.py::main", 5, { depth: 3, toward: "c.py::run" }),
    row("c.py::run", 2, { depth: 2, toward: "a.py::g" }),
    row("c.py::run", 3, { depth: 2, toward: "a.py::g" }),
    row("a.py::g", 30, { depth: 2, toward: "a.py::g" }),
  ]),
};

test("direct callers by file; far ones are asked for when they are opened", () => {
  const possible = [{ id: "d.py::k", path: "d.py", line: 8, name: "f" }];
  assert.deepEqual(printed(treeOf({ direct: callers(DIRECT, { possible, pending: 2 }), far: undefined }, english)), [
    "Direct [3+]",
    "  a.py [1]",
    "    g [line 9]",
    "  b.py [2]",
    "    b.py [line 2 · refers to it]",
    "    C.m [line 7 · through an overridden method]",
    "Transitive …",
    "Possible [1]",
    "  k [d.py:8]",
    "2 places could still add callers",
  ]);
});

test("a symbol that uses it at two places is one caller, as in the lens", () => {
  const rows = [row("a.py::g", 9), row("a.py::g", 9, { column: 20, edge: "references" }), row("b.py::h", 4)];
  assert.deepEqual(printed(treeOf({ direct: callers(rows), far: undefined }, english)), [
    "Direct [2]",
    "  a.py [1]",
    "    g [line 9]",
    "    g [line 9 · refers to it]",
    "  b.py [1]",
    "    h [line 4]",
    "Transitive …",
  ]);
  assert.match(markdownOf({ direct: callers(rows), far: undefined }, english), /^## Direct \(2\)$/m);
});

test("far callers: one row a symbol, nearest first, with the way it takes", () => {
  assert.deepEqual(printed(treeOf({ direct: callers(DIRECT.slice(0, 1)), far: FAR }, english)), [
    "Direct [1]",
    "  a.py [1]",
    "    g [line 9]",
    "Transitive [2…]",
    "  run [2 hops · c.py:2]",
    "    run calls g [c.py:2]",
    "    g calls f [a.py:9]",
    "  main [3 hops · c.py:5]",
    "    main calls run [c.py:5]",
    "    run calls g [c.py:2]",
    "    g calls f [a.py:9]",
    "  Look farther…",
  ]);
});

test("no callers is said only when it is known", () => {
  const nobody = (more: Partial<Callers>): string[] => printed(treeOf({ direct: callers([], more), far: undefined }, english));
  assert.deepEqual(nobody({}), ["No callers"]);
  assert.deepEqual(nobody({ pending: 1 }), ["No callers so far", "1 place could still add a caller"]);
  assert.deepEqual(nobody({ possible: [{ id: "d.py::k", path: "d.py", line: 8, name: "f" }] }), [
    "No callers that are certain",
    "Possible [1]",
    "  k [d.py:8]",
  ]);
});

test("callers as Markdown", () => {
  assert.equal(
    markdownOf({ direct: callers(DIRECT.slice(0, 2)), far: FAR }, english),
    `# Callers of \`f\`

\`a.py\`, line 3

## Direct (2)

- \`a.py\`
  - \`g\`, line 9
- \`b.py\`
  - \`b.py\`, line 2 · refers to it

## Transitive (2…)

- \`run\` → \`g\` → \`f\` · 2 hops · c.py:2
- \`main\` → \`run\` → \`g\` → \`f\` · 3 hops · c.py:5
`,
  );
  assert.equal(markdownOf({ direct: callers([]), far: undefined }, english), "# Callers of `f`\n\n`a.py`, line 3\n\nNo callers.\n");
});

test("columns are counted as the editor counts them", () => {
  assert.deepEqual([0, 1, 2, 3, 9].map((column) => utf16Column("a😀b", column)), [0, 1, 3, 4, 4]);
  assert.deepEqual([columnOfName("xf(f())", "f"), columnOfName("é_f.f", "f"), columnOfName("none", "f")], [3, 4, 0]);
});

function pack(items: readonly object[]): PackResult {
  return { tokens: 300, budget: 4000, parts: { items } } as unknown as PackResult;
}

const words = new Words(english, "en");
const BASKET = ["a.py::f", "a.py::C", "b.py", "c.py::lost", "c.py::big"];

test("a basket keeps its order and holds nothing twice", () => {
  assert.deepEqual(added(["a", "b"], ["c", "a"]), ["a", "b", "c"]);
  assert.deepEqual(removed(["a", "b"], "a"), ["b"]);
});

test("prices are those of the pack that a copy gives; what is gone is said", () => {
  const items = [
    { id: "a.py::f", path: "a.py", level: "full", tokens: 1200, distance: 0, kind: "function" },
    { id: "a.py::C", path: "a.py", level: "signature", tokens: 20, distance: 0, kind: "class" },
    { id: "a.py::C.m", path: "a.py", level: "signature", tokens: 11, distance: 0, kind: "method" },
    { id: "b.py::x", path: "b.py", level: "full", tokens: 40, distance: 0, kind: "function" },
    { id: "b.py::y", path: "b.py", level: "full", tokens: 40, distance: 1, kind: "function" },
  ];
  const priced: Priced = {
    pack: pack(items),
    prices: pricesOf(BASKET, pack(items)),
    gone: new Set(["c.py::lost"]),
    problem: undefined,
  };
  assert.deepEqual(
    rowsOf(BASKET, priced, false, words).map(({ label, description, isGone }) => `${label} | ${description}${isGone ? " !" : ""}`),
    [
      "f | 1,200 tokens · a.py",
      "C | 31 tokens, only its signature fits · a.py",
      "b.py | 40 tokens",
      "lost | no longer there · c.py !",
      "big | does not fit · c.py",
    ],
  );
  assert.equal(totalText(BASKET, priced, false, words), "Together 300 of 4,000 tokens, with what they need");
  assert.deepEqual(
    rowsOf(BASKET, priced, true, words).map(({ description }) => description).slice(2),
    ["40 tokens (old)", "no longer there · c.py", "does not fit (old) · c.py"],
  );
  assert.equal(totalText(BASKET, priced, true, words), "Together 300 of 4,000 tokens when the server last answered");
  assert.equal(goneText(["c.py::lost"], words), "lost is no longer there and was left out.");
});

test("what was put in is named, with what all baskets hold", () => {
  assert.equal(addedText(["a.py::f"], 3, words), "$(check) f is in the basket, which holds 3");
  assert.equal(addedText(["a.py", "b.py", "c.py"], 5, words), "$(check) a.py and 2 more are in the basket, which holds 5");
});

test("without prices the basket is still all there", () => {
  assert.deepEqual(
    rowsOf(BASKET, undefined, false, words).map(({ label, description }) => [label, description]),
    [["f", "a.py"], ["C", "a.py"], ["b.py", ""], ["lost", "c.py"], ["big", "c.py"]],
  );
  const problem: Priced = { pack: undefined, prices: new Map(), gone: new Set(), problem: "budget 1: nothing fits" };
  assert.equal(totalText(BASKET, problem, false, words), "budget 1: nothing fits");
  assert.equal(totalText([], undefined, false, words), "");
});
