import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PreviewPanel } from "../../../src/preview/panel";
import { activated, command, copied, packOf, putCursor, sameText, until, withEdit } from "../support";

const METHOD = "ctx.py::RequestContext.match_request";

suite("preview", () => {
  let editor: vscode.TextEditor;
  let panel: PreviewPanel;

  const shown = async (pack: string): Promise<void> => {
    await until("the preview to show what the command line prints", () => panel.shown.answer?.text === pack).catch(() => {
      sameText(panel.shown.answer?.text ?? JSON.stringify(panel.shown), pack);
    });
  };

  suiteSetup(async () => {
    editor = await activated("ctx.py");
    putCursor(editor, "def match_request");
    panel = await command<PreviewPanel>("previewContext");
  });
  suiteTeardown(() => {
    panel.dispose();
  });

  test("shows the pack as it is copied", async () => {
    await shown(await packOf([METHOD]));
  });

  test("follows the budget, the direction and the form", async () => {
    panel.dispatch({ type: "edit", edit: { type: "budget", budget: 700 } });
    await shown(await packOf([METHOD], ["--budget", "700"]));
    panel.dispatch({ type: "edit", edit: { type: "direction", direction: "callers" } });
    await shown(await packOf([METHOD], ["--budget", "700", "--direction", "callers"]));
    panel.dispatch({ type: "edit", edit: { type: "format", format: "xml" } });
    await shown(await packOf([METHOD], ["--budget", "700", "--direction", "callers", "--format", "xml"]));
    for (let step = 0; step < 3; step += 1) panel.dispatch({ type: "undo" });
    await shown(await packOf([METHOD]));
  });

  test("parts can be dropped and pinned", async () => {
    panel.dispatch({ type: "edit", edit: { type: "choose", id: "app.py::Flask.wsgi_app", choice: "drop" } });
    await shown(await packOf([METHOD], ["--drop", "app.py::Flask.wsgi_app"]));
    panel.dispatch({ type: "edit", edit: { type: "choose", id: "ctx.py::RequestContext.push", choice: "signature" } });
    await shown(await packOf([METHOD], ["--drop", "app.py::Flask.wsgi_app", "--pin", "ctx.py::RequestContext.push=signature"]));
  });

  test("copies what it shows", async () => {
    const expected = await packOf([METHOD], ["--drop", "app.py::Flask.wsgi_app", "--pin", "ctx.py::RequestContext.push=signature"]);
    sameText(await copied(() => command<boolean>("copyPreview")), expected);
    panel.dispatch({ type: "edit", edit: { type: "clearChoices" } });
    await shown(await packOf([METHOD]));
  });

  test("follows an edit that is not saved", async () => {
    editor = await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
    const at = putCursor(editor, '"""Can be overridden by a subclass to hook');
    await withEdit(editor, at, "marker_of_this_test = 1\n        ", async () => {
      await until("the edit in the preview", () => panel.shown.answer?.text.includes("marker_of_this_test = 1"));
    });
    await shown(await packOf([METHOD]));
  });

  test("a new question takes the same tab over", async () => {
    putCursor(editor, "def push(self) -> None");
    assert.equal(await command<PreviewPanel>("previewContext"), panel);
    await until("the other symbol", () => panel.shown.answer?.parts.target.ids[0]?.startsWith("ctx.py::") === true && panel.shown.answer.parts.target.ids[0] !== METHOD);
  });
});
