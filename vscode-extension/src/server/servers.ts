/**
 * One server for each workspace folder.
 *
 * A folder's server is started by the first thing that needs it: a Python file of the folder being shown, or a
 * command. `forUri` gives the innermost folder's, so a folder inside another one is served once.
 */

import * as vscode from "vscode";
import type { ServerCommand, StatusChanged } from "../protocol";
import { RootServer, type Change, type Surroundings } from "./rootServer";

/** What commands and views know of a folder's server. */
export interface Server {
  readonly root: vscode.WorkspaceFolder;
  /** What the server said last of its index; undefined while it does not run. */
  readonly status: StatusChanged | undefined;
  /** Runs a server command, starting the server first where it does not run. Rejects with one line for the person. */
  execute<T>(command: ServerCommand, argument: object, token?: vscode.CancellationToken): Promise<T>;
}

export class Servers implements vscode.Disposable {
  private readonly byFolder = new Map<string, RootServer>();
  private readonly changed = new vscode.EventEmitter<Server>();
  private readonly listeners: vscode.Disposable[] = [];
  /** A server changed: its status, whether it runs, or that there is one for its folder. */
  readonly onDidChange: vscode.Event<Server> = this.changed.event;

  constructor(private readonly surroundings: Surroundings) {
    this.follow(vscode.workspace.workspaceFolders ?? [], []);
    this.listeners.push(
      vscode.workspace.onDidChangeWorkspaceFolders((event) => {
        this.follow(event.added, event.removed);
      }),
    );
  }

  get all(): readonly RootServer[] {
    return [...this.byFolder.values()];
  }

  /** The server of the folder that holds `uri`; without a `uri`, that of the only folder. */
  forUri(uri: vscode.Uri | undefined): RootServer | undefined {
    if (uri === undefined) {
      return this.byFolder.size === 1 ? this.all[0] : undefined;
    }
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    return folder === undefined ? undefined : this.byFolder.get(folder.uri.toString());
  }

  /** Looks again for where each started server is, and restarts those for which the answer is another one. */
  async lookAgain(change: Change): Promise<void> {
    if (change === "settings") {
      this.surroundings.startOver();
    }
    await Promise.all(this.all.map((server) => server.lookAgain(change)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((server) => server.stop()));
  }

  dispose(): void {
    vscode.Disposable.from(...this.listeners, this.changed).dispose();
  }

  private follow(added: readonly vscode.WorkspaceFolder[], removed: readonly vscode.WorkspaceFolder[]): void {
    for (const folder of removed) {
      const server = this.byFolder.get(folder.uri.toString());
      if (server !== undefined) {
        this.byFolder.delete(folder.uri.toString());
        void server.stop();
        this.changed.fire(server);
      }
    }
    for (const folder of added) {
      const key = folder.uri.toString();
      if (folder.uri.scheme === "file" && !this.byFolder.has(key)) {
        const server = new RootServer(folder, this.surroundings, () => {
          this.changed.fire(server);
        });
        this.byFolder.set(key, server);
        this.changed.fire(server);
      }
    }
  }
}
