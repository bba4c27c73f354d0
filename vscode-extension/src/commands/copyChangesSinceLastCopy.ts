import * as vscode from "vscode";
import type { App } from "../app";
import { copyPack, type Copied } from "../copy";
import { Refusal, serverInFront } from "../places";

/** Copies, of the context that was copied last from the folder in front, what is new or has changed since. */
export async function copyChangesSinceLastCopy(app: App): Promise<Copied | undefined> {
  const server = await serverInFront(app);
  if (server === undefined) {
    return undefined;
  }
  const last = app.lastCopies.of(server);
  if (last === undefined) {
    throw new Refusal(vscode.l10n.t("Nothing was copied from {0} yet. Copy a context first.", server.root.name));
  }
  const note = vscode.l10n.t("It holds what is new or has changed since the copy before.");
  return copyPack(app, server, { ...last.question, since: last.text }, last.name, note);
}
