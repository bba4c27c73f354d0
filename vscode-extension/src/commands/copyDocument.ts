import * as vscode from "vscode";
import type { App } from "../app";
import { written } from "../copy";
import { SCHEME } from "../documents";
import { Refusal } from "../places";

/** Copies the whole of a read-only document of the extension: a map, a pack that could not be copied before. */
export async function copyDocument(app: App): Promise<boolean> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.uri.scheme !== SCHEME) {
    throw new Refusal(vscode.l10n.t("No text of Packlens is in front. Show a map or a pack first."));
  }
  if (!(await written(app, document.getText()))) {
    throw new Refusal(vscode.l10n.t("The clipboard cannot be written. Copy the text by hand."));
  }
  vscode.window.setStatusBarMessage(vscode.l10n.t("$(check) Copied"), 4000);
  return true;
}
