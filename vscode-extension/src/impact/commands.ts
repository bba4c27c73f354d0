/** Showing what a change reaches, and taking it elsewhere: as Markdown, as a command line for pytest, as a picture. */

import * as vscode from "vscode";
import type { App } from "../app";
import { serverOfRepository } from "../commands/copyContextOfChanges";
import { written } from "../copy";
import type { Impact } from "../forms";
import { pythonEditor, Refusal, serverOf } from "../places";
import { isRow } from "../pointedAt";
import type { ImpactArguments, ShowImpactArguments } from "../protocol";
import { markdownOf } from "./markdown";
import { pytestLine } from "./model";
import type { ImpactView, ShownImpact } from "./view";

/** Shows what a change of what a lens or a row names would reach, or of the symbol at the cursor. */
export async function showImpact(app: App, view: ImpactView, asked?: unknown): Promise<Impact> {
  if (isLens(asked)) {
    return view.show(serverOf(app, vscode.Uri.parse(asked.uri)), { targets: [asked.target] });
  }
  if (isRow(asked)) {
    return view.show(serverOf(app, asked.root), { targets: [asked.symbol] });
  }
  const { document, selection } = pythonEditor();
  const { line, character } = selection.active;
  return view.show(serverOf(app, document.uri), { uri: document.uri.toString(), position: { line, character } });
}

/** Shows what the working tree, unsaved edits included, or what is staged does to the rest. */
export async function showImpactOfChanges(app: App, view: ImpactView, staged: boolean, asked?: unknown): Promise<Impact | undefined> {
  const server = await serverOfRepository(app, asked);
  const question: ImpactArguments = staged ? { staged } : {};
  return server === undefined ? undefined : view.show(server, question);
}

export async function copyImpact(app: App, view: ImpactView): Promise<string> {
  const { name, impact } = shownIn(view);
  const text = markdownOf(name, impact, vscode.l10n.t);
  await copyText(app, text, "impact.md", vscode.l10n.t("Copied the impact of {0}", name));
  return text;
}

/** Copies the command line that runs exactly the tests of the impact that is shown. */
export async function copyTestsToRun(app: App, view: ImpactView): Promise<string> {
  const { name, impact } = shownIn(view);
  const line = pytestLine(impact);
  if (line === undefined) {
    throw new Refusal(vscode.l10n.t("No test reaches {0}.", name));
  }
  await copyText(app, line, "tests.sh", vscode.l10n.t("Copied a line for the terminal that runs {0} tests", impact.tests.length));
  return line;
}

export function shownIn(view: ImpactView): ShownImpact {
  if (view.shown === undefined) {
    throw new Refusal(vscode.l10n.t("No impact to take. Show that of a function first."));
  }
  return view.shown;
}

async function copyText(app: App, text: string, name: string, message: string): Promise<void> {
  if (await written(app, text)) {
    vscode.window.setStatusBarMessage(`$(check) ${message}`, 4000);
  } else {
    await app.documents.show(name, text);
  }
}

function isLens(asked: unknown): asked is ShowImpactArguments {
  const lens = asked as { uri?: unknown; target?: unknown; position?: unknown } | undefined | null;
  return typeof lens?.uri === "string" && typeof lens.target === "string" && typeof lens.position === "object";
}
