/**
 * What the extension host runs instead of waiting for a person: every test file of one folder, in mocha.
 *
 * `PACKLENS_SUITE` names the folder (`single`, `roots`, `untrusted`, `beside`): the way in which the workspace was opened.
 * `PACKLENS_TESTS`, a regular expression, leaves only the tests whose names match it.
 *
 * A rejection that nothing handles fails the run, as an error in a test does. Lines for the reader begin with `|`: the
 * runner (tests/e2e/hosted.mjs) shows these and leaves out what the editor itself has to say.
 */

import Mocha from "mocha";
import { readdirSync } from "node:fs";
import { join } from "node:path";

function say(text: string): void {
  console.log(text.replace(/^/gm, "| "));
}

export function run(): Promise<void> {
  const suite = process.env["PACKLENS_SUITE"] ?? "single";
  const mocha = new Mocha({ ui: "tdd", color: false, timeout: 600_000, reporter: "dot", forbidOnly: true });
  mocha.grep(new RegExp(process.env["PACKLENS_TESTS"] ?? ""));
  const folder = join(__dirname, suite);
  const files = readdirSync(folder).filter((name) => name.endsWith(".test.js"));
  if (files.length === 0) throw new Error(`no tests in ${folder}`);
  for (const name of files.sort()) mocha.addFile(join(folder, name));
  const strays: unknown[] = [];
  const stray = (reason: unknown): void => {
    if (fromTheExtension(reason)) strays.push(reason);
  };
  process.on("unhandledRejection", stray);
  return new Promise((resolve, reject) => {
    const runner = mocha.run((failures) => {
      process.off("unhandledRejection", stray);
      for (const reason of strays) say(`not handled: ${stackOf(reason)}`);
      say(`${suite}: ${runner.stats?.passes ?? 0} passed, ${failures} failed, ${strays.length} not handled`);
      if (failures + strays.length > 0) reject(new Error(`${failures + strays.length} failed`));
      else resolve();
    });
    runner.on("pass", (test) => {
      say(`  ok    ${test.fullTitle()} (${test.duration ?? 0} ms)`);
    });
    runner.on("fail", (test, error: unknown) => {
      say(`  FAIL  ${test.fullTitle()}\n${stackOf(error)}`);
    });
  });
}

function stackOf(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}

/** The editor's own parts reject too, as when a request is cancelled; only what passes through our files counts. */
function fromTheExtension(reason: unknown): boolean {
  return /[\\/](dist|out)[\\/]/.test(stackOf(reason)) && !/Canceled|Cancelled/i.test(stackOf(reason));
}
