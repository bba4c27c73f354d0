/** The preview without an editor: questions, events, the rows and words that a page shows, the text in stretches. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Level, Pack, PackItem, PackOmitted } from "../../src/forms";
import { ErrorName } from "../../src/protocol";
import { failureOf } from "../../src/failure";
import { nameOfId, pathOfId } from "../../src/ids";
import { fromPage } from "../../src/preview/messages";
import { runsOf } from "../../src/preview/page/highlight";
import { edited, packArguments, questionOf, settled, steppedBudget, type Edit } from "../../src/preview/question";
import { copyable, mustAsk, reduce, started, type Answer, type Event, type PreviewState } from "../../src/preview/state";
import { stretchesOf } from "../../src/preview/stretches";
import { viewOf, type PreviewView } from "../../src/preview/view";
import { PreviewWords } from "../../src/preview/words";
import { english } from "./english";

const words = new PreviewWords(english, "en");

function item(id: string, level: Level, tokens: number, more: Partial<PackItem> = {}): PackItem {
  const [path = "", qualname = ""] = id.split("::");
  const place = { start_line: 10, end_line: 12, distance: 1, score: 1, via: [], text: level === "name" ? "" : `code of ${id}\n` };
  return { id, path, qualname, kind: "function", level, tokens, ...place, ...more };
}

function omitted(id: string, tokens: number, reason: PackOmitted["reason"] = "over budget"): PackOmitted {
  return { id, path: pathOfId(id), start_line: 5, end_line: 9, level: "full", tokens, reason };
}

const ITEMS = [
  item("a.py::f", "full", 60, { distance: 0, start_line: 1, end_line: 8 }),
  item("a.py::C", "excerpt", 10),
  item("b.py::g", "signature", 20, {
    via: [{ kind: "calls", id: "a.py::f", confidence: 0.9, resolver: "static", through: "direct", line: 3 }],
  }),
  item("b.py::h", "name", 5, {
    distance: 2,
    start_line: 20,
    end_line: 25,
    via: [{ kind: "calls", id: "b.py::g", confidence: 0.9, resolver: "static", through: "direct", line: 22 }],
  }),
];

function answer(more: Partial<Pack> = {}, rest: Partial<Answer> = {}): Answer {
  const parts = {
    root: "shop",
    target: { kind: "symbol", text: "f", ids: ["a.py::f"] },
    settings: { budget: 200, depth: 2, direction: "both", format: "markdown", redact: true, signatures_only: false, tokenizer: "o200k_base" },
    items: ITEMS,
    omitted: [omitted("b.py::big", 900), omitted("b.py::g", 40, "shown smaller")],
    omitted_total: 5,
    possible: [{ id: "c.py::k", path: "c.py", line: 7, name: "f" }],
    ...more,
  } as unknown as Pack;
  const shown = { text: "head\n\ncode of a.py::f\n", format: "markdown", tokens: 120, budget: 200, tokenizer: "o200k_base" };
  return { ...shown, digest: "d", pending: 0, warnings: [], parts, ...rest };
}

function after(...events: Event[]): PreviewState {
  return events.reduce(reduce, started(questionOf({ targets: ["a.py::f"] })));
}

const answered = (number: number, given = answer()): Event => ({ type: "answered", number, answer: given });
const edit = (change: Edit): Event => ({ type: "edit", edit: change });

test("names and paths of ids", () => {
  const ids = ["a.py::C.m", "a.py::<module>", "pkg/a.py", "a.py::f.<lambda>#2"];
  assert.deepEqual(ids.map(nameOfId), ["C.m", "a.py", "pkg/a.py", "f.<lambda>#2"]);
  assert.deepEqual(ids.map(pathOfId), ["a.py", "a.py", "pkg/a.py", "a.py"]);
});

test("a question asks only for what was chosen, and for the parts", () => {
  const open = questionOf({ targets: ["a.py::f"] });
  assert.deepEqual(packArguments(open), { targets: ["a.py::f"], direction: "both", parts: true });
  const chosen = edited(edited(open, { type: "choose", id: "b.py::g", choice: "full" }), { type: "budget", budget: 900 });
  assert.deepEqual(packArguments(chosen), {
    targets: ["a.py::f"],
    direction: "both",
    budget: 900,
    levels: { "b.py::g": "full" },
    parts: true,
  });
  assert.deepEqual(settled(open, "xml", answer().parts.settings), {
    ...open,
    budget: 200,
    format: "xml",
    depth: 2,
    signaturesOnly: false,
  });
});

test("a question in words keeps the files that were in view when it was asked", () => {
  const about = { query: "who pays", focus: ["file:///shop/a.py"] };
  const chosen = edited(questionOf(about), { type: "budget", budget: 900 });
  assert.deepEqual(packArguments(chosen), { ...about, direction: "both", budget: 900, parts: true });
});

test("an edit that changes nothing gives the same question", () => {
  const question = settled(questionOf({ targets: ["a"] }), "markdown", answer().parts.settings);
  const same: Edit[] = [
    { type: "choose", id: "x", choice: undefined },
    { type: "budget", budget: 200 },
    { type: "budget", budget: 0 },
    { type: "budget", budget: 1.5 },
    { type: "budget", budget: NaN },
    { type: "format", format: "markdown" },
    { type: "direction", direction: "both" },
    { type: "depth", depth: 2 },
    { type: "signaturesOnly", on: false },
    { type: "template", template: "plain" },
    { type: "clearChoices" },
  ];
  for (const one of same) {
    assert.equal(edited(question, one), question, JSON.stringify(one));
  }
});

test("budget steps double, from any number", () => {
  assert.deepEqual([1, 250, 300, 4000].map((budget) => steppedBudget(budget, true)), [250, 500, 500, 8000]);
  assert.deepEqual([1, 250, 300, 4100].map((budget) => steppedBudget(budget, false)), [1, 250, 250, 4000]);
});

test("only the answer to the last question counts", () => {
  const state = after({ type: "asked" }, edit({ type: "budget", budget: 500 }), { type: "asked" });
  assert.equal(reduce(state, answered(1)), state);
  const done = reduce(state, answered(2));
  assert.equal(done.waiting, false);
  assert.equal(mustAsk(done), false);
  assert.equal(done.question.budget, 500);
  assert.equal(done.question.depth, 2);
});

test("an answer to the settings is no new question, also when the next one was asked meanwhile", () => {
  const first = after({ type: "asked" }, answered(1));
  assert.equal(mustAsk(first), false);
  assert.equal(copyable(first), answer().text);
  const meanwhile = after({ type: "asked" }, edit({ type: "choose", id: "b.py::g", choice: "drop" }), answered(1));
  assert.equal(mustAsk(meanwhile), true);
  assert.equal(copyable(meanwhile), undefined);
});

test("undo and redo go through the questions, and a new edit forgets what was undone", () => {
  const begun = after({ type: "asked" }, answered(1));
  const edits = [edit({ type: "budget", budget: 300 }), edit({ type: "choose", id: "b.py::g", choice: "drop" })];
  const twice = edits.reduce(reduce, begun);
  const undone = reduce(reduce(twice, { type: "undo" }), { type: "undo" });
  assert.equal(undone.question, begun.question);
  assert.equal(reduce(undone, { type: "undo" }), undone);
  const redone = reduce(reduce(undone, { type: "redo" }), { type: "redo" });
  assert.equal(redone.question, twice.question);
  const elsewhere = reduce(undone, edit({ type: "budget", budget: 700 }));
  assert.deepEqual(elsewhere.future, []);
});

test("edits of texts ask again and say nothing aloud", () => {
  const begun = after({ type: "asked" }, answered(1));
  const stale = reduce(begun, { type: "textsChanged" });
  assert.equal(mustAsk(stale), true);
  const again = reduce(reduce(stale, { type: "asked" }), answered(2));
  assert.deepEqual(again.said, begun.said);
  const byPerson = reduce(reduce(reduce(again, edit({ type: "budget", budget: 300 })), { type: "asked" }), answered(3));
  assert.deepEqual(byPerson.said, { count: again.said.count + 1, what: "updated" });
});

test("a failure keeps the last pack in sight and nothing can be copied", () => {
  const error = Object.assign(new Error("budget 3: not even the name of f fits"), { data: { error: "NothingFitsError", exitCode: 3 } });
  const state = after({ type: "asked" }, answered(1), edit({ type: "budget", budget: 3 }), { type: "asked" }, {
    type: "failed",
    number: 2,
    failure: failureOf(error),
  });
  assert.equal(copyable(state), undefined);
  const view = viewOf(state, words);
  assert.deepEqual(view.banners, [
    {
      tone: "error",
      text: "budget 3: not even the name of f fits",
      actions: [
        { act: "budget", label: "Double the budget" },
        { act: "undo", label: "Undo the last change" },
      ],
    },
  ]);
  assert.equal(view.groups[0]?.title, "In the last pack that worked");
  assert.equal(view.canCopy, false);
  assert.equal(view.announcement.text, "budget 3: not even the name of f fits");
});

function listed(view: PreviewView): string[] {
  return view.groups.flatMap((group) => [
    `${group.title} ${group.count}`,
    ...group.sections.flatMap((section) => [
      ...(section.heading === "" ? [] : [`  ${section.heading} ${section.price}`]),
      ...section.rows.map((row) => {
        const buttons = [row.pin?.pressed === true ? "unpin" : row.pin && "pin", row.drop && (row.drop.taken ? "undo" : "drop")];
        return `    ${row.name} | ${row.badgeText} ${row.price} | ${row.why} | ${buttons.filter(Boolean).join(" ")}`;
      }),
    ]),
    ...(group.note === "" ? [] : [`  ${group.note}`]),
  ]);
}

test("the lists: what is in by file with reasons, what is left out with prices, what is possible", () => {
  assert.deepEqual(listed(viewOf(after({ type: "asked" }, answered(1)), words)), [
    "In the pack 4",
    "  a.py 70",
    "    f | full 60 | asked for | pin",
    "    C | excerpt 10 | the class around what is shown of it | pin drop",
    "  b.py 25",
    "    g | signature 20 | called by f · full would add 40 | pin drop",
    "    h | name 5 | calls g · 2 hops away | pin drop",
    "By the budget 4",
    "    big | full +900 | did not fit · b.py:5 | pin",
    "  and 3 more, farther away",
    "Possible 1",
    "    k | possible  | a “f” here may be meant · c.py:7 | ",
    "  Nothing settles whether these are meant. They are never packed.",
  ]);
});

test("choices: a pin is shown where it is, a drop can be taken back, and what is gone is not forgotten", () => {
  const state = after(
    { type: "asked" },
    answered(1),
    edit({ type: "choose", id: "b.py::g", choice: "signature" }),
    edit({ type: "choose", id: "b.py::big", choice: "drop" }),
    edit({ type: "choose", id: "b.py::gone", choice: "full" }),
  );
  assert.deepEqual(listed(viewOf(state, words)), [
    "In the pack 4",
    "  a.py 70",
    "    f | full 60 | asked for | pin",
    "    C | excerpt 10 | the class around what is shown of it | pin drop",
    "  b.py 25",
    "    g | signature 20 | called by f · full would add 40 | unpin drop",
    "    h | name 5 | calls g · 2 hops away | pin drop",
    "By your choice 2",
    "    big | dropped +900 | left out by you · b.py:5 | undo",
    "    gone | missing  | wanted as “Full source”, but it does not fit or is gone · b.py | undo",
    "By the budget 3",
    "  and 3 more, farther away",
    "Possible 1",
    "    k | possible  | a “f” here may be meant · c.py:7 | ",
    "  Nothing settles whether these are meant. They are never packed.",
  ]);
});

test("the token bar adds up to the budget, in words too", () => {
  const { bar } = viewOf(after({ type: "asked" }, answered(1)), words);
  assert.equal(
    bar.label,
    "Token budget: 120 of 200 tokens. full 60, excerpt 10, signature 20, name 5, markup 25, free 80",
  );
  assert.equal(bar.segments.reduce((sum, { share }) => sum + share, 0), 1);
});

test("words around a pack are chosen by name, and a person's own stand with the product's", () => {
  const state = reduce(started(questionOf({ staged: true }), ["mine"]), edit({ type: "template", template: "mine" }));
  assert.deepEqual(packArguments(state.question), { staged: true, direction: "both", template: "mine", parts: true });
  const { title, controls } = viewOf(state, words);
  assert.equal(title, "staged changes");
  assert.deepEqual(controls.template.options.map(({ label }) => label), ["No words around it", "Explain this code", "Fix this error", "Review this code", "Write tests", "mine"]);
  assert.equal(reduce(state, edit({ type: "template", template: "plain" })).question.template, undefined);
});

test("before the first answer nothing is known and nothing can be copied", () => {
  const view = viewOf(started(questionOf({ targets: ["a.py::f", "b.py::g", "c.py"] })), words);
  assert.deepEqual([view.title, view.empty, view.canCopy, view.controls.known], ["f and 2 more", "Packing…", false, false]);
});

test("many warnings take the room of two", () => {
  const many = ["a is shown smaller", "b is shown smaller", "c is not shown"];
  const view = viewOf(after({ type: "asked" }, answered(1, answer({}, { warnings: many }))), words);
  assert.deepEqual(
    view.banners.map((banner) => banner.text),
    ["a is shown smaller", "2 more are shown smaller or left out; the lists name them."],
  );
});

test("pending sites and warnings are said", () => {
  const view = viewOf(after({ type: "asked" }, answered(1, answer({}, { pending: 2, warnings: ["f is shown smaller"] }))), words);
  assert.deepEqual(
    view.banners.map(({ tone, text }) => `${tone}: ${text}`),
    ["warning: f is shown smaller", "note: 2 places are still being looked at; the pack may still change."],
  );
});

test("stretches put together are the text, each item at its own code", () => {
  const items = [
    item("a.py::f", "full", 1, { text: "def f():\n    g()\n" }),
    item("a.py::g", "name", 1),
    item("a.py::g2", "signature", 1, { text: "def g(): ..." }),
    item("a.py::lost", "full", 1, { text: "not in the text" }),
  ];
  const text = "packlens · a.py::f\n\n```python\ndef f():\n    g()\n\ndef g(): ...\n```\nrest";
  const stretches = stretchesOf(text, items);
  assert.equal(stretches.map(({ start, end }) => text.slice(start, end)).join(""), text);
  assert.deepEqual(
    stretches.map(({ start, end, lines, item: at }) => [at?.id ?? "", lines, text.slice(start, end)]),
    [
      ["", 3, "packlens · a.py::f\n\n```python\n"],
      ["a.py::f", 2, "def f():\n    g()\n"],
      ["", 1, "\n"],
      ["a.py::g2", 1, "def g(): ...\n"],
      ["", 2, "```\nrest"],
    ],
  );
  const long = "line\n".repeat(1001);
  assert.deepEqual(stretchesOf(long, []).map(({ lines }) => lines), [200, 200, 200, 200, 200, 1]);
  assert.deepEqual(stretchesOf("", []), []);
});

test("code in colour is the same code", () => {
  const code = 'class A:\n    """Two\n    lines."""\n    @deco\n    def f(x): # "no"\n        return None or r"a\\"b" + \'c\n\n"""open';
  const runs = runsOf(code);
  assert.equal(runs.map(([, text]) => text).join(""), code);
  assert.deepEqual(
    runs.filter(([kind]) => kind !== "plain").map(([kind, text]) => `${kind} ${text.trim()}`),
    [
      "keyword class",
      "definition A",
      'string """Two\n    lines."""',
      "decorator @deco",
      "keyword def",
      "definition f",
      'comment # "no"',
      "keyword return",
      "keyword None",
      "keyword or",
      'string r"a\\"b"',
      "string 'c",
      'string """open',
    ],
  );
});

test("messages of the page are taken only as they should be", () => {
  const good = [
    { type: "ready" },
    { type: "open", path: "a.py", line: 3 },
    { type: "edit", edit: { type: "choose", id: "a.py::f", choice: undefined } },
    { type: "edit", edit: { type: "choose", id: "a.py::f", choice: "drop" } },
    { type: "edit", edit: { type: "depth", depth: "all" } },
  ];
  assert.deepEqual(good.map(fromPage), good);
  const bad = [
    undefined,
    null,
    "ready",
    { type: "run" },
    { type: "open", path: 1, line: 1 },
    { type: "edit" },
    { type: "edit", edit: { type: "choose", id: "a", choice: "all" } },
    { type: "edit", edit: { type: "format", format: "html" } },
    { type: "edit", edit: { type: "depth", depth: -1 } },
  ];
  assert.deepEqual(bad.map(fromPage), bad.map(() => undefined));
});

test("an error is told as the server words it", () => {
  assert.deepEqual(failureOf(Object.assign(new Error("no symbol x"), { data: { suggestions: ["a.py::y", 3], exitCode: 1 } })), {
    message: "no symbol x",
    suggestions: ["a.py::y"],
    name: undefined,
  });
  assert.deepEqual(failureOf({ data: { error: "NotFoundError" } }).name, ErrorName.NOT_FOUND);
  assert.deepEqual(failureOf("gone"), { message: "gone", suggestions: [], name: undefined });
});
