/** Every command of the extension but those of its views, by its id. */

import * as vscode from "vscode";
import type { App, Command } from "../app";
import { ClientCommand } from "../protocol";
import { told } from "../told";
import { changeBudget } from "./changeBudget";
import { connectMcp } from "./connectMcp";
import { copyChangesSinceLastCopy } from "./copyChangesSinceLastCopy";
import { copyContext } from "./copyContext";
import { copyContextOfChanges, copyContextOfStaged } from "./copyContextOfChanges";
import { copyContextOfFile } from "./copyContextOfFile";
import { copyContextOfOpenFiles } from "./copyContextOfOpenFiles";
import { copyContextOfSelection } from "./copyContextOfSelection";
import { copyContextWithTemplate } from "./copyContextWithTemplate";
import { copyDiagnostics } from "./copyDiagnostics";
import { copyDocument } from "./copyDocument";
import { reindex } from "./reindex";
import { restartServer } from "./restartServer";
import { showMap } from "./showMap";
import { showOutput } from "./showOutput";
import { showStatus } from "./showStatus";
import { verifyPack } from "./verifyPack";

const COMMANDS: Readonly<Record<string, Command>> = {
  [ClientCommand.COPY_CONTEXT]: (app, asked) => copyContext(app, asked), // a menu gives more, which is no template
  "packlens.copyContextWithTemplate": (app, asked, given) => copyContextWithTemplate(app, asked, given),
  "packlens.copyContextOfChanges": copyContextOfChanges,
  "packlens.copyContextOfStaged": copyContextOfStaged,
  "packlens.copyContextOfSelection": copyContextOfSelection,
  "packlens.copyContextOfFile": copyContextOfFile,
  "packlens.copyContextOfOpenFiles": copyContextOfOpenFiles,
  "packlens.changeBudget": changeBudget,
  "packlens.copyChangesSinceLastCopy": copyChangesSinceLastCopy,
  "packlens.showMap": showMap,
  "packlens.copyDocument": copyDocument,
  "packlens.verifyPack": verifyPack,
  "packlens.connectMcp": connectMcp,
  "packlens.showStatus": showStatus,
  "packlens.reindex": reindex,
  "packlens.restartServer": restartServer,
  "packlens.showOutput": showOutput,
  "packlens.copyDiagnostics": copyDiagnostics,
};

export function registerCommands(app: App): vscode.Disposable[] {
  return Object.entries(COMMANDS).map(([id, command]) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => told(app, () => command(app, ...args))),
  );
}
