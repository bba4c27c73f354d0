/** What the tests in the extension host share: the workspace, waiting, and the command line to compare with. */

import * as assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import * as vscode from "vscode";
import type { Api } from "../../src/extension";

export const EXTENSION = "packlens.packlens";

/** The folder of the workspace that stands at `index`. */
export function folder(index = 0): vscode.WorkspaceFolder {
  const found = vscode.workspace.workspaceFolders?.[index];
  assert.ok(found, `the workspace has no folder ${index}`);
  return found;
}

export function uriOf(path: string, root = folder()): vscode.Uri {
  return vscode.Uri.joinPath(root.uri, path);
}

/** Shows a file of the workspace, and gives its editor. */
export async function show(path: string, root = folder()): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uriOf(path, root)), { preview: false });
}

/** Puts the cursor into the first occurrence of `words`. */
export function putCursor(editor: vscode.TextEditor, words: string): vscode.Position {
  const offset = editor.document.getText().indexOf(words);
  assert.ok(offset >= 0, `${editor.document.fileName} has no ${words}`);
  const position = editor.document.positionAt(offset);
  editor.selection = new vscode.Selection(position, position);
  return position;
}

/** The first value of `ask` that is neither undefined nor false, asked for at most `ms`. */
export async function until<T>(what: string, ask: () => T | false | undefined | Promise<T | false | undefined>, ms = 180_000): Promise<T> {
  let last: T | false | undefined;
  const end = Date.now() + ms;
  while (Date.now() < end) {
    last = await ask();
    if (last !== undefined && last !== false) return last;
    await pause(50);
  }
  throw new Error(`waited ${ms} ms for ${what}; last seen: ${JSON.stringify(last)}`);
}

/** What the extension gives to others, and these tests. */
export async function api(): Promise<Api> {
  const extension = vscode.extensions.getExtension<Api>(EXTENSION);
  assert.ok(extension, `${EXTENSION} is not installed`);
  return extension.activate();
}

/** The editor of a file whose lenses have their prices. */
export async function activated(path: string, root = folder()): Promise<vscode.TextEditor> {
  const editor = await show(path, root);
  await api();
  await pricedLenses(editor.document.uri, 1);
  return editor;
}

/** What a command of the extension returns; fails where it returns nothing, which is what it does after a message. */
export async function command<T>(id: string, ...args: unknown[]): Promise<T> {
  const result = await vscode.commands.executeCommand<T | undefined>(`packlens.${id}`, ...args);
  assert.notEqual(result, undefined, `packlens.${id} failed and told the person why`);
  return result as T;
}

/** Runs `work` with settings of the person, and takes them back. */
export async function withSettings(settings: Readonly<Record<string, unknown>>, work: () => Promise<void>): Promise<void> {
  const set = async (key: string, value: unknown): Promise<void> =>
    vscode.workspace.getConfiguration("packlens").update(key, value, vscode.ConfigurationTarget.Global);
  const configuration = vscode.workspace.getConfiguration("packlens");
  const before = Object.keys(settings).map((key) => [key, configuration.inspect(key)?.globalValue] as const);
  for (const [key, value] of Object.entries(settings)) await set(key, value);
  try {
    await work();
  } finally {
    for (const [key, value] of before) await set(key, value);
  }
}

/** Puts `text` into a file without saving, and takes it back after `work`. */
export async function withEdit(editor: vscode.TextEditor, at: vscode.Position, text: string, work: () => Promise<void>): Promise<void> {
  const before = editor.document.getText();
  assert.ok(await editor.edit((edit) => { edit.insert(at, text); }));
  try {
    await work();
  } finally {
    const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit((edit) => { edit.replace(all, before); });
    await vscode.commands.executeCommand("workbench.action.files.revert");
  }
}

/** Fails at the first line that differs: a pack has too many to print. */
export function sameText(actual: string, expected: string): void {
  if (actual === expected) return;
  const [some, others] = [actual.split("\n"), expected.split("\n")];
  const line = some.findIndex((text, index) => text !== others[index]);
  const at = line < 0 ? some.length : line;
  assert.fail(`line ${at + 1} is ${JSON.stringify(some[at])} and should be ${JSON.stringify(others[at])}`);
}

/** The first `count` lenses of a file, once none of them waits for the index. */
export async function pricedLenses(uri: vscode.Uri, count: number): Promise<vscode.CodeLens[]> {
  return until(`lenses of ${uri.path}`, async () => {
    const lenses = await lensesOf(uri, count);
    return lenses.length > 0 && lenses.every((lens) => lens.command === undefined || !lens.command.title.endsWith("…")) && lenses;
  });
}

export async function lensesOf(uri: vscode.Uri, count: number): Promise<vscode.CodeLens[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[] | undefined>("vscode.executeCodeLensProvider", uri, count);
  return (lenses ?? []).filter((lens) => lens.command?.command.startsWith("packlens.") === true);
}

/** Titles of the lenses that stand at the line of `words`, in alphabetical order: the editor gives them as they came. */
export function titlesAt(lenses: readonly vscode.CodeLens[], document: vscode.TextDocument, words: string): string[] {
  const line = document.positionAt(document.getText().indexOf(words)).line;
  return lenses.filter((lens) => lens.range.start.line === line).map((lens) => lens.command?.title ?? "").sort();
}

/** What `action` puts on the clipboard. */
export async function copied(action: () => unknown): Promise<string> {
  const marker = `nothing copied ${Math.random()}`;
  await vscode.env.clipboard.writeText(marker);
  await action();
  return until("something new on the clipboard", async () => {
    const text = await vscode.env.clipboard.readText();
    return text !== marker ? text : undefined;
  });
}

const run = promisify(execFile);

/** What the command line prints, byte for byte; without Jedi, as the person's settings have it here. */
export function packlens(command: string, ...args: string[]): Promise<string> {
  return packlensWithJedi(command, "--no-jedi", ...args);
}

export async function packlensWithJedi(...args: string[]): Promise<string> {
  const python = process.env["PACKLENS_PYTHON"];
  assert.ok(python, "PACKLENS_PYTHON is not set");
  const { stdout } = await run(python, ["-m", "packlens", ...args], { encoding: "utf8", maxBuffer: 1 << 26 });
  return stdout;
}

/** The pack of `targets` as the command line gives it. */
export function packOf(targets: readonly string[], options: readonly string[] = [], root = folder()): Promise<string> {
  return packlens("pack", root.uri.fsPath, ...targets.flatMap((target) => ["--entry", target]), ...options);
}
