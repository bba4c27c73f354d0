import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Callers } from "../../../src/forms";
import { activated, api, command, copied, packlens, putCursor, folder, pricedLenses, until } from "../support";

const METHOD = "json/provider.py::JSONProvider.dumps";

suite("callers", () => {
  let editor: vscode.TextEditor;
  let expected: Callers;

  suiteSetup(async () => {
    editor = await activated("json/provider.py");
    expected = JSON.parse(await packlens("callers", METHOD, "--root", folder().uri.fsPath, "--json")) as Callers;
  });

  test("the command shows what the command line lists", async () => {
    putCursor(editor, "dumps(self, obj");
    assert.deepEqual(await command<Callers>("showCallers"), expected);
    const { views } = await api();
    assert.deepEqual(views.callers.shown, expected);
  });

  test("the lens shows the same", async () => {
    const lenses = await pricedLenses(editor.document.uri, 100);
    const lens = lenses.map((one) => one.command).find((one) => one?.command === "packlens.showCallers" && one.title === "5 callers");
    assert.ok(lens);
    assert.deepEqual(await vscode.commands.executeCommand(lens.command, ...((lens.arguments ?? []) as unknown[])), expected);
  });

  test("the tree can be copied as Markdown", async () => {
    const text = await copied(() => command<string>("copyCallers"));
    for (const row of expected.callers ?? []) {
      assert.ok(text.includes(row.path), `${row.path} is not in the copied list`);
    }
  });

  test("callers farther away come in when they are asked for, and stay after a refresh", async () => {
    const { views } = await api();
    await vscode.commands.executeCommand("packlens.callersFarther");
    const farther = await views.callers.getChildren((await views.callers.getChildren()).find((row) => row.id === "transitive"));
    assert.ok(farther.some((row) => row.kind === "symbol" && row.children.length > 1));
    await vscode.commands.executeCommand("packlens.refreshCallers");
    const again = await views.callers.getChildren((await views.callers.getChildren()).find((row) => row.id === "transitive"));
    assert.deepEqual(again.map((row) => row.id), farther.map((row) => row.id));
  });

  test("a row opens its place, with the cursor on the name", async () => {
    const row = expected.callers?.[0] ?? assert.fail("there are no callers");
    await vscode.commands.executeCommand("packlens.openPlace", folder().uri, { path: row.path, line: row.line, at: row.column });
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail("no editor is open");
    assert.equal(vscode.workspace.asRelativePath(document.uri, false), row.path);
    assert.deepEqual([selection.active.line + 1, document.getText(document.getWordRangeAtPosition(selection.active))], [row.line, "dumps"]);
  });

  test("the editor's call hierarchy has the same places", async () => {
    const at = putCursor(editor, "dumps(self, obj");
    const items = await until("an item of the call hierarchy", async () => {
      const found = await vscode.commands.executeCommand<vscode.CallHierarchyItem[]>("vscode.prepareCallHierarchy", editor.document.uri, at);
      return found.length > 0 && found;
    });
    assert.deepEqual(items.map((item) => item.name), ["JSONProvider.dumps"]);
    const calls = await vscode.commands.executeCommand<vscode.CallHierarchyIncomingCall[]>("vscode.provideIncomingCalls", items[0]);
    const found = calls.flatMap(({ from, fromRanges }) =>
      fromRanges.map((range) => `${vscode.workspace.asRelativePath(from.uri, false)}:${range.start.line + 1}`),
    );
    assert.deepEqual(found.sort(), (expected.callers ?? []).map((row) => `${row.path}:${row.line}`).sort());
  });
});
