/** Read-only documents: a pack that could not be copied, what differs from a pack. They live as long as their tabs. */

import * as vscode from "vscode";

export const SCHEME = "packlens";

export class Documents implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registrations: vscode.Disposable;
  readonly onDidChange: vscode.Event<vscode.Uri> = this.changed.event;

  constructor() {
    this.registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.texts.delete(document.uri.toString());
      }),
      this.changed,
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Keeps `text` under `name`, whose ending decides the language, until its document is closed. */
  put(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name.replace(/[\\/:]/g, " ")}` });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  /** Shows `text` under `name`. The same name is shown in the same tab. */
  async show(name: string, text: string): Promise<vscode.TextEditor> {
    const document = await vscode.workspace.openTextDocument(this.put(name, text));
    return vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.registrations.dispose();
  }
}
