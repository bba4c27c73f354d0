/** Which Python an own environment is made with: the first of several that is new enough and can make one. */

import { reason, surroundings } from "./check";
import { run } from "./run";
import { trouble, TroubleError } from "./trouble";

export const OLDEST_PYTHON = [3, 11] as const;
export const PYTHON_NAMES = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11", "py"] as const;

const QUESTION = `
import sys
print("version", sys.version_info[0], sys.version_info[1])
try:
    import venv, ensurepip
    print("makes environments")
except ImportError:
    pass
`;

/** What a Python said of itself; undefined for a program that is none. */
export interface PythonAnswer {
  readonly major: number;
  readonly minor: number;
  readonly makesEnvironments: boolean;
}

export type AskPython = (command: string) => Promise<PythonAnswer | string>;

/** Asks a Python for its version. Answers with one line when it gives none. */
export async function askPython(command: string): Promise<PythonAnswer | string> {
  const { env } = surroundings({ source: "own" });
  const ran = await run(command, ["-c", QUESTION], { env, timeoutMs: 15_000 });
  return pythonAnswer(ran.stdout) ?? reason(ran);
}

export function pythonAnswer(said: string): PythonAnswer | undefined {
  const version = /version\D+(\d+)\D+(\d+)/.exec(said);
  return version === null
    ? undefined
    : { major: Number(version[1]), minor: Number(version[2]), makesEnvironments: said.includes("makes environments") };
}

/**
 * The first of `commands` that will do. `interpreter`, where a setting names one, is the only one asked.
 * Rejects with what is wrong with those that there are.
 */
export async function basePython(
  interpreter: string | undefined,
  commands: readonly string[],
  askPython: AskPython,
  tell: (line: string) => void,
): Promise<string> {
  const old: string[] = [];
  let cannot: string | undefined;
  for (const command of interpreter === undefined ? commands : [interpreter]) {
    const answer = await askPython(command);
    if (typeof answer === "string") {
      tell(`${command}: ${answer}`);
      continue;
    }
    const version = `Python ${answer.major}.${answer.minor}`;
    tell(`${command}: ${version}${answer.makesEnvironments ? "" : ", cannot make environments"}`);
    if (isOld(answer)) {
      old.push(`${version} (${command})`);
    } else if (answer.makesEnvironments) {
      return command;
    } else {
      cannot ??= command;
    }
  }
  if (cannot !== undefined) {
    throw new TroubleError(trouble("noVenv", cannot));
  }
  if (interpreter !== undefined) {
    throw new TroubleError(trouble("interpreterFails", interpreter, old[0] ?? "no answer"));
  }
  throw new TroubleError(old[0] === undefined ? trouble("noPython") : trouble("oldPython", old[0]));
}

function isOld({ major, minor }: PythonAnswer): boolean {
  return major < OLDEST_PYTHON[0] || (major === OLDEST_PYTHON[0] && minor < OLDEST_PYTHON[1]);
}
