import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PreviewPanel } from "../../../src/preview/panel";
import { activated, api, command, copied, folder, packOf, putCursor, sameText, until, withEdit } from "../support";

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

  test("comes back after the window was reloaded, with all that was chosen, and nothing else does", async () => {
    const { views } = await api();
    panel.dispatch({ type: "edit", edit: { type: "budget", budget: 900 } });
    panel.dispatch({ type: "edit", edit: { type: "choose", id: "app.py::Flask.wsgi_app", choice: "drop" } });
    const kept = { root: folder().uri.toString(), question: panel.shown.question };
    const restored = async (state: unknown): Promise<vscode.WebviewPanel> => {
      const tab = vscode.window.createWebviewPanel("packlens.preview", "as it was", vscode.ViewColumn.Beside);
      await views.previews.deserializeWebviewPanel(tab, JSON.parse(JSON.stringify(state)));
      return tab;
    };
    const isGone = (tab: vscode.WebviewPanel): boolean => {
      try {
        return typeof tab.visible !== "boolean";
      } catch {
        return true; // the editor lets nobody ask a tab that is closed
      }
    };
    assert.ok(isGone(await restored({ kept })), "a second preview of one folder");
    panel.dispose();
    for (const state of [{}, { kept: { root: kept.root } }, { kept: { ...kept, question: { about: null, choices: null } } }, { kept: { ...kept, root: "file:///elsewhere" } }]) {
      assert.ok(isGone(await restored(state)), JSON.stringify(state));
    }
    assert.equal(views.previews.all.length, 0);
    const tab = await restored({ wrap: true, kept });
    assert.equal(isGone(tab), false);
    panel = views.previews.all[0] ?? assert.fail("no preview came back");
    const expected = await packOf([METHOD], ["--budget", "900", "--drop", "app.py::Flask.wsgi_app"]);
    await shown(expected);
    assert.equal(tab.title, "Preview: RequestContext.match_request");
    assert.match(tab.webview.html, /preview\.js/);
    sameText(await copied(() => panel.copy()), expected);
    panel.dispatch({ type: "undo" });
    await shown(expected);
    editor = await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
  });

  test("a new question takes the same tab over", async () => {
    putCursor(editor, "def push(self) -> None");
    assert.equal(await command<PreviewPanel>("previewContext"), panel);
    await until("the other symbol", () => panel.shown.answer?.parts.target.ids[0]?.startsWith("ctx.py::") === true && panel.shown.answer.parts.target.ids[0] !== METHOD);
  });
});
