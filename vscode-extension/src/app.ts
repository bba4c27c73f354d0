/** What commands are given: the servers, the log, and where texts are shown. `extension.ts` composes it. */

import type * as vscode from "vscode";
import type { Clipboard } from "./clipboard";
import type { Documents } from "./documents";
import type { LastCopies } from "./lastCopies";
import type { Channels } from "./server/client";
import type { Servers } from "./server/servers";

export interface App {
  readonly context: vscode.ExtensionContext;
  readonly channels: Channels;
  readonly servers: Servers;
  readonly documents: Documents;
  readonly clipboard: Clipboard;
  readonly lastCopies: LastCopies;
}

/** A command: what it does with its arguments. What it returns is for tests and for other extensions. */
export type Command = (app: App, ...args: unknown[]) => unknown;
