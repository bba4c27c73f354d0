import * as vscode from "vscode";
import type { App } from "../app";
import { copyPack, type Copied } from "../copy";
import { byServer, fileName, isPython, noneServed, pathIn, pickServer, pythonEditor } from "../places";

/** Copies the context of a file: the one in front, or those selected in the explorer, as one pack. */
export async function copyContextOfFile(app: App, clicked?: unknown, selected?: unknown): Promise<Copied | undefined> {
  const pointedAt = Array.isArray(selected) && selected.length > 0 ? (selected as unknown[]) : [clicked];
  const uris = pointedAt.filter((one) => one instanceof vscode.Uri);
  return copyFiles(app, uris.length > 0 ? uris : [pythonEditor().document.uri]);
}

/** Copies one pack of several files. Those that are no Python are left out; a person picks where folders differ. */
export async function copyFiles(app: App, uris: readonly vscode.Uri[]): Promise<Copied | undefined> {
  const groups = byServer(app, uris.filter(isPython));
  const choices = [...groups].map(([server, files]) => ({ server, files }));
  if (choices.length === 0) {
    throw noneServed(uris);
  }
  const choice = await pickServer(choices, ({ files }) => namesOf(files));
  if (choice === undefined) {
    return undefined;
  }
  const targets = choice.files.map((uri) => pathIn(choice.server, uri));
  return copyPack(app, choice.server, { targets }, namesOf(choice.files));
}

function namesOf(uris: readonly vscode.Uri[]): string {
  const [first, ...others] = uris.map(fileName);
  return others.length === 0 ? (first ?? "") : vscode.l10n.t("{0} files", uris.length);
}
