/** Every command of the extension, by its id. */

import * as vscode from "vscode";
import type { App, Command } from "../app";
import { ClientCommand } from "../protocol";
import { copyContext } from "./copyContext";
import { restartServer } from "./restartServer";
import { showOutput } from "./showOutput";

const COMMANDS: Readonly<Record<string, Command>> = {
  [ClientCommand.COPY_CONTEXT]: copyContext,
  "packlens.restartServer": restartServer,
  "packlens.showOutput": showOutput,
};

export function registerCommands(app: App): vscode.Disposable[] {
  return Object.entries(COMMANDS).map(([id, command]) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => command(app, ...args)),
  );
}
