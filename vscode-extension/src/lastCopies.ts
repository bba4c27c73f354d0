/** The context that was copied last from each folder, so that what has changed since can be asked for. */

import type { PackArguments } from "./protocol";
import type { Server } from "./server/servers";

export interface LastCopy {
  readonly question: PackArguments;
  readonly text: string;
  readonly name: string;
}

export class LastCopies {
  private readonly copies = new Map<string, LastCopy>();

  keep({ root }: Server, copy: LastCopy): void {
    this.copies.set(root.uri.toString(), copy);
  }

  of({ root }: Server): LastCopy | undefined {
    return this.copies.get(root.uri.toString());
  }
}
