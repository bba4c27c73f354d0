/**
 * The order in which places are tried for a server, and the first that answers.
 *
 *   1. packlens.serverPath, which must answer: a setting that does not work is said and not passed over
 *   2. packlens.interpreter, if it has the package; else it is what an own environment is made with
 *   3. the environment that the Python extension reports
 *   4. PATH: packlens, then a Python that has the package
 *   5. an own environment, which the caller makes when this finds nothing
 */

import type { Ask } from "./check";
import type { Launch, Location, Source } from "./launch";
import { trouble, TroubleError } from "./trouble";

/** What there is to try. In a workspace that is not trusted, only what is on PATH. */
export interface Places {
  readonly serverPath: string | undefined;
  readonly interpreter: string | undefined;
  readonly extensionPython: () => Promise<string | undefined>;
  readonly programsOnPath: readonly string[];
  readonly pythonsOnPath: readonly string[];
}

/** The places in their order, each once. The Python extension is asked only when its turn comes: it may be slow. */
export async function* candidates(places: Places): AsyncGenerator<Location> {
  const seen = new Set<string>();
  for await (const location of everyPlace(places)) {
    const key = shown(location);
    if (!seen.has(key)) {
      seen.add(key);
      yield location;
    }
  }
}

async function* everyPlace(places: Places): AsyncGenerator<Location> {
  if (places.serverPath !== undefined) {
    yield program("serverPath", places.serverPath);
  }
  if (places.interpreter !== undefined) {
    yield python("interpreter", places.interpreter);
  }
  const reported = await places.extensionPython();
  if (reported !== undefined) {
    yield python("pythonExtension", reported);
  }
  for (const command of places.programsOnPath) {
    yield program("path", command);
  }
  for (const command of places.pythonsOnPath) {
    yield python("path", command);
  }
}

function program(source: Source, command: string): Location {
  return { source, command, args: [] };
}

function python(source: Source, command: string): Location {
  return { source, command, args: ["-m", "packlens"] };
}

/** The first place that answers; undefined when none does. Rejects when a setting names one that does not. */
export async function firstThatAnswers(
  places: Places,
  ask: Ask,
  tell: (line: string) => void,
): Promise<Launch | undefined> {
  for await (const location of candidates(places)) {
    const answer = await ask(location);
    if (answer.kind === "version") {
      tell(`${location.source}: ${shown(location)} answers as packlens ${answer.version}`);
      return { location, version: answer.version };
    }
    const detail = answer.kind === "noPackage" ? "packlens is not installed there" : answer.detail;
    tell(`${location.source}: ${shown(location)}: ${detail}`);
    if (location.source === "serverPath") {
      throw new TroubleError(trouble("serverPathFails", location.command, detail));
    }
    if (location.source === "interpreter" && answer.kind === "failed") {
      throw new TroubleError(trouble("interpreterFails", location.command, detail));
    }
  }
  return undefined;
}

export function shown(location: Location): string {
  return [location.command, ...location.args].join(" ");
}
