/** Work that a person waits for: nothing is shown while it is quick, then a message that can withdraw it. */

import * as vscode from "vscode";

const QUIET_MS = 700;

export async function patiently<T>(
  title: string,
  work: (token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
  const source = new vscode.CancellationTokenSource();
  const result = work(source.token);
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, async (_progress, token) => {
      token.onCancellationRequested(() => {
        source.cancel();
      });
      await result.catch(() => undefined);
    });
  }, QUIET_MS);
  try {
    return await result;
  } finally {
    clearTimeout(timer);
    source.dispose();
  }
}
