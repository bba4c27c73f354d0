/** Where a server is looked for, and what is said where there is none. */

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { basePython, pythonAnswer, type PythonAnswer } from "../../src/server/basePython";
import { firstThatAnswers, shown, type Places } from "../../src/server/candidates";
import { answerOf, isOlder, type Answer } from "../../src/server/check";
import { sameLaunch, type Launch, type Location } from "../../src/server/launch";
import { onPath } from "../../src/server/onPath";
import { pipTrouble } from "../../src/server/pip";
import { written } from "../../src/server/programPath";
import { Remembered } from "../../src/server/remembered";
import type { Ran } from "../../src/server/run";
import { remedies, trouble, TroubleError, troubleText, type TroubleKind } from "../../src/server/trouble";
import { english } from "./english";

const EVERYWHERE: Places = {
  serverPath: "/set/packlens",
  interpreter: "/set/python",
  extensionPython: () => Promise.resolve("/extension/python"),
  programsOnPath: ["/path/packlens"],
  pythonsOnPath: ["/path/python3", "/extension/python"],
};
const NOWHERE: Places = {
  serverPath: undefined,
  interpreter: undefined,
  extensionPython: () => Promise.resolve(undefined),
  programsOnPath: [],
  pythonsOnPath: [],
};
const version: Answer = { kind: "version", version: "0.1.0" };
const noPackage: Answer = { kind: "noPackage" };
const failed: Answer = { kind: "failed", detail: "no such program" };
const ran = (parts: Partial<Ran>): Ran => ({ code: 0, stdout: "", stderr: "", failure: undefined, ...parts });
const quiet = (): void => undefined;

/** The places that were asked, in order, with `answers` by what is shown of a place. */
async function asked(places: Places, answers: Readonly<Record<string, Answer>>): Promise<string[]> {
  const order: string[] = [];
  const ask = (location: Location): Promise<Answer> => {
    order.push(shown(location));
    return Promise.resolve(answers[shown(location)] ?? noPackage);
  };
  await firstThatAnswers(places, ask, quiet);
  return order;
}

/** The trouble that `work` ends with. */
async function troubleOf(work: Promise<unknown>): Promise<[TroubleKind, string, string]> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof TroubleError, String(error));
  const { kind, subject, detail } = error.trouble;
  return [kind, subject, detail];
}

test("places are asked in their order, each once, until one answers", async () => {
  const all = ["/set/packlens", "/set/python -m packlens", "/extension/python -m packlens", "/path/packlens", "/path/python3 -m packlens"];
  assert.deepEqual(await asked({ ...EVERYWHERE, serverPath: undefined }, {}), all.slice(1));
  assert.deepEqual(await asked(EVERYWHERE, { "/set/packlens": version }), all.slice(0, 1));
  assert.deepEqual(await asked({ ...EVERYWHERE, serverPath: undefined }, { "/path/packlens": version }), all.slice(1, 4));
  assert.deepEqual(await asked(NOWHERE, {}), []);
});

test("the Python extension is not asked before its turn", async () => {
  const extensionPython = (): Promise<string> => Promise.reject(new Error("asked too early"));
  assert.deepEqual(await asked({ ...EVERYWHERE, extensionPython }, { "/set/packlens": version }), ["/set/packlens"]);
});

test("a setting that names what does not answer is said and not passed over", async () => {
  const asks = (answer: Answer) => (): Promise<Answer> => Promise.resolve(answer);
  assert.deepEqual(await troubleOf(firstThatAnswers(EVERYWHERE, asks(noPackage), quiet)), [
    "serverPathFails",
    "/set/packlens",
    "packlens is not installed there",
  ]);
  const interpreter = { ...EVERYWHERE, serverPath: undefined };
  assert.deepEqual(await troubleOf(firstThatAnswers(interpreter, asks(failed), quiet)), [
    "interpreterFails",
    "/set/python",
    "no such program",
  ]);
});

test("an answer is read from what a program says", () => {
  assert.deepEqual(answerOf(ran({ stdout: "packlens 0.1.0\n" })), version);
  assert.deepEqual(answerOf(ran({ code: 1, stderr: "/usr/bin/python3: No module named packlens\n" })), noPackage);
  assert.deepEqual(answerOf(ran({ stdout: "packlens 0.0.9\n" })), { kind: "failed", detail: "packlens 0.0.9 is older than 0.1.0" });
  assert.deepEqual(answerOf(ran({ code: undefined, failure: "missing" })), failed);
  assert.deepEqual(answerOf(ran({ code: 2, stderr: "usage: ...\nno such option\n" })), { kind: "failed", detail: "no such option" });
  assert.deepEqual(answerOf(ran({ stdout: "Python 3.11.7\n" })), { kind: "failed", detail: "Python 3.11.7" });
});

test("what a program said is remembered while its file is the same, and only a server's answer", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "packlens-"));
  const place = path.join(folder, "kept", "programs.json");
  const location: Location = { source: "path", command: path.join(folder, "python"), args: ["-m", "packlens"] };
  let says: Answer = version;
  let asks = 0;
  const remembered = (): Remembered =>
    new Remembered(place, () => {
      asks += 1;
      return Promise.resolve(says);
    });
  const recalled = async (): Promise<[Answer, number]> => [await remembered().recall(location), asks];
  writeFileSync(location.command, "one");
  assert.deepEqual(await recalled(), [version, 1]);
  assert.deepEqual(await recalled(), [version, 1]);
  writeFileSync(location.command, "another");
  assert.deepEqual(await recalled(), [version, 2]);
  for (const damaged of ["", "{}", "[3]", '[["a"]]', '[["a", {"file": "b"}]]']) {
    writeFileSync(place, damaged);
    asks = 1;
    assert.deepEqual(await recalled(), [version, 2], damaged);
    assert.deepEqual(await recalled(), [version, 2], damaged);
  }
  says = noPackage;
  assert.deepEqual(await recalled(), [version, 2]);
  assert.deepEqual(await remembered().asked(location), noPackage);
  assert.deepEqual(await recalled(), [noPackage, 4]);
  assert.deepEqual(await recalled(), [noPackage, 5]);
  rmSync(folder, { recursive: true });
  says = version;
  assert.deepEqual(await recalled(), [version, 6]);
  assert.deepEqual(await recalled(), [version, 7]);
});

test("versions are compared as numbers", () => {
  assert.deepEqual(
    [isOlder("0.9.0", "0.10.0"), isOlder("0.10.0", "0.9.0"), isOlder("1.2.3", "1.2.3"), isOlder("1.2.3rc1", "1.2.4")],
    [true, false, false, true],
  );
});

test("launches are the same when nothing that matters differs", () => {
  const launch: Launch = {
    location: { source: "path", command: "/a", args: ["-m", "packlens"] },
    version: "0.1.0",
  };
  assert.ok(sameLaunch(launch, { ...launch, location: { ...launch.location, source: "interpreter" } }));
  assert.ok(!sameLaunch(launch, { ...launch, version: "0.1.1" }));
  assert.ok(!sameLaunch(launch, { ...launch, location: { ...launch.location, args: [] } }));
});

test("an environment is made with the first Python that is new enough and can", async () => {
  const pythons: Record<string, PythonAnswer | string> = {
    "/old": { major: 3, minor: 8, makesEnvironments: true },
    "/older": { major: 2, minor: 7, makesEnvironments: false },
    "/bare": { major: 3, minor: 12, makesEnvironments: false },
    "/good": { major: 3, minor: 11, makesEnvironments: true },
    "/broken": "no answer in time",
  };
  const choose = (interpreter: string | undefined, ...commands: string[]): Promise<string> =>
    basePython(interpreter, commands, (command) => Promise.resolve(pythons[command] ?? "no such program"), quiet);
  assert.equal(await choose(undefined, "/broken", "/old", "/bare", "/good"), "/good");
  assert.deepEqual(await troubleOf(choose(undefined)), ["noPython", "", ""]);
  assert.deepEqual(await troubleOf(choose(undefined, "/broken")), ["noPython", "", ""]);
  assert.deepEqual(await troubleOf(choose(undefined, "/old", "/older")), ["oldPython", "Python 3.8 (/old)", ""]);
  assert.deepEqual(await troubleOf(choose(undefined, "/old", "/bare")), ["noVenv", "/bare", ""]);
  assert.deepEqual(await troubleOf(choose("/old", "/good")), ["interpreterFails", "/old", "Python 3.8 (/old)"]);
});

test("a Python's answer is read, that of version 2 too", () => {
  assert.deepEqual(pythonAnswer("version 3 13\nmakes environments\n"), { major: 3, minor: 13, makesEnvironments: true });
  assert.deepEqual(pythonAnswer("('version', 2, 7)\n"), { major: 2, minor: 7, makesEnvironments: false });
  assert.equal(pythonAnswer("not a Python"), undefined);
});

test("pip without a network and pip with another complaint are told apart", () => {
  const offline = ran({
    code: 1,
    stderr:
      "WARNING: Retrying (Retry(total=1)) after connection broken by 'NewConnectionError(...: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/click/\n" +
      "ERROR: Could not find a version that satisfies the requirement click>=8.1 (from packlens) (from versions: none)\n" +
      "ERROR: No matching distribution found for click>=8.1\n",
  });
  assert.deepEqual(pipTrouble(offline), trouble("noNetwork", "", "No matching distribution found for click>=8.1"));
  const full = ran({ code: 1, stderr: "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n" });
  assert.deepEqual(pipTrouble(full), trouble("pipFails", "", "Could not install packages due to an OSError: [Errno 28] No space left on device"));
});

test("programs on PATH are absolute, and never a workspace's that is not trusted", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "packlens-path-"));
  try {
    const [workspace, own] = [path.join(folder, "workspace", "bin"), path.join(folder, "own")];
    for (const entry of [workspace, own]) {
      mkdirSync(entry, { recursive: true });
      writeFileSync(path.join(entry, "packlens"), "");
      chmodSync(path.join(entry, "packlens"), 0o755);
    }
    writeFileSync(path.join(own, "python3"), "not a program");
    const entries = ["", ".", workspace, own];
    assert.deepEqual(onPath(["packlens", "python3"], { entries, suffix: "", avoid: [] }), [path.join(workspace, "packlens")]);
    const avoid = [path.join(folder, "workspace")];
    assert.deepEqual(onPath(["packlens"], { entries, suffix: "", avoid }), [path.join(own, "packlens")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("programs are written as people write them", () => {
  process.env["PACKLENS_TEST_PLACE"] = "/opt/there";
  const read = (setting: string | undefined): string | undefined => written(setting, "/srv/project", "/home/ada");
  assert.deepEqual(
    [undefined, "~/bin/packlens", "${workspaceFolder}/.venv/bin/python", "${env:PACKLENS_TEST_PLACE}/python", "python3.12", "./.venv/bin/python"].map(read),
    [undefined, "/home/ada/bin/packlens", "/srv/project/.venv/bin/python", "/opt/there/python", "python3.12", "/srv/project/.venv/bin/python"],
  );
});

test("every trouble has a text without gaps, and something to do", () => {
  const kinds: TroubleKind[] = [
    "serverPathFails", "interpreterFails", "noPython", "oldPython", "noVenv", "noNetwork", "pipFails",
    "environmentFails", "withdrawn", "crashes", "startFails", "folderClosed",
  ];
  for (const kind of kinds) {
    const text = troubleText(trouble(kind, "SUBJECT", "DETAIL"), english);
    assert.match(text, /^.{30,}[.!?]$/, kind);
    assert.doesNotMatch(text, /\{\d\}|undefined|\n/, kind);
    assert.equal(remedies(kind).includes("retry"), kind !== "folderClosed", kind);
  }
});
