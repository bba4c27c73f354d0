/**
 * When an answer about a folder may have become another one: a Python text of it was edited or changed on disk, a
 * setting is another, its server says that the index is, or the folder was closed. Calls come after a pause, so that
 * typing asks once.
 */

import * as vscode from "vscode";
import { Debounce } from "./debounce";
import { isPython } from "./places";
import { Phase, SECTION, type StatusChanged } from "./protocol";
import type { Server, Servers } from "./server/servers";

/** How long texts must rest before an answer is asked for again, in ms. */
const REST = 350;

export class TextChanges implements vscode.Disposable {
  private readonly pause: Debounce;
  private readonly listeners: vscode.Disposable[];
  private indexed: string | undefined;

  constructor(
    servers: Servers,
    private readonly server: Server,
    changed: () => void,
  ) {
    this.pause = new Debounce(REST, changed);
    this.indexed = indexOf(server.status);
    const onDisk = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(server.root, "**/*.{py,pyi}"));
    const touch = (uri: vscode.Uri): void => {
      if (isPython(uri) && vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === server.root.uri.toString()) {
        this.pause.touch();
      }
    };
    this.listeners = [
      onDisk,
      onDisk.onDidChange(touch),
      onDisk.onDidCreate(touch),
      onDisk.onDidDelete(touch),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.contentChanges.length > 0) {
          touch(event.document.uri);
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        touch(document.uri);
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SECTION, server.root.uri)) {
          this.pause.touch();
        }
      }),
      servers.onDidChange((changedServer) => {
        if (changedServer === server && servers.all.every((one) => one !== server)) {
          this.pause.touch();
        }
        this.onStatus(changedServer);
      }),
    ];
  }

  dispose(): void {
    this.pause.cancel();
    vscode.Disposable.from(...this.listeners).dispose();
  }

  private onStatus(changed: Server): void {
    const indexed = indexOf(changed.status);
    if (changed.root.uri.toString() !== this.server.root.uri.toString() || indexed === this.indexed) {
      return;
    }
    this.indexed = indexed;
    if (indexed !== undefined) {
      this.pause.touch();
    }
  }
}

/** What tells one finished index from another; nothing while it is being made. */
function indexOf(status: StatusChanged | undefined): string | undefined {
  return status?.phase === Phase.READY ? `${status.files} ${status.symbols} ${status.pending}` : undefined;
}
