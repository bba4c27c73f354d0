import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { activated, copied, packOf, pricedLenses, titlesAt } from "../support";

suite("lenses", () => {
  let editor: vscode.TextEditor;

  suiteSetup(async () => {
    editor = await activated("ctx.py");
  });

  test("say what the pack costs and how many call", async () => {
    const lenses = await pricedLenses(editor.document.uri, 100);
    const titles = titlesAt(lenses, editor.document, "def match_request");
    assert.equal(titles.length, 2);
    assert.match(titles[0] ?? "", /^copy context \d+(\.\d)?k?$/);
    assert.match(titles[1] ?? "", /^\d+\+? callers?$/);
  });

  test("copy exactly what the command line prints", async () => {
    const lenses = await pricedLenses(editor.document.uri, 100);
    const line = editor.document.positionAt(editor.document.getText().indexOf("def match_request")).line;
    const lens = lenses.find((one) => one.range.start.line === line && one.command?.command === "packlens.copyContext");
    assert.ok(lens?.command);
    const { command, arguments: given } = lens.command;
    const text = await copied(() => vscode.commands.executeCommand(command, ...((given ?? []) as unknown[])));
    assert.equal(text, await packOf(["ctx.py::RequestContext.match_request"]));
  });
});
