/** Showing who uses a symbol: in the tree of this extension, or in the editor's own call hierarchy. */

import * as vscode from "vscode";
import type { App } from "../app";
import type { Callers } from "../forms";
import { columnBeside, pythonEditor, serverOf } from "../places";
import { isRow } from "../pointedAt";
import { SECTION, ServerCommand, type ShowCallersArguments } from "../protocol";
import type { CallersView } from "./view";

/** Shows the callers of what a lens or a row names, or of the symbol at the cursor. */
export async function showCallers(app: App, view: CallersView, asked?: unknown): Promise<Callers | undefined> {
  if (isLens(asked)) {
    const uri = vscode.Uri.parse(asked.uri);
    if (opensHierarchy(uri)) {
      await openHierarchy(uri, new vscode.Position(asked.position.line, asked.position.character));
      return undefined;
    }
    return view.show(serverOf(app, uri), { target: asked.target });
  }
  if (isRow(asked)) {
    return view.show(serverOf(app, asked.root), { target: asked.symbol });
  }
  const { document, selection } = pythonEditor();
  const { line, character } = selection.active;
  return view.show(serverOf(app, document.uri), { uri: document.uri.toString(), position: { line, character } });
}

/** Opens the first line of a symbol or of a file; where `from` is a column that must stay in sight, in another one. */
export async function openSymbol(app: App, root: vscode.Uri, target: string, from?: vscode.ViewColumn): Promise<void> {
  const column = from === undefined ? {} : { viewColumn: columnBeside(from) };
  const [path = target] = target.split("::");
  const uri = vscode.Uri.joinPath(root, path);
  if (path === target) {
    await vscode.window.showTextDocument(uri, column);
    return;
  }
  const { target: found } = await serverOf(app, root).execute<Callers>(ServerCommand.CALLERS, { target });
  const at = new vscode.Position(Math.max(found.start_line - 1, 0), 0);
  await vscode.window.showTextDocument(uri, { ...column, selection: new vscode.Range(at, at) });
}

function opensHierarchy(uri: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration(SECTION, uri).get<string>("callers.openIn") === "callHierarchy";
}

async function openHierarchy(uri: vscode.Uri, at: vscode.Position): Promise<void> {
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
  await vscode.commands.executeCommand("references-view.showCallHierarchy");
}

function isLens(asked: unknown): asked is ShowCallersArguments {
  const lens = asked as { uri?: unknown; target?: unknown; position?: unknown } | undefined | null;
  return typeof lens?.uri === "string" && typeof lens.target === "string" && typeof lens.position === "object";
}
