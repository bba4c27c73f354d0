import * as vscode from "vscode";
import type { App } from "../app";
import type { Copied } from "../copy";
import { SECTION } from "../protocol";
import { TEMPLATES, templateText } from "../templates";
import { copyContext } from "./copyContext";

/** Asks for a template, unless one is given, and copies the context with its words around it. */
export async function copyContextWithTemplate(app: App, asked?: unknown, given?: unknown): Promise<Copied | undefined> {
  const template = typeof given === "string" ? given : await pick();
  return template === undefined ? undefined : copyContext(app, asked, template);
}

/** The names of a person's own templates. */
export function ownTemplates(): string[] {
  const scope = vscode.window.activeTextEditor?.document.uri;
  const own = vscode.workspace.getConfiguration(SECTION, scope).get<Record<string, string>>("templates", {});
  return Object.keys(own);
}

async function pick(): Promise<string | undefined> {
  const known = TEMPLATES.filter((name) => name !== "plain").map((name) => ({ label: templateText(name, vscode.l10n.t), description: name, name }));
  const own = ownTemplates().map((name) => ({ label: name, description: vscode.l10n.t("of your settings"), name }));
  const placeHolder = vscode.l10n.t("What is the context for?");
  return (await vscode.window.showQuickPick([...known, ...own], { placeHolder, matchOnDescription: true }))?.name;
}
