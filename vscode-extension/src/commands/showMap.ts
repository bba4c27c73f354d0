import * as vscode from "vscode";
import type { App } from "../app";
import { patiently } from "../patience";
import { filesInView, pathIn, serverInFront, serverOf } from "../places";
import { ServerCommand, type MapResult } from "../protocol";

/**
 * Shows the map of a folder: its files that matter most and what stands in them. Files in view count for more. The explorer
 * hands over a folder, and the map is of what is below it.
 */
export async function showMap(app: App, clicked?: unknown): Promise<MapResult | undefined> {
  const below = clicked instanceof vscode.Uri && (await isFolder(clicked)) ? clicked : undefined;
  const server = below === undefined ? await serverInFront(app) : serverOf(app, below);
  if (server === undefined) {
    return undefined;
  }
  const isRoot = below === undefined || below.toString() === server.root.uri.toString();
  const pathPrefix = isRoot ? "" : pathIn(server, below);
  const question = { focus: filesInView(server), pathPrefix };
  const name = isRoot ? server.root.name : pathPrefix;
  const result = await patiently(vscode.l10n.t("Packlens: making the map of {0}", name), (token) =>
    server.execute<MapResult>(ServerCommand.MAP, question, token),
  );
  await app.documents.show(`${vscode.l10n.t("Map of {0}", name)}.txt`, result.text);
  return result;
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  const { type } = await vscode.workspace.fs.stat(uri);
  return (type & vscode.FileType.Directory) !== 0;
}
