import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { activated, api, copied, lensesOf, packOf, pricedLenses, sameText, titlesAt, until, withEdit, withSettings } from "../support";

const METHOD = "def match_request";

suite("lenses", () => {
  let editor: vscode.TextEditor;

  suiteSetup(async () => {
    editor = await activated("ctx.py");
  });

  const lens = async (command: string): Promise<vscode.Command> => {
    const line = editor.document.positionAt(editor.document.getText().indexOf(METHOD)).line;
    const lenses = await pricedLenses(editor.document.uri, 100);
    const found = lenses.find((one) => one.range.start.line === line && one.command?.command === command)?.command;
    assert.ok(found, `no lens ${command} above ${METHOD}`);
    return found;
  };
  const click = async ({ command, arguments: given }: vscode.Command): Promise<unknown> =>
    vscode.commands.executeCommand(command, ...((given ?? []) as unknown[]));
  const titles = async (): Promise<string[]> => titlesAt(await pricedLenses(editor.document.uri, 100), editor.document, METHOD);

  test("say what the pack costs and how many call", async () => {
    const pack = await packOf(["ctx.py::RequestContext.match_request"]);
    const tokens = Number(/(\d+)\/\d+ tokens/.exec(pack)?.[1]);
    const price = tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`;
    assert.deepEqual(await titles(), ["0 tests", "1 caller", `copy context ${price}`]);
  });

  test("copy exactly what the command line prints", async () => {
    const copying = await lens("packlens.copyContext");
    sameText(await copied(() => click(copying)), await packOf(["ctx.py::RequestContext.match_request"]));
  });

  test("open the preview instead, where the setting says so", async () => {
    const { views } = await api();
    const copying = await lens("packlens.copyContext");
    await withSettings({ "lens.click": "preview" }, async () => {
      await click(copying);
      const expected = await packOf(["ctx.py::RequestContext.match_request"]);
      await until("the preview", () => views.previews.all[0]?.shown.answer?.text === expected);
    });
    views.previews.all[0]?.dispose();
    editor = await vscode.window.showTextDocument(editor.document);
  });

  test("open the editor's call hierarchy instead of the tree, where the setting says so", async () => {
    const { views } = await api();
    const showing = await lens("packlens.showCallers");
    const before = views.callers.shown?.target.id;
    await withSettings({ "callers.openIn": "callHierarchy" }, async () => {
      assert.equal(await click(showing), undefined);
    });
    assert.equal(views.callers.shown?.target.id, before);
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail("no editor is in front");
    assert.equal(document.getText(document.getWordRangeAtPosition(selection.active)), "match_request");
    await vscode.commands.executeCommand("workbench.view.explorer");
  });

  test("stand above their symbols after an edit that is not saved", async () => {
    await withEdit(editor, new vscode.Position(0, 0), "first = 1\nsecond = 2\n", async () => {
      await until("the lenses two lines farther down", async () => (await titles()).length === 3);
    });
  });

  test("go with their file when a setting takes it out of the index, and come back with it", async () => {
    await withSettings({ "index.exclude": ["ctx.py"] }, async () => {
      await until("no lens", async () => (await lensesOf(editor.document.uri, 1)).length === 0);
    });
    await until("all again", async () => (await titles()).length === 3);
  });

  test("can be switched off, one or all", async () => {
    await withSettings({ "lens.callers": false, "lens.tests": false }, async () => {
      await until("only prices", async () => (await titles()).length === 1);
    });
    await withSettings({ "lens.enabled": false }, async () => {
      await until("no lens", async () => (await lensesOf(editor.document.uri, 100)).length === 0);
    });
    await until("all again", async () => (await lensesOf(editor.document.uri, 1)).length > 0 && (await titles()).length === 3);
  });

  test("follow the budget", async () => {
    await withSettings({ budget: 300 }, async () => {
      await until("a price within 300 tokens", async () => {
        const price = /copy context (\d+)$/.exec((await titles())[2] ?? "")?.[1];
        return price !== undefined && Number(price) <= 300;
      });
      const copying = await lens("packlens.copyContext");
      const pack = await packOf(["ctx.py::RequestContext.match_request"], ["--budget", "300"]);
      sameText(await copied(() => click(copying)), pack);
    });
  });
});
