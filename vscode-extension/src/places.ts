/** From what a person points at in the editor to a server and a target. */

import * as vscode from "vscode";
import type { App } from "./app";
import type { Callers } from "./forms";
import { ServerCommand, type Stretch } from "./protocol";
import type { RootServer } from "./server/rootServer";
import type { Server } from "./server/servers";

/** A thing that cannot be done, in one line for the person. */
export class Refusal extends Error {}

/** The editor whose Python file a command is about. Rejects when there is none. */
export function pythonEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isPython(editor.document.uri)) {
    throw new Refusal(vscode.l10n.t("No Python file is in front. Open one and try again."));
  }
  return editor;
}

/** The server of the folder that holds a file. Throws when no folder of the workspace does. */
export function serverOf({ servers }: App, uri: vscode.Uri): RootServer {
  const server = servers.forUri(uri);
  if (server === undefined) {
    throw new Refusal(vscode.l10n.t("{0} is in no open folder. Open its folder first.", fileName(uri)));
  }
  return server;
}

/** Why nothing can be done with files that no server serves. */
export function noneServed(uris: readonly vscode.Uri[]): Refusal {
  const [only, ...others] = uris;
  return new Refusal(
    only !== undefined && others.length === 0
      ? vscode.l10n.t("{0} is no Python file of an open folder.", fileName(only))
      : vscode.l10n.t("None of these is a Python file of an open folder."),
  );
}

/** The last part of the path of a file. */
export function fileName(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}

export function isPython(uri: vscode.Uri): boolean {
  return uri.scheme === "file" && /\.pyi?$/.test(uri.path);
}

/** The path of a file as a target: relative to the root of its server, with forward slashes. */
export function pathIn(server: RootServer, uri: vscode.Uri): string {
  const root = server.root.uri.path.replace(/\/?$/, "/");
  return uri.path.startsWith(root) ? uri.path.slice(root.length) : vscode.workspace.asRelativePath(uri, false);
}

/** An editor column other than `column`: one that shows a text already, else a new one. */
export function columnBeside(column: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const other = vscode.window.visibleTextEditors.find((editor) => editor.viewColumn !== column)?.viewColumn;
  return other ?? (column === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One);
}

/** The URIs of a folder's files that are in view. */
export function filesInView({ root }: Server): string[] {
  const uris = vscode.window.visibleTextEditors.map((editor) => editor.document.uri);
  const isOfRoot = (uri: vscode.Uri): boolean => vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === root.uri.toString();
  return uris.filter(isOfRoot).map((uri) => uri.toString());
}

/** The id of the symbol around a place; where there is none, the path of its file. */
export async function symbolAt(server: RootServer, uri: vscode.Uri, at: vscode.Position): Promise<string> {
  const position = { line: at.line, character: at.character };
  const argument = { uri: uri.toString(), position };
  const { target } = await server.execute<Callers>(ServerCommand.CALLERS, argument);
  return target.id.endsWith("::<module>") || target.ids !== undefined ? pathIn(server, uri) : target.id;
}

export function stretch(range: vscode.Range): Stretch {
  const place = ({ line, character }: vscode.Position): Stretch["start"] => ({ line, character });
  return { start: place(range.start), end: place(range.end) };
}

/** The files by the server that serves them, in order of first sight; those that none serves are left out. */
export function byServer({ servers }: App, uris: readonly vscode.Uri[]): Map<RootServer, vscode.Uri[]> {
  const groups = new Map<RootServer, vscode.Uri[]>();
  for (const uri of uris) {
    const server = servers.forUri(uri);
    if (server !== undefined) {
      groups.set(server, [...(groups.get(server) ?? []), uri]);
    }
  }
  return groups;
}

/** The server of the folder in front; where that is not clear, the one that a person picks; undefined when they pick none. */
export async function serverInFront({ servers }: App): Promise<RootServer | undefined> {
  const inFront = servers.forUri(vscode.window.activeTextEditor?.document.uri);
  if (inFront !== undefined) {
    return inFront;
  }
  if (servers.all.length === 0) {
    throw new Refusal(vscode.l10n.t("No folder is open. Open one and try again."));
  }
  return (await pickServer(servers.all.map((server) => ({ server })), ({ server }) => server.root.uri.fsPath))?.server;
}

/** The only server, or the one a person picks; undefined when they pick none. */
export async function pickServer<T extends { server: RootServer }>(
  choices: readonly T[],
  describe: (choice: T) => string,
): Promise<T | undefined> {
  if (choices.length < 2) {
    return choices[0];
  }
  const items = choices.map((choice) => ({ label: choice.server.root.name, description: describe(choice), choice }));
  const placeHolder = vscode.l10n.t("Which folder? An answer is of one.");
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.choice;
}
