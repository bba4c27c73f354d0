import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Copied } from "../../../src/copy";
import { activated, api, command, packOf, putCursor, sameText } from "../support";

const METHOD = "ctx.py::RequestContext.match_request";

suite("a clipboard that cannot be written", () => {
  let editor: vscode.TextEditor;

  suiteSetup(async () => {
    editor = await activated("ctx.py");
  });

  test("is said, and the pack is shown instead", async () => {
    const { clipboard } = await api();
    const { write } = clipboard;
    clipboard.write = () => Promise.reject(new Error("not allowed"));
    try {
      putCursor(editor, "def match_request");
      const { copied, message } = await command<Copied>("copyContext");
      assert.equal(copied, false);
      assert.match(message, /clipboard cannot be written.*RequestContext\.match_request.*shown instead/);
      const shown = vscode.window.activeTextEditor?.document;
      assert.equal(shown?.uri.scheme, "packlens");
      sameText(shown.getText(), await packOf([METHOD]));
    } finally {
      clipboard.write = write;
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    }
  });
});
