/** Finding symbols by words, and the context of a question in words. */

import * as vscode from "vscode";
import type { App } from "../app";
import type { SearchHit } from "../forms";
import { openPlace } from "../tree/openPlace";
import { copyPack, type Copied } from "../copy";
import { filesInView, serverInFront } from "../places";
import type { Previews } from "../preview/previews";
import { questionOf, type About } from "../preview/question";
import type { RootServer } from "../server/rootServer";
import { quickSearch, type SearchItem } from "./quickSearch";

/** How much of a question a message repeats. */
const LONGEST = 60;

/** Copies what a question in words is about; files in view count for more. The list shows as it is typed what it finds. */
export async function copyContextForQuestion(app: App, previews: Previews, given?: unknown): Promise<Copied | undefined> {
  const server = await serverInFront(app);
  if (server === undefined) {
    return undefined;
  }
  if (typeof given === "string") {
    return copyPack(app, server, inView(server, given), shortened(given));
  }
  const above = (): SearchItem[] => [
    { label: `$(clippy) ${vscode.l10n.t("Copy the context of this question")}`, alwaysShow: true, act: "copy" },
    { label: `$(open-preview) ${vscode.l10n.t("Preview it")}`, alwaysShow: true, act: "preview" },
  ];
  const chosen = await quickSearch(server, {
    title: vscode.l10n.t("Copy context for a question"),
    placeholder: vscode.l10n.t("A task, a question or an error message, such as: where are cookies signed"),
    value: selectedText(),
    above,
    heading: vscode.l10n.t("what it is about, nearest first"),
    buttons: [],
  });
  if (chosen?.item.hit !== undefined) {
    await open(server, chosen.item.hit);
    return undefined;
  }
  if (chosen?.item.act === "preview") {
    previews.show(server, questionOf(inView(server, chosen.text)));
    return undefined;
  }
  return chosen === undefined ? undefined : copyPack(app, server, inView(server, chosen.text), shortened(chosen.text));
}

/** Opens a symbol that is found by words as they are typed. Its buttons copy its context, or show who uses it. */
export async function findSymbol(app: App, given?: unknown): Promise<void> {
  const server = await serverInFront(app);
  if (server === undefined) {
    return;
  }
  const copy = { iconPath: new vscode.ThemeIcon("clippy"), tooltip: vscode.l10n.t("Copy its context") };
  const callers = { iconPath: new vscode.ThemeIcon("call-incoming"), tooltip: vscode.l10n.t("Show who uses it") };
  const chosen = await quickSearch(server, {
    title: vscode.l10n.t("Find a symbol"),
    placeholder: vscode.l10n.t("A part of its name, or words of what it does"),
    value: typeof given === "string" ? given : selectedText(),
    above: () => [],
    buttons: [copy, callers],
  });
  const hit = chosen?.item.hit;
  if (hit === undefined) {
    return;
  }
  const row = { root: server.root.uri, symbol: hit.id };
  switch (chosen?.button) {
    case copy:
      await vscode.commands.executeCommand("packlens.copyContext", row);
      break;
    case callers:
      await vscode.commands.executeCommand("packlens.showCallers", row);
      break;
    default:
      await open(server, hit);
  }
}

async function open(server: RootServer, { path, qualname, start_line: line }: SearchHit): Promise<void> {
  const name = qualname.slice(qualname.lastIndexOf(".") + 1);
  await openPlace(server.root.uri, { path, line, at: name });
}

function inView(server: RootServer, query: string): About {
  return { query, focus: filesInView(server) };
}

/** What is selected in the editor in front, where it is a few words of one line. */
function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor?.selection.isSingleLine === true ? editor.document.getText(editor.selection).trim().slice(0, 200) : "";
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return `“${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}”`;
}
