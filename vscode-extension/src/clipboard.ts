/** The editor's clipboard, as the one thing of the extension that a test can make fail. */

import * as vscode from "vscode";

export class Clipboard {
  /** Rejects where the editor cannot write, as in a browser that does not allow it. */
  write = async (text: string): Promise<void> => {
    await vscode.env.clipboard.writeText(text);
  };

  read = async (): Promise<string> => vscode.env.clipboard.readText();
}
