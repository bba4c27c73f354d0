import * as vscode from "vscode";
import type { App } from "../app";
import { looksLikePack, rootOf, verificationReport } from "../packText";
import { patiently } from "../patience";
import { pickServer, Refusal } from "../places";
import { ServerCommand, type VerifyResult } from "../protocol";
import type { RootServer } from "../server/rootServer";

/** Compares a pack with the files on disk: the text given, that of the editor in front, or the clipboard's. */
export async function verifyPack(app: App, given?: unknown): Promise<VerifyResult | undefined> {
  const text = typeof given === "string" ? given : await packAtHand();
  const server = await serverFor(app, text);
  if (server === undefined) {
    return undefined;
  }
  const result = await patiently(vscode.l10n.t("Packlens: verifying"), (token) =>
    server.execute<VerifyResult>(ServerCommand.VERIFY, { text }, token),
  );
  void tell(app, server, result);
  return result;
}

async function packAtHand(): Promise<string> {
  const front = vscode.window.activeTextEditor?.document.getText() ?? "";
  const pasted = looksLikePack(front) ? front : await vscode.env.clipboard.readText();
  if (!looksLikePack(pasted)) {
    throw new Refusal(vscode.l10n.t("Neither the editor in front nor the clipboard holds a pack. Copy one and try again."));
  }
  return pasted;
}

/** The server of the folder that the pack names, where that is clear. */
async function serverFor({ servers }: App, text: string): Promise<RootServer | undefined> {
  const name = rootOf(text);
  const named = servers.all.filter((server) => server.root.uri.path.split("/").at(-1) === name);
  const choices = (named.length > 0 ? named : servers.all).map((server) => ({ server }));
  if (choices.length === 0) {
    throw new Refusal(vscode.l10n.t("No folder is open. Open the one that the pack was made from and try again."));
  }
  return (await pickServer(choices, ({ server }) => server.root.uri.fsPath))?.server;
}

async function tell(app: App, server: RootServer, result: VerifyResult): Promise<void> {
  if (result.ok) {
    const files = result.files.length;
    const text =
      files === 1
        ? vscode.l10n.t("The pack is true: its file still holds what the pack shows.")
        : vscode.l10n.t("The pack is true: its {0} files still hold what the pack shows.", files);
    await vscode.window.showInformationMessage(text);
    return;
  }
  const details = vscode.l10n.t("Show Details");
  const text = vscode.l10n.t("The pack no longer holds: {0}", result.firstDifference ?? "");
  if ((await vscode.window.showWarningMessage(text, details)) === details) {
    const name = vscode.l10n.t("Verified pack of {0}", server.root.name);
    await app.documents.show(`${name}.md`, verificationReport(server.root.name, result, vscode.l10n.t));
  }
}
