import * as vscode from "vscode";
import type { App } from "../app";
import type { Copied } from "../copy";
import { isPython, Refusal } from "../places";
import { copyFiles } from "./copyContextOfFile";

/** Copies the context of the Python files that are open in tabs, as one pack. */
export async function copyContextOfOpenFiles(app: App): Promise<Copied | undefined> {
  const uris = openFiles();
  if (uris.length === 0) {
    throw new Refusal(vscode.l10n.t("No Python file is open. Open some and try again."));
  }
  return copyFiles(app, uris);
}

/** The Python files of all tabs, each once, the one in front first. */
function openFiles(): vscode.Uri[] {
  const front = vscode.window.activeTextEditor?.document.uri;
  const uris = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => uriOf(tab.input)));
  const byName = new Map<string, vscode.Uri>();
  for (const uri of [front, ...uris]) {
    if (uri !== undefined && isPython(uri)) {
      byName.set(uri.toString(), uri);
    }
  }
  return [...byName.values()];
}

function uriOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) {
    return input.uri;
  }
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
