import * as vscode from "vscode";
import type { App } from "../app";
import { copyPack, type Copied } from "../copy";
import { failureOf } from "../failure";
import { pickServer, serverInFront } from "../places";
import { ErrorName } from "../protocol";
import type { RootServer } from "../server/rootServer";

/** Copies the context of what differs from the last commit, unsaved edits included. */
export function copyContextOfChanges(app: App, asked?: unknown): Promise<Copied | undefined> {
  return copyDiff(app, asked, { diff: "HEAD" }, vscode.l10n.t("the changes since the last commit"), vscode.l10n.t("Nothing has changed since the last commit."));
}

/** Copies the context of what is staged for the next commit. */
export function copyContextOfStaged(app: App, asked?: unknown): Promise<Copied | undefined> {
  return copyDiff(app, asked, { staged: true }, vscode.l10n.t("the staged changes"), vscode.l10n.t("Nothing is staged."));
}

async function copyDiff(
  app: App,
  asked: unknown,
  question: { readonly diff: string } | { readonly staged: true },
  name: string,
  nothing: string,
): Promise<Copied | undefined> {
  const server = await serverOfRepository(app, asked);
  if (server === undefined) {
    return undefined;
  }
  try {
    return await copyPack(app, server, question, name);
  } catch (error) {
    if (failureOf(error).name !== ErrorName.NOTHING_DIFFERS) {
      throw error;
    }
    void vscode.window.showInformationMessage(nothing); // nothing failed
    return undefined;
  }
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
