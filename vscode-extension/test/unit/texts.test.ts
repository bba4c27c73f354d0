/** What a person reads and writes: messages, numbers, packs, the status, a bug report. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readBudget } from "../../src/budget";
import { copiedText, nameOf } from "../../src/copyText";
import { diagnosticsText, withoutCredentials, withoutHome } from "../../src/diagnosticsText";
import type { Pack, PackOmitted, Status } from "../../src/forms";
import { leftOutOf } from "../../src/leftOut";
import { linesTarget } from "../../src/lines";
import { inWords, looksLikePack, rootOf, statedQuestion } from "../../src/packText";
import type { PackResult, StatusChanged } from "../../src/protocol";
import { Backoff } from "../../src/server/backoff";
import type { Launch } from "../../src/server/launch";
import { trouble } from "../../src/server/trouble";
import { chosen, CLIENT_KEYS, nested, SERVER_KEYS } from "../../src/settingKeys";
import { statusFace } from "../../src/statusFace";
import { stateLine, statusRows } from "../../src/statusRows";
import { english } from "./english";

const launch: Launch = {
  location: { source: "path", command: "/usr/bin/packlens", args: [] },
  version: "0.1.0",
};

function pack(omitted: number, ids: readonly string[], kind: string, extra: Partial<PackResult> = {}): PackResult {
  const parts = { omitted: [], omitted_total: omitted, target: { kind, text: "", ids } } as unknown as PackResult["parts"];
  return { tokens: 1234, budget: 4000, pending: 0, warnings: [], parts, ...extra } as unknown as PackResult;
}

test("what was copied is told with its price", () => {
  const text = (given: PackResult): string => copiedText("Flask.run", given, english, "en");
  assert.equal(text(pack(3, [], "symbol")), "Copied context of Flask.run: 1,234 of 4,000 tokens, 3 parts left out");
  assert.equal(text(pack(1, [], "symbol")), "Copied context of Flask.run: 1,234 of 4,000 tokens, 1 part left out");
  assert.equal(
    text(pack(0, [], "symbol", { pending: 2, warnings: ["a.py::f is shown smaller"] })),
    "Copied context of Flask.run: 1,234 of 4,000 tokens, 2 calls not settled yet. a.py::f is shown smaller",
  );
});

test("a part that is shown smaller is not left out", () => {
  const row = (reason: PackOmitted["reason"]): PackOmitted => ({ id: "a.py::f", path: "a.py", start_line: 1, end_line: 2, level: "full", tokens: 9, reason });
  const parts = { omitted: [row("shown smaller"), row("over budget"), row("dropped")], omitted_total: 5 } as unknown as Pack;
  assert.equal(leftOutOf(parts), 4);
});

test("a difference is told without hashes", () => {
  assert.equal(inWords("a.py: has changed since the pack was made (sha256 12ab, the pack has 34cd)"), "a.py: has changed since the pack was made");
  assert.equal(inWords("a.py: line 3 of the code (f 1-9) is not what the file holds"), "a.py: line 3 of the code (f 1-9) is not what the file holds");
});

test("a pack of one symbol goes by its name, any other by what was asked", () => {
  assert.equal(nameOf(pack(0, ["app.py::Flask.run"], "symbol"), "app.py:9"), "Flask.run");
  assert.equal(nameOf(pack(0, ["app.py::<module>"], "symbol"), "asked"), "app.py");
  assert.equal(nameOf(pack(0, ["app.py::f"], "file"), "app.py"), "app.py");
  assert.equal(nameOf(pack(0, ["app.py::f", "app.py::g"], "symbol"), "app.py:1-9"), "app.py:1-9");
});

test("a budget is read as people write it", () => {
  assert.deepEqual(
    ["12000", "12,000", "12 000", "12k", "1.5K", " 800 ", "1"].map(readBudget),
    [12_000, 12_000, 12_000, 12_000, 1500, 800, 1],
  );
  assert.deepEqual(["", "0", "-5", "1.5", "12kk", "1,2", "many", "9e9"].map(readBudget), Array(8).fill(undefined));
});

test("lines are written as a target", () => {
  const at = (line: number, character: number): { line: number; character: number } => ({ line, character });
  assert.equal(linesTarget("a.py", { start: at(4, 0), end: at(4, 9) }), "a.py:5");
  assert.equal(linesTarget("a.py", { start: at(4, 2), end: at(7, 0) }), "a.py:5-7");
  assert.equal(linesTarget("a.py", { start: at(4, 2), end: at(7, 1) }), "a.py:5-8");
});

test("packs of every form are known, and the folder that they name", () => {
  const packs: [string, string | undefined][] = [
    ["packlens 0.1.0 · flask · Flask.run · 369/420 tokens · o200k_base\n\n## a.py", "flask"],
    ["packlens 29/30\n", undefined],
    ['<pack schema="packlens.pack/1" tool="packlens 0.1.0" root="fl&amp;sk" target="f" tokens="1/2">', "fl&sk"],
    ['<pack packlens="148/150">', undefined],
    ['{\n "budget": 9, "root": "fl\\"ask",\n "schema": "packlens.pack/1", "target": {"text": "f"}}', 'fl"ask'],
    ['{"schema": "packlens.pack/1", cut', undefined],
  ];
  for (const [text, root] of packs) {
    assert.ok(looksLikePack(text), text);
    assert.equal(rootOf(text), root, text);
  }
  assert.deepEqual(["", "import packlens", '{"root": "x"}', "see packlens 0.1.0"].map(looksLikePack), Array(4).fill(false));
});

test("a pack says which question it answers", () => {
  assert.deepEqual(
    statedQuestion("packlens 0.1.0 · flask · Flask.run, app.py · 369/420 tokens · o200k_base · state 1\n\n## app.py · a0c7b44d1b12 · x\n"),
    { root: "flask", targets: ["Flask.run", "app.py"], budget: 420, format: "markdown" },
  );
});

test("the status bar says how things stand", () => {
  const status = (parts: Partial<StatusChanged>): StatusChanged => ({
    phase: "ready", percentage: null, files: 24, symbols: 1605, pending: 0, message: null, ...parts,
  });
  const running = { kind: "running", launch } as const;
  const faces = [
    statusFace({ kind: "starting" }, undefined, english, "en"),
    statusFace(running, undefined, english, "en"),
    statusFace(running, status({ phase: "indexing", percentage: 40 }), english, "en"),
    statusFace(running, status({}), english, "en"),
    statusFace(running, status({ phase: "problem", message: "the folder is gone" }), english, "en"),
    statusFace(running, status({ phase: "problem", symbols: 0, message: "withdrawn" }), english, "en"),
    statusFace({ kind: "failed", trouble: trouble("noPython") }, undefined, english, "en"),
  ];
  assert.deepEqual(faces.map((face) => [face.text, face.severity]), [
    ["$(loading~spin) Packlens: starting", "none"],
    ["$(loading~spin) Packlens: starting", "none"],
    ["$(sync~spin) Packlens: indexing 40%", "none"],
    ["$(symbol-structure) Packlens: 1,605 symbols", "none"],
    ["$(warning) Packlens: problem", "warning"],
    ["$(warning) Packlens: no index", "warning"],
    ["$(error) Packlens: no server", "error"],
  ]);
  assert.equal(faces[3]?.tooltip, "Packlens: 1,605 symbols in 24 files");
  assert.equal(faces[4]?.tooltip, "the folder is gone");
  const pending = statusFace(running, status({ pending: 1240 }), english, "en");
  assert.equal(pending.text, "$(watch) Packlens: 1,605 symbols");
  assert.equal(pending.tooltip, "Packlens: 1,605 symbols in 24 files\n1,240 calls are looked at more closely; counts marked + may still grow");
  assert.equal(pending.spoken, "Packlens: 1,605 symbols in 24 files. 1,240 calls are looked at more closely; counts marked + may still grow");
  const empty = statusFace(running, status({ files: 0, symbols: 0, message: "no Python file in docs" }), english, "en");
  assert.equal(empty.text, "$(symbol-structure) Packlens: no Python");
  assert.equal(empty.tooltip, "Packlens: 0 symbols in 0 files\nno Python file in docs");
});

const STATUS = {
  files: 24, symbols: 605, edges: 1410, languages: { python: 24 }, unresolved: 27, pending: 0, rss_bytes: 141_348_864,
  generation: 1, state: "4a790a1a25a7", failure: null, skipped: { binary: 0, unsupported: 2, odd_cause: 1 },
  parse_failures: [{ path: "a.py", status: "partial", line: 7, message: "invalid syntax" }],
} as unknown as Status;

test("the index status has a row for everything that is not as it should be", () => {
  const rows = statusRows(STATUS, english, "en").map((row) => `${row.group}: ${row.label} | ${row.description}`);
  assert.deepEqual(rows, [
    "index: 24 files, 605 symbols, 1,410 links between them | python 24",
    "index: 27 places where it is not known what is meant | ",
    "index: 141 MB of memory | ",
    "skipped: not Python: other languages and notebooks | 2 files",
    "skipped: odd cause | 1 file",
    "failures: a.py:7 | invalid syntax",
  ]);
  assert.equal(stateLine({ kind: "running", launch }, english), "packlens 0.1.0, /usr/bin/packlens");
});

test("a bug report names no home folder and no file that does not parse", () => {
  const text = diagnosticsText(
    {
      versions: { extension: "0.1.0" },
      trusted: true,
      settings: { "packlens.interpreter": "/home/ada/.venv/bin/python" },
      otherServers: [],
      folders: [{ name: "flask", state: "packlens 0.1.0, /home/ada/bin/packlens", pid: 7, status: STATUS }],
      log: ["file:///home/ada/x.py"],
    },
    "/home/ada/",
  );
  assert.doesNotMatch(text, /ada|a\.py/);
  assert.match(text, /"packlens.interpreter": "~\/.venv\/bin\/python"/);
  assert.match(text, /"parse_failures": 1/);
  const windows = String.raw`C:\Users\Ada B`;
  assert.equal(withoutHome(String.raw`C:\Users\Ada B\x "C:\\Users\\Ada B\\x" C:/Users/Ada%20B/x`, windows), String.raw`~\x "~\\x" ~/x`);
});

test("a bug report holds no password of an address", () => {
  const said = "Looking in indexes: https://ada:secret@index.example/simple, https://token@other.example see mail ada@example.org, http://plain.example/@scope";
  assert.equal(
    withoutCredentials(said),
    "Looking in indexes: https://****@index.example/simple, https://****@other.example see mail ada@example.org, http://plain.example/@scope",
  );
});

test("a server that ends is started again a few times", () => {
  const backoff = new Backoff();
  assert.deepEqual([0, 1, 2, 3, 4].map((second) => backoff.next(second * 1000)), [250, 1000, 4000, 16_000, undefined]);
  backoff.reset();
  assert.deepEqual([0, 200_000, 400_000].map((now) => backoff.next(now)), [250, 250, 250]);
});

test("only what a person has set is sent, and a workspace can only add to privacy.neverIndex", () => {
  assert.equal(chosen("budget", undefined), undefined);
  assert.equal(chosen("budget", { globalValue: 1, workspaceValue: 2 }), 2);
  assert.equal(chosen("budget", { globalValue: 1, workspaceFolderValue: 3 }), 3);
  assert.deepEqual(chosen("privacy.neverIndex", { globalValue: ["a"], workspaceValue: ["b", "a"] }), ["a", "b"]);
  assert.deepEqual(chosen("privacy.neverIndex", { defaultValue: ["d"], workspaceValue: ["b"] }), ["d", "b"]);
  assert.deepEqual(chosen("privacy.neverIndex", { defaultValue: ["d"], globalValue: ["a"] }), ["a"]);
  assert.equal(chosen("privacy.neverIndex", { defaultValue: ["d"] }), undefined);
  const flat = new Map<string, unknown>([["lens.enabled", true], ["lens.callers", false], ["budget", 9]]);
  assert.deepEqual(nested(flat), { lens: { enabled: true, callers: false }, budget: 9 });
});

test("every setting of package.json is known, and no other", () => {
  const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as {
    contributes: { configuration: { properties: object }[] };
  };
  const keys = contributes.configuration.flatMap((group) => Object.keys(group.properties));
  assert.deepEqual(keys.sort(), [...SERVER_KEYS, ...CLIENT_KEYS].map((key) => `packlens.${key}`).sort());
});
