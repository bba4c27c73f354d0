import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Copied } from "../../../src/copy";
import { activated, api, command, copied, folder, packOf, pricedLenses, putCursor, sameText, titlesAt, until, uriOf } from "../support";

suite("two folders", () => {
  let flask: vscode.TextEditor;
  let click: vscode.TextEditor;

  suiteSetup(async () => {
    flask = await activated("ctx.py", folder(0));
    click = await activated("globals.py", folder(1));
  });

  test("have a server each", async () => {
    const { servers } = await api();
    const pids = servers.all.map((server) => server.pid);
    assert.equal(new Set(pids).size, 2);
    assert.ok(pids.every((pid) => pid !== undefined));
  });

  test("each file has its lenses once", async () => {
    const lenses = await pricedLenses(click.document.uri, 100);
    assert.equal(titlesAt(lenses, click.document, "def push_context").length, 3);
  });

  test("each pack is of the folder of its file", async () => {
    click = await vscode.window.showTextDocument(click.document);
    putCursor(click, "def push_context");
    sameText(await copied(() => command<Copied>("copyContext")), await packOf(["globals.py::push_context"], [], folder(1)));
    flask = await vscode.window.showTextDocument(flask.document);
    putCursor(flask, "def match_request");
    sameText(await copied(() => command<Copied>("copyContext")), await packOf(["ctx.py::RequestContext.match_request"], [], folder(0)));
  });

  test("open files of two folders are not one pack: the person is asked which", async () => {
    const asked = vscode.commands.executeCommand<Copied | undefined>("packlens.copyContextOfOpenFiles");
    const text = await copied(async () => {
      await until("the question", async () => {
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return (await vscode.env.clipboard.readText()).startsWith("packlens ");
      });
    });
    assert.ok(await asked);
    sameText(text, await packOf(["ctx.py"], [], folder(0)));
  });

  test("the basket counts what both folders have in it", async () => {
    const { servers, views } = await api();
    await command("addToBasket", uriOf("signals.py", folder(0)), [uriOf("signals.py", folder(0)), uriOf("globals.py", folder(1))]);
    assert.equal(views.basket.count, 2);
    await command("addToBasket", uriOf("ctx.py", folder(0)), [uriOf("ctx.py", folder(0))]);
    assert.equal(views.basket.count, 3);
    assert.deepEqual(servers.all.map((server) => views.basket.of(server)), [["signals.py", "ctx.py"], ["globals.py"]]);
    await vscode.commands.executeCommand("packlens.clearBasket");
    assert.equal(views.basket.count, 0);
  });

  test("a folder that is closed takes its server with it, and what is shown of it says so", async () => {
    const { servers, views } = await api();
    click = await vscode.window.showTextDocument(click.document);
    putCursor(click, "def push_context");
    await vscode.commands.executeCommand("packlens.previewContext");
    const preview = views.previews.all[0] ?? assert.fail("no preview was opened");
    await until("the preview", () => preview.shown.answer !== undefined);
    const pid = servers.all[1]?.pid;
    assert.ok(pid);
    assert.ok(vscode.workspace.updateWorkspaceFolders(1, 1));
    await until("one server", () => servers.all.length === 1);
    await until("the other to end", () => !isAlive(pid));
    await until("the preview to say it", () => /no longer open/.test(preview.shown.failure?.message ?? ""));
    preview.dispose();
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
