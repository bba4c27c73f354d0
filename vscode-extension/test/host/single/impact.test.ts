import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Impact } from "../../../src/forms";
import type { PictureView } from "../../../src/impact/pictureView";
import { activated, api, command, copied, folder, packlens, pricedLenses, putCursor, titlesAt, uriOf, withSettings, until } from "../support";

const METHOD = "json/provider.py::JSONProvider.dumps";

suite("impact", () => {
  let editor: vscode.TextEditor;
  let expected: Impact;

  suiteSetup(async () => {
    editor = await activated("json/provider.py");
    expected = JSON.parse(await packlens("impact", METHOD, "--root", folder().uri.fsPath, "--format", "json")) as Impact;
  });

  test("the command shows what the command line prints, also for a lens and a row", async () => {
    putCursor(editor, "dumps(self, obj");
    const asked = await command<Impact>("showImpact");
    assert.deepEqual(asked.direct, expected.direct);
    const { views } = await api();
    assert.equal(views.impact.shown?.name, "JSONProvider.dumps");
    assert.deepEqual(await command<Impact>("showImpact", { root: folder().uri, symbol: METHOD }), expected);
    const lens = { uri: uriOf("json/provider.py").toString(), target: METHOD, position: { line: 0, character: 0 } };
    assert.deepEqual(await command<Impact>("showImpact", lens), expected);
    const groups = views.impact.getChildren();
    assert.deepEqual(groups.filter(({ kind }) => kind === "group").map(({ id }) => id).slice(0, 2), ["direct", "transitive"]);
    const far = views.impact.getChildren(groups.find(({ id }) => id === "transitive"));
    assert.ok(far.every((row) => row.children.length > 1), "a row has no path");
  });

  test("the code action shows the same", async () => {
    const at = putCursor(editor, "dumps(self, obj");
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", editor.document.uri, new vscode.Range(at, at), "source.packlens");
    assert.deepEqual(actions.map(({ title }) => title), ["Copy context of JSONProvider.dumps", "Show impact of JSONProvider.dumps"]);
    const { command: id = "", arguments: given = [] } = actions[1]?.command ?? {};
    assert.deepEqual(await vscode.commands.executeCommand<Impact>(id, ...(given as unknown[])), expected);
    const { views } = await api();
    assert.deepEqual(views.impact.shown?.impact, expected);
  });

  test("it is copied as a list; where no test reaches it, no line for pytest is", async () => {
    const text = await copied(() => command<string>("copyImpact"));
    assert.match(text, /^# Impact of JSONProvider\.dumps\n/);
    for (const { path } of expected.direct) assert.ok(text.includes(path), path);
    assert.deepEqual(expected.tests, []);
    assert.equal(await vscode.commands.executeCommand("packlens.copyTestsToRun"), undefined);
  });

  test("the picture has every symbol of it", async () => {
    const picture = await command<PictureView>("showImpactPicture");
    const ids = new Set([METHOD, ...[...expected.direct, ...expected.transitive].map(({ id }) => id)]);
    assert.deepEqual(new Set(picture.nodes.map(({ target }) => target)), ids);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    editor = await vscode.window.showTextDocument(editor.document);
  });

  test("the lens of tests can be switched off", async () => {
    const titles = async (): Promise<string[]> => titlesAt(await pricedLenses(editor.document.uri, 100), editor.document, "def dumps");
    assert.deepEqual((await titles()).filter((title) => /tests?$/.test(title)), ["0 tests"]);
    await withSettings({ "lens.tests": false }, async () => {
      await until("no lens of tests", async () => (await titles()).every((title) => !/tests?$/.test(title)));
    });
  });
});
