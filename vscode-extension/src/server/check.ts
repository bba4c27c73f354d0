/**
 * Whether a location is a server: it is asked for its version, and nothing else is looked at.
 *
 * No program is started inside the workspace, and a Python never looks for modules in the folder it is started from:
 * a folder called `packlens` in someone's project must not be run.
 */

import type { Location } from "./launch";
import { run, type Ran } from "./run";

/** The oldest server that speaks this extension's protocol. */
export const OLDEST_SERVER = "0.1.0";

const PATIENCE_MS = 15_000;

export type Answer =
  | { readonly kind: "version"; readonly version: string }
  | { readonly kind: "noPackage" }
  | { readonly kind: "failed"; readonly detail: string };

export type Ask = (location: Location) => Promise<Answer>;

/** Asks the program for its version. */
export async function ask(location: Location): Promise<Answer> {
  const { env } = surroundings(location);
  return answerOf(await run(location.command, [...location.args, "--version"], { env, timeoutMs: PATIENCE_MS }));
}

/** The folder and the environment variables that a location is started with. */
export function surroundings(location: Pick<Location, "source">): { cwd: string; env: NodeJS.ProcessEnv } {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PYTHONSAFEPATH: "1",
    PYTHONUNBUFFERED: "1",
    PYTHONUTF8: "1",
  };
  delete env.ELECTRON_RUN_AS_NODE;
  if (location.source === "own") {
    delete env.PYTHONPATH;
    delete env.PYTHONHOME;
  }
  return { cwd: __dirname, env };
}

export function answerOf(ran: Ran): Answer {
  const version = /^packlens (\d+\.\d+\.\d+\S*)/m.exec(ran.stdout)?.[1];
  if (ran.code === 0 && version !== undefined) {
    return isOlder(version, OLDEST_SERVER)
      ? { kind: "failed", detail: `packlens ${version} is older than ${OLDEST_SERVER}` }
      : { kind: "version", version };
  }
  if (/No module named '?packlens/.test(ran.stderr)) {
    return { kind: "noPackage" };
  }
  return { kind: "failed", detail: reason(ran) };
}

/** One line on why a program gave no answer. */
export function reason(ran: Ran): string {
  switch (ran.failure) {
    case "missing":
      return "no such program";
    case "tookTooLong":
      return "no answer in time";
    case "stopped":
      return "stopped";
    case "notStarted":
      return lastLine(ran.stderr) ?? "could not be started";
    case undefined:
      return lastLine(ran.stderr) ?? lastLine(ran.stdout) ?? `exit code ${String(ran.code)}`;
  }
}

export function isOlder(version: string, than: string): boolean {
  const numbers = (text: string): number[] => text.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0);
  const [one, other] = [numbers(version), numbers(than)];
  for (let place = 0; place < 3; place += 1) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return false;
}

function lastLine(text: string): string | undefined {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .at(-1);
}
