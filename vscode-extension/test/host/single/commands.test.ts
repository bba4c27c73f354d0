import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Copied } from "../../../src/copy";
import type { FolderStatus } from "../../../src/commands/showStatus";
import type { VerifyResult } from "../../../src/protocol";
import { activated, api, command, copied, EXTENSION, packOf, pricedLenses, putCursor, sameText, show, until, uriOf, withEdit } from "../support";

interface Contributed {
  readonly contributes: { readonly commands: readonly { readonly command: string; readonly category: string; readonly title: string }[] };
}

const METHOD = "ctx.py::RequestContext.match_request";

suite("commands", () => {
  let editor: vscode.TextEditor;

  suiteSetup(async () => {
    editor = await activated("ctx.py");
  });

  test("every command of package.json has a handler and the category Packlens", async () => {
    const { contributes } = vscode.extensions.getExtension(EXTENSION)?.packageJSON as Contributed;
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(contributes.commands.filter(({ command: id, category }) => !registered.has(id) || category !== "Packlens"), []);
  });

  test("copy the symbol at the cursor", async () => {
    await vscode.window.showTextDocument(editor.document);
    putCursor(editor, "self.url_adapter.match(return_rule");
    sameText(await copied(() => command<Copied>("copyContext")), await packOf([METHOD]));
    putCursor(editor, "has_request_context()");
    sameText(await copied(() => command<Copied>("copyContext")), await packOf(["ctx.py::has_request_context"]));
  });

  test("copy the selected lines", async () => {
    const start = putCursor(editor, "def match_request");
    editor.selection = new vscode.Selection(start, new vscode.Position(start.line + 4, 0));
    const lines = `ctx.py:${start.line + 1}-${start.line + 4}`;
    sameText(await copied(() => command<Copied>("copyContextOfSelection")), await packOf([lines]));
  });

  test("copy the file in front, and files that the explorer names", async () => {
    sameText(await copied(() => command<Copied>("copyContextOfFile")), await packOf(["ctx.py"]));
    const files = [uriOf("globals.py"), uriOf("signals.py")];
    const text = await copied(() => command<Copied>("copyContextOfFile", files[0], files));
    sameText(text, await packOf(["globals.py", "signals.py"]));
  });

  test("copy the open files, the one in front first", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await show("signals.py");
    editor = await show("ctx.py");
    sameText(await copied(() => command<Copied>("copyContextOfOpenFiles")), await packOf(["ctx.py", "signals.py"]));
  });

  test("copy an edit that is not saved", async () => {
    const line = putCursor(editor, '"""Can be overridden by a subclass to hook');
    await withEdit(editor, line, "marker_of_this_test = 1\n        ", async () => {
      assert.equal(editor.document.isDirty, true);
      assert.match(await copied(() => command<Copied>("copyContext")), /\n {8}marker_of_this_test = 1\n/);
    });
    assert.doesNotMatch(await copied(() => command<Copied>("copyContext")), /marker_of_this_test/);
  });

  test("without a Python file in front nothing is copied, and the person is told", async () => {
    const document = await vscode.workspace.openTextDocument({ language: "plaintext", content: "no code" });
    await vscode.window.showTextDocument(document);
    await vscode.env.clipboard.writeText("as before");
    assert.equal(await vscode.commands.executeCommand("packlens.copyContext"), undefined);
    assert.equal(await vscode.env.clipboard.readText(), "as before");
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    editor = await show("ctx.py");
  });

  test("the budget is written to the settings and holds for the next pack", async () => {
    putCursor(editor, "match_request(self)");
    assert.equal(await command<number>("changeBudget", 500), 500);
    try {
      assert.equal(vscode.workspace.getConfiguration("packlens").get("budget"), 500);
      const smaller = await packOf([METHOD], ["--budget", "500"]);
      await until("a pack of the new budget", async () => (await copied(() => command<Copied>("copyContext"))) === smaller);
    } finally {
      await vscode.workspace.getConfiguration("packlens").update("budget", undefined, vscode.ConfigurationTarget.Global);
    }
    const before = await packOf([METHOD]);
    await until("a pack of the budget before", async () => (await copied(() => command<Copied>("copyContext"))) === before);
  });

  test("verify says whether a pack still holds", async () => {
    const pack = await packOf([METHOD]);
    const holds = await command<VerifyResult>("verifyPack", pack);
    assert.deepEqual([holds.ok, holds.firstDifference], [true, null]);
    const changed = await command<VerifyResult>("verifyPack", pack.replace("self.url_adapter.match(", "self.url_adapter.nothing("));
    assert.equal(changed.ok, false);
    assert.match(changed.firstDifference ?? "", /ctx\.py/);
    await vscode.env.clipboard.writeText(pack);
    assert.equal((await command<VerifyResult>("verifyPack")).ok, true);
  });

  test("status says what is indexed", async () => {
    const [status, ...others] = await command<FolderStatus[]>("showStatus");
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    assert.deepEqual(others, []);
    assert.equal(status?.folder, "flask");
    assert.deepEqual([status.status?.files, status.status?.parse_failures], [24, []]);
  });

  test("diagnostics hold versions and no source", async () => {
    const text = await copied(() => command<string>("copyDiagnostics"));
    assert.match(text, /0\.1\.0/);
    assert.doesNotMatch(text, /def |match_request|return_rule/);
  });

  test("restart gives another server that answers the same", async () => {
    const { servers } = await api();
    const before = servers.all[0]?.pid;
    assert.equal(await command<number>("restartServer"), 1);
    assert.notEqual(servers.all[0]?.pid, before);
    await pricedLenses(editor.document.uri, 4);
    putCursor(editor, "match_request(self)");
    sameText(await copied(() => command<Copied>("copyContext")), await packOf([METHOD]));
  });

  test("the output can be shown", async () => {
    await vscode.commands.executeCommand("packlens.showOutput");
    await vscode.commands.executeCommand("workbench.action.closePanel");
  });
});
