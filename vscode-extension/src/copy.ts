/**
 * The one way in which context is copied: the server packs, the text goes to the clipboard, and a message says what it
 * cost. A clipboard that cannot be written is said, and the pack is shown instead.
 */

import * as vscode from "vscode";
import type { App } from "./app";
import { copiedText, nameOf } from "./copyText";
import { patiently } from "./patience";
import { ServerCommand, type PackArguments, type PackResult } from "./protocol";
import type { Server } from "./server/servers";

export const PREVIEW_COMMAND = "packlens.previewContext";

/** What was copied, or shown where it could not be. */
export interface Copied {
  readonly pack: PackResult;
  readonly copied: boolean;
  readonly message: string;
}

const ENDINGS: Readonly<Record<string, string>> = { markdown: "md", xml: "xml", json: "json", text: "txt" };

/** Packs what `question` asks, and copies it. `asked` names it where the pack does not; `note` is a sentence that is added. */
export async function copyPack(
  app: App,
  server: Server,
  question: PackArguments,
  asked: string,
  note = "",
): Promise<Copied> {
  const pack = await patiently(vscode.l10n.t("Packlens: packing {0}", asked), (token) =>
    server.execute<PackResult>(ServerCommand.PACK, { ...question, parts: true }, token),
  );
  const name = nameOf(pack, asked);
  const copied = await written(app, pack.text);
  const said = copied
    ? copiedText(name, pack, vscode.l10n.t, vscode.env.language)
    : vscode.l10n.t("The clipboard cannot be written here. The context of {0} is shown instead.", name);
  const message = note === "" ? said : `${said.replace(/\.?$/, ".")} ${note}`;
  if (copied) {
    const whole = { ...question, since: null };
    app.lastCopies.keep(server, { question: whole, text: pack.text, name });
    void vscode.commands.executeCommand("setContext", "packlens.copied", true); // a step of the walkthrough is done
    void offerPreview(message, { ...question, ...(question.uri ? {} : { uri: server.root.uri.toString() }) });
  } else {
    await app.documents.show(`${name}.${ENDINGS[pack.format] ?? "txt"}`, pack.text);
    void vscode.window.showWarningMessage(message);
  }
  return { pack, copied, message };
}

/** Writes the clipboard. False where the editor cannot. */
export async function written({ channels, clipboard }: App, text: string): Promise<boolean> {
  try {
    await clipboard.write(text);
    return true;
  } catch (error) {
    channels.log.warn(`the clipboard cannot be written: ${String(error)}`);
    return false;
  }
}

/** When the last message was shown, in ms. */
let offered = 0;

/** How long the editor shows a message at most, in ms, unless the mouse rests on it. */
const SHOWN_MS = 15_000;

/** Says what was copied. A message of a copy before that still stands there makes room: only the last one counts. */
async function offerPreview(message: string, question: PackArguments): Promise<void> {
  if (Date.now() - offered < SHOWN_MS) {
    await vscode.commands.executeCommand("notifications.hideToasts");
  }
  offered = Date.now();
  const preview = vscode.l10n.t("Preview");
  if ((await vscode.window.showInformationMessage(message, preview)) === preview) {
    await vscode.commands.executeCommand(PREVIEW_COMMAND, question);
  }
}
