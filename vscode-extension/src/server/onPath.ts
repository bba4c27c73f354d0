/**
 * Programs on PATH, as absolute paths.
 *
 * An entry that is relative, or that lies in a folder of a workspace that is not trusted, is passed over: what is
 * started from there would be the workspace's choice. Editors started from a desktop have a shorter PATH than a
 * shell, so the usual places for a person's own programs are looked at too.
 */

import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

export interface Search {
  readonly entries: readonly string[];
  readonly suffix: string;
  readonly avoid: readonly string[];
}

/** Where to look on this machine. */
export function searchOfMachine(avoid: readonly string[]): Search {
  const windows = process.platform === "win32";
  const entries = (process.env.PATH ?? process.env.Path ?? "").split(path.delimiter);
  const usual = windows ? [] : [path.join(homedir(), ".local", "bin"), "/usr/local/bin", "/opt/homebrew/bin"];
  return { entries: [...entries, ...usual], suffix: windows ? ".exe" : "", avoid };
}

/** The first match of each name, in the order of the names; the same file once. */
export function onPath(names: readonly string[], search: Search): string[] {
  const found: string[] = [];
  for (const name of names) {
    const program = search.entries
      .filter((entry) => path.isAbsolute(entry) && !search.avoid.some((folder) => isInside(entry, folder)))
      .map((entry) => path.join(entry, name + search.suffix))
      .find(isProgram);
    if (program !== undefined && !found.includes(program)) {
      found.push(program);
    }
  }
  return found;
}

export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
