/**
 * The extension's own Python environment: made once for a wheel, in the editor's storage.
 *
 * It is made under another name and renamed when it is whole, so an environment that is there is complete, and two
 * windows that make one at the same time do not meet. Those of earlier wheels stay while they are used: another
 * window may still run one.
 */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { reason, surroundings } from "./check";
import type { Location } from "./launch";
import { pipTrouble } from "./pip";
import { run, type Ran } from "./run";
import { trouble, TroubleError } from "./trouble";

const KEPT_UNUSED_MS = 30 * 24 * 3600 * 1000;
const STEP_MS = 600_000;

/** How making it is told of and withdrawn. */
export interface Making {
  readonly signal: AbortSignal;
  readonly step: (name: "creating" | "installing") => void;
  readonly line: (line: string) => void;
}

/** Where the environment for `wheel` is or would be. */
export async function environmentFolder(storage: string, wheel: string): Promise<string> {
  const digest = createHash("sha256").update(await readFile(wheel)).digest("hex").slice(0, 12);
  return path.join(storage, `server-${digest}`);
}

export function locationIn(folder: string): Location {
  return { source: "own", command: pythonIn(folder), args: ["-m", "packlens"] };
}

/** Whether there is one. Notes that it is used. */
export async function isMade(folder: string): Promise<boolean> {
  if (!existsSync(pythonIn(folder))) {
    return false;
  }
  const now = new Date();
  await utimes(folder, now, now).catch(() => undefined);
  return true;
}

/** Makes it with `python`. Rejects with a TroubleError. */
export async function makeEnvironment(folder: string, wheel: string, python: string, making: Making): Promise<void> {
  const draft = `${folder}.${process.pid}.${Date.now()}.part`;
  try {
    await mkdir(path.dirname(folder), { recursive: true });
    making.step("creating");
    const made = await step(python, ["-m", "venv", draft], making);
    if (made.code !== 0) {
      const kind = /ensurepip|python3?[\d.]*-venv/.test(made.stdout + made.stderr) ? "noVenv" : "environmentFails";
      throw new TroubleError(trouble(kind, python, reason(made)));
    }
    making.step("installing");
    const pip = ["-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--progress-bar", "off"];
    const installed = await step(pythonIn(draft), [...pip, "--timeout", "15", "--retries", "2", wheel], making);
    if (installed.code !== 0) {
      throw new TroubleError(pipTrouble(installed));
    }
    await moveInto(draft, folder);
  } catch (error) {
    throw error instanceof TroubleError ? error : new TroubleError(trouble("environmentFails", folder, textOf(error)));
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** Removes environments that nothing has used for a month, and drafts that were left behind. */
export async function removeUnused(storage: string, inUse: string): Promise<void> {
  const names = await readdir(storage).catch(() => []);
  for (const name of names.filter((name) => name.startsWith("server-"))) {
    const folder = path.join(storage, name);
    const used = await stat(folder).catch(() => undefined);
    if (folder !== inUse && used !== undefined && Date.now() - used.mtimeMs > KEPT_UNUSED_MS) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

async function step(command: string, args: readonly string[], making: Making): Promise<Ran> {
  making.line(`> ${[command, ...args].join(" ")}`);
  const { env } = surroundings({ source: "own" });
  const options = { env, timeoutMs: STEP_MS, signal: making.signal, line: making.line };
  const ran = await run(command, args, options);
  if (ran.failure === "stopped") {
    throw new TroubleError(trouble("withdrawn"));
  }
  return ran;
}

async function moveInto(draft: string, folder: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await rename(draft, folder);
      return;
    } catch (error) {
      if (existsSync(pythonIn(folder))) {
        return; // another window was faster, and made the same
      }
      if (attempt === 5) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 200)); // a virus scanner still reads it
    }
  }
}

function pythonIn(folder: string): string {
  return process.platform === "win32" ? path.join(folder, "Scripts", "python.exe") : path.join(folder, "bin", "python");
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
