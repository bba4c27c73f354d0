import * as vscode from "vscode";
import type { App } from "../app";
import { inWords, looksLikePack, rootOf, statedQuestion, verificationReport } from "../packText";
import { patiently } from "../patience";
import { pickServer, Refusal } from "../places";
import { ServerCommand, type PackResult, type VerifyResult } from "../protocol";
import type { RootServer } from "../server/rootServer";

/** Compares a pack with the files on disk: the text given, that of the editor in front, or the clipboard's. */
export async function verifyPack(app: App, given?: unknown): Promise<VerifyResult | undefined> {
  const text = typeof given === "string" ? given : await packAtHand(app);
  const server = await serverFor(app, text);
  if (server === undefined) {
    return undefined;
  }
  const result = await patiently(vscode.l10n.t("Packlens: verifying"), (token) =>
    server.execute<VerifyResult>(ServerCommand.VERIFY, { text }, token),
  );
  void tell(app, server, text, result);
  return result;
}

async function packAtHand({ clipboard }: App): Promise<string> {
  const front = vscode.window.activeTextEditor?.document.getText() ?? "";
  const pasted = looksLikePack(front) ? front : await clipboard.read();
  if (!looksLikePack(pasted)) {
    throw new Refusal(vscode.l10n.t("Neither editor nor clipboard holds a pack. Copy one first."));
  }
  return pasted;
}

/** The server of the folder that the pack names, where that is clear. */
async function serverFor({ servers }: App, text: string): Promise<RootServer | undefined> {
  const name = rootOf(text);
  const named = servers.all.filter((server) => server.root.uri.path.split("/").at(-1) === name);
  const choices = (named.length > 0 ? named : servers.all).map((server) => ({ server }));
  if (choices.length === 0) {
    throw new Refusal(vscode.l10n.t("No folder is open. Open the one that the pack is of."));
  }
  return (await pickServer(choices, ({ server }) => server.root.uri.fsPath))?.server;
}

async function tell(app: App, server: RootServer, pack: string, result: VerifyResult): Promise<void> {
  if (result.ok) {
    const files = result.files.length;
    const text =
      files === 1
        ? vscode.l10n.t("The pack is true: its file still holds what the pack shows.")
        : vscode.l10n.t("The pack is true: its {0} files still hold what the pack shows.", files);
    await vscode.window.showInformationMessage(text);
    return;
  }
  const details = vscode.l10n.t("Show Differences");
  const text = vscode.l10n.t("The pack no longer holds. {0}.", inWords(result.firstDifference ?? ""));
  if ((await vscode.window.showWarningMessage(text, details)) === details) {
    await showDifferences(app, server, pack, result);
  }
}

/** The pack beside one of the same question made now; a page on the first difference where that cannot be made. */
async function showDifferences(app: App, server: RootServer, pack: string, result: VerifyResult): Promise<void> {
  const name = server.root.name;
  const asked = statedQuestion(pack);
  const { targets, budget, format } = asked ?? { targets: [], budget: 0, format: "markdown" };
  const now =
    asked === undefined
      ? undefined
      : await server.execute<PackResult>(ServerCommand.PACK, { targets, budget, format }).catch(() => undefined);
  if (now === undefined) {
    const page = verificationReport(name, result, vscode.l10n.t);
    await app.documents.show(`${vscode.l10n.t("Verified pack of {0}", name)}.md`, page);
    return;
  }
  const [before, after] = [vscode.l10n.t("Pack of {0}", name), vscode.l10n.t("Pack of {0}, made now", name)];
  await vscode.commands.executeCommand(
    "vscode.diff",
    app.documents.put(`${before}.txt`, pack),
    app.documents.put(`${after}.txt`, now.text),
    vscode.l10n.t("{0}: the pack, and one made now", name),
  );
}
