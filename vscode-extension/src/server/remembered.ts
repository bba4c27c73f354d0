/**
 * Programs that have answered before: so that a start of the editor need not wait for one to say its version first.
 *
 * What a program said is remembered beside what the file system says of it. That is a guess about a Python, whose packages
 * may have changed meanwhile: whoever starts a server by it compares what the server says of itself, and asks again.
 *
 * It is kept in a file where the programs are: what an editor in a browser keeps is lost with the browser. The file is
 * written whole, and one that cannot be read or written costs no more than asking.
 */

import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { shown } from "./candidates";
import type { Answer, Ask } from "./check";

interface Said {
  readonly file: string;
  readonly version: string;
}

const KEPT = 20;

export class Remembered {
  private known: Promise<Map<string, Said>> | undefined;
  private written = Promise.resolve();

  /** `place` is the file that is kept. */
  constructor(
    private readonly place: string,
    private readonly ask: Ask,
  ) {}

  /** What the program said when it was asked last, where its file is the same; else it is asked. */
  readonly recall: Ask = async (location) => {
    const known = (await this.programs()).get(shown(location));
    const isSame = known !== undefined && known.file === (await fileOf(location.command));
    return isSame ? { kind: "version", version: known.version } : this.asked(location);
  };

  /** What the program says now. */
  readonly asked: Ask = async (location) => {
    const file = await fileOf(location.command);
    const answer = await this.ask(location);
    await this.note(shown(location), file, answer);
    return answer;
  };

  private programs(): Promise<Map<string, Said>> {
    this.known ??= read(this.place);
    return this.known;
  }

  private async note(name: string, file: string | undefined, answer: Answer): Promise<void> {
    const known = await this.programs();
    const before = known.get(name);
    const now = answer.kind === "version" && file !== undefined ? { file, version: answer.version } : undefined;
    if (before?.file === now?.file && before?.version === now?.version) {
      return;
    }
    known.delete(name);
    if (now !== undefined) {
      known.set(name, now);
    }
    const kept = JSON.stringify([...known].slice(-KEPT));
    this.written = this.written.then(() => write(this.place, kept));
    await this.written;
  }
}

async function read(place: string): Promise<Map<string, Said>> {
  try {
    const found = new Map(JSON.parse(await readFile(place, "utf8")) as [string, Said][]);
    return [...found.values()].every(({ file, version }) => typeof file === "string" && typeof version === "string")
      ? found
      : new Map();
  } catch {
    return new Map();
  }
}

async function write(place: string, text: string): Promise<void> {
  const draft = `${place}.${String(process.pid)}`;
  try {
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(draft, text);
    await rename(draft, place);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** What tells one state of a program from another; undefined where it is not given by a path. */
async function fileOf(command: string): Promise<string | undefined> {
  const found = await stat(command, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : [found.ino, found.size, found.mtimeNs].join(" ");
}
