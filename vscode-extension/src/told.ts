/** How a person hears that something they asked for failed. */

import * as vscode from "vscode";
import type { App } from "./app";
import { Refusal } from "./places";
import { TroubleError } from "./server/trouble";

/** What `work` returns; undefined when it failed, which the person then has read. */
export async function told(app: App, work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) {
      void vscode.window.showWarningMessage(error.message);
    } else if (!(error instanceof TroubleError) && !isWithdrawn(error)) {
      const text = error instanceof Error ? error.message : String(error);
      app.channels.log.error(text);
      void vscode.window.showErrorMessage(`Packlens: ${text}`);
    }
    return undefined;
  }
}

function isWithdrawn(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error as { code?: unknown } | undefined)?.code === -32800;
}
