import { setup, suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Copied } from "../../../src/copy";
import { activated, api, command, copied, folder, packlens, sameText, show, until } from "../support";

const QUESTION = "where are cookies signed";

suite("search", () => {
  suiteSetup(async () => {
    await activated("ctx.py");
  });

  setup(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await show("ctx.py");
  });

  const packOfQuestion = (...inView: readonly string[]): Promise<string> =>
    packlens("pack", folder().uri.fsPath, "--query", QUESTION, ...inView.flatMap((path) => ["--focus", path]));
  const accept = async (): Promise<void> => {
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
  };

  test("a question in words is copied as the command line packs it, with the file in view", async () => {
    sameText(await copied(() => command<Copied>("copyContextForQuestion", QUESTION)), await packOfQuestion("ctx.py"));
  });

  test("what is selected is the question that the list begins with, whose first entry copies", async () => {
    const document = await vscode.workspace.openTextDocument({ language: "plaintext", content: QUESTION });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
    editor.selection = new vscode.Selection(0, 0, 0, QUESTION.length);
    const asked = vscode.commands.executeCommand<Copied | undefined>("packlens.copyContextForQuestion");
    const text = await copied(async () => {
      await until("the pack", async () => {
        await accept();
        return (await vscode.env.clipboard.readText()).startsWith("packlens ");
      });
    });
    assert.ok(await asked);
    sameText(text, await packOfQuestion("ctx.py"));
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  test("a preview of a question has its parts, which can be left out", async () => {
    const { views } = await api();
    const panel = await vscode.commands.executeCommand("packlens.previewContext", { uri: folder().uri.toString(), query: QUESTION });
    assert.ok(panel);
    const expected = await packOfQuestion("ctx.py");
    await until("the preview", () => views.previews.all[0]?.shown.answer?.text === expected);
    views.previews.all[0]?.dispose();
  });

  test("the first symbol that is found is opened", async () => {
    const finding = vscode.commands.executeCommand("packlens.findSymbol", "get_signing_serializer");
    const opened = await until("the symbol to be opened", async () => {
      await accept();
      const { activeTextEditor: front } = vscode.window;
      return front?.document.uri.path.endsWith("/sessions.py") === true && front;
    });
    await finding;
    assert.equal(opened.document.getText(opened.document.getWordRangeAtPosition(opened.selection.active)), "get_signing_serializer");
  });
});
