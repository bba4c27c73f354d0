/**
 * Programs that have answered before: so that a start of the editor need not wait for one to say its version first.
 *
 * What a program said is remembered beside what the file system says of it. That is a guess about a Python, whose packages
 * may have changed meanwhile: whoever starts a server by it compares what the server says of itself, and asks again.
 */

import { stat } from "node:fs/promises";
import { shown } from "./candidates";
import type { Answer, Ask } from "./check";

/** The part of the editor's storage that is used. */
export interface Storage {
  get<T>(key: string, otherwise: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

type Known = Readonly<Record<string, { readonly file: string; readonly version: string }>>;

const STORED = "programs";
const KEPT = 20;

export class Remembered {
  constructor(
    private readonly storage: Storage,
    private readonly ask: Ask,
  ) {}

  /** What the program said when it was asked last, where its file is the same; else it is asked. */
  readonly recall: Ask = async (location) => {
    const known = this.known[shown(location)];
    const isSame = known !== undefined && known.file === (await fileOf(location.command));
    return isSame ? { kind: "version", version: known.version } : this.asked(location);
  };

  /** What the program says now. */
  readonly asked: Ask = async (location) => {
    const file = await fileOf(location.command);
    const answer = await this.ask(location);
    this.note(shown(location), file, answer);
    return answer;
  };

  private get known(): Known {
    return this.storage.get<Known>(STORED, {});
  }

  private note(name: string, file: string | undefined, answer: Answer): void {
    const { [name]: before, ...others } = this.known;
    const now = answer.kind === "version" && file !== undefined ? { file, version: answer.version } : undefined;
    if (before?.file !== now?.file || before?.version !== now?.version) {
      const kept = Object.fromEntries(Object.entries(others).slice(1 - KEPT));
      void this.storage.update(STORED, now === undefined ? kept : { ...kept, [name]: now });
    }
  }
}

/** What tells one state of a program from another; undefined where it is not given by a path. */
async function fileOf(command: string): Promise<string | undefined> {
  const found = await stat(command, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : [found.ino, found.size, found.mtimeNs].join(" ");
}
