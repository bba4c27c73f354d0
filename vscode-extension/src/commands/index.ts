/** Every command of the extension, by its id, and how its failure is told. */

import * as vscode from "vscode";
import type { App, Command } from "../app";
import { Refusal } from "../places";
import { ClientCommand } from "../protocol";
import { TroubleError } from "../server/trouble";
import { changeBudget } from "./changeBudget";
import { copyContext } from "./copyContext";
import { copyContextOfFile } from "./copyContextOfFile";
import { copyContextOfOpenFiles } from "./copyContextOfOpenFiles";
import { copyContextOfSelection } from "./copyContextOfSelection";
import { copyDiagnostics } from "./copyDiagnostics";
import { restartServer } from "./restartServer";
import { showOutput } from "./showOutput";
import { showStatus } from "./showStatus";
import { verifyPack } from "./verifyPack";

const COMMANDS: Readonly<Record<string, Command>> = {
  [ClientCommand.COPY_CONTEXT]: copyContext,
  "packlens.copyContextOfSelection": copyContextOfSelection,
  "packlens.copyContextOfFile": copyContextOfFile,
  "packlens.copyContextOfOpenFiles": copyContextOfOpenFiles,
  "packlens.changeBudget": changeBudget,
  "packlens.verifyPack": verifyPack,
  "packlens.showStatus": showStatus,
  "packlens.restartServer": restartServer,
  "packlens.showOutput": showOutput,
  "packlens.copyDiagnostics": copyDiagnostics,
};

export function registerCommands(app: App): vscode.Disposable[] {
  return Object.entries(COMMANDS).map(([id, command]) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => told(app, () => command(app, ...args))),
  );
}

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
