import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Copied } from "../../../src/copy";
import type { PackResult } from "../../../src/protocol";
import { activated, api, command, copied, folder, packOf, putCursor, sameText, until, uriOf } from "../support";

suite("basket", () => {
  let editor: vscode.TextEditor;

  suiteSetup(async () => {
    editor = await activated("ctx.py");
    await vscode.commands.executeCommand("packlens.clearBasket");
  });
  suiteTeardown(async () => {
    await vscode.commands.executeCommand("packlens.clearBasket");
  });

  const inside = async (): Promise<readonly string[]> => {
    const { servers, views } = await api();
    const [server] = servers.all;
    assert.ok(server);
    return views.basket.of(server);
  };

  test("takes symbols and files, each once", async () => {
    putCursor(editor, "def match_request");
    await command("addToBasket");
    await command("addToBasket", uriOf("signals.py"), [uriOf("signals.py")]);
    await command("addToBasket");
    assert.deepEqual(await inside(), ["ctx.py::RequestContext.match_request", "signals.py"]);
  });

  test("is copied as one pack", async () => {
    const expected = await packOf(["ctx.py::RequestContext.match_request", "signals.py"]);
    sameText(await copied(() => command<Copied>("copyBasket")), expected);
  });

  test("shows prices of before while the server does not run", async () => {
    const { servers, views } = await api();
    const [server] = servers.all;
    assert.ok(server?.pid);
    await vscode.commands.executeCommand("packlens.basket.focus");
    const prices = (): string[] => views.basket.getChildren().map((node) => (node.kind === "entry" ? node.row.description : ""));
    await until("prices", () => prices().every((price) => /^[\d,]+ tokens( ·|$)/.test(price)));
    process.kill(server.pid, "SIGKILL");
    await until("old prices", () => prices().every((price) => price.includes("tokens (old)")));
    await until("prices of the server that runs again", () => prices().every((price) => /^[\d,]+ tokens( ·|$)/.test(price)));
  });

  test("is previewed as the pack that would be copied", async () => {
    const pack = await command<PackResult>("previewBasket");
    const expected = await packOf(["ctx.py::RequestContext.match_request", "signals.py"]);
    sameText(pack.text, expected);
    const { views } = await api();
    const [panel] = views.previews.all;
    await until("the preview", () => panel?.shown.answer?.text === expected);
    panel?.dispose();
  });

  test("loses what a row is asked to take out", async () => {
    await vscode.commands.executeCommand("packlens.removeFromBasket", { root: folder().uri, symbol: "signals.py" });
    assert.deepEqual(await inside(), ["ctx.py::RequestContext.match_request"]);
  });

  test("a row opens its symbol", async () => {
    await vscode.commands.executeCommand("packlens.openSymbol", folder().uri, "ctx.py::RequestContext.match_request");
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail("no editor is open");
    assert.match(document.lineAt(selection.active.line).text, /def match_request/);
  });

  test("is emptied", async () => {
    await vscode.commands.executeCommand("packlens.clearBasket");
    assert.deepEqual(await inside(), []);
    assert.equal(await vscode.commands.executeCommand("packlens.copyBasket"), undefined);
  });
});
