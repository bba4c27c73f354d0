import * as vscode from "vscode";
import type { App } from "../app";
import { copyPack, type Copied } from "../copy";
import { pickServer, serverInFront } from "../places";
import type { RootServer } from "../server/rootServer";

/** Copies the context of what differs from the last commit, unsaved edits included. */
export function copyContextOfChanges(app: App, asked?: unknown): Promise<Copied | undefined> {
  return copyDiff(app, asked, { diff: "HEAD" }, vscode.l10n.t("the changes since the last commit"));
}

/** Copies the context of what is staged for the next commit. */
export function copyContextOfStaged(app: App, asked?: unknown): Promise<Copied | undefined> {
  return copyDiff(app, asked, { staged: true }, vscode.l10n.t("the staged changes"));
}

async function copyDiff(
  app: App,
  asked: unknown,
  question: { readonly diff: string } | { readonly staged: true },
  name: string,
): Promise<Copied | undefined> {
  const server = await serverOfRepository(app, asked);
  return server === undefined ? undefined : copyPack(app, server, question, name);
}

/**
 * The server of the repository whose title bar was clicked, or of the folder in front. A repository may hold several
 * folders of the workspace, or be a part of one.
 */
export async function serverOfRepository(app: App, asked: unknown): Promise<RootServer | undefined> {
  const root = (asked as { rootUri?: unknown } | undefined)?.rootUri;
  if (!(root instanceof vscode.Uri)) {
    return serverInFront(app);
  }
  const around = app.servers.forUri(root);
  if (around !== undefined) {
    return around;
  }
  const below = app.servers.all.filter((server) => server.root.uri.path.startsWith(`${root.path}/`));
  const choice = await pickServer(below.map((server) => ({ server })), ({ server }) => server.root.uri.fsPath);
  return choice?.server ?? (below.length === 0 ? serverInFront(app) : undefined);
}
