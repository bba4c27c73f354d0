import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import * as assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import * as vscode from "vscode";
import type { Copied } from "../../../src/copy";
import type { Impact, Status } from "../../../src/forms";
import { activated, api, command, copied, folder, packlens, packOf, putCursor, sameText, until } from "../support";

const METHOD = "ctx.py::RequestContext.match_request";

suite("changes and templates", () => {
  let editor: vscode.TextEditor;
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], { cwd: folder().uri.fsPath, encoding: "utf8" });
  const packOfDiff = (...args: string[]): Promise<string> => packlens("pack", folder().uri.fsPath, ...args);

  suiteSetup(async () => {
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "all");
    editor = await activated("ctx.py");
  });
  suiteTeardown(async () => {
    git("checkout", "--quiet", "HEAD", "--", ".");
    rmSync(vscode.Uri.joinPath(folder().uri, ".git").fsPath, { recursive: true });
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  test("without a change nothing is copied, and the person is told", async () => {
    await vscode.env.clipboard.writeText("as before");
    await vscode.commands.executeCommand("packlens.copyContextOfStaged");
    assert.equal(await vscode.env.clipboard.readText(), "as before");
  });

  test("what differs from the last commit is copied before it is saved, and after", async () => {
    const at = putCursor(editor, '"""Can be overridden by a subclass to hook');
    assert.ok(await editor.edit((edit) => { edit.insert(at, "marker_of_this_test = 1\n        "); }));
    const unsaved = await copied(() => command<Copied>("copyContextOfChanges"));
    assert.match(unsaved, /marker_of_this_test = 1/);
    await editor.document.save();
    const scm = { rootUri: folder().uri };
    sameText(await copied(() => command<Copied>("copyContextOfChanges", scm)), await packOfDiff("--diff", "HEAD"));
  });

  test("what is staged is copied, and previewed", async () => {
    git("add", "ctx.py");
    const expected = await packOfDiff("--staged");
    sameText(await copied(() => command<Copied>("copyContextOfStaged")), expected);
    const { views } = await api();
    await vscode.commands.executeCommand("packlens.previewContext", { uri: folder().uri.toString(), staged: true });
    await until("the preview", () => views.previews.all[0]?.shown.answer?.text === expected);
    views.previews.all[0]?.dispose();
    editor = await vscode.window.showTextDocument(editor.document);
  });

  test("the impact of changes names the files that nothing can be said of", async () => {
    for (const name of ["site.css", "tox.ini"]) writeFileSync(vscode.Uri.joinPath(folder().uri, name).fsPath, "");
    git("add", ".");
    const asked = await command<Impact>("showImpactOfStaged");
    assert.deepEqual(asked.other, ["site.css"]);
    const { views } = await api();
    const groups = views.impact.getChildren();
    const rows = (id: string): string[] => views.impact.getChildren(groups.find((group) => group.id === id)).map(({ label, file }) => `${label} ${String(file)}`);
    assert.deepEqual(rows("unknown"), ["tox.ini tox.ini"]);
    assert.deepEqual(rows("other"), ["site.css site.css"]);
    const [row] = views.impact.getChildren(groups.find(({ id }) => id === "other"));
    const opening = (row && views.impact.getTreeItem(row).command) ?? assert.fail("the row opens nothing");
    await vscode.commands.executeCommand(opening.command, ...((opening.arguments ?? []) as unknown[]));
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, vscode.Uri.joinPath(folder().uri, "site.css").path);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    editor = await vscode.window.showTextDocument(editor.document);
    git("rm", "--quiet", "--force", "site.css", "tox.ini");
  });

  test("what changed since the last copy is copied, and nothing else of it", async () => {
    putCursor(editor, "self.url_adapter.match(return_rule");
    const whole = await copied(() => command<Copied>("copyContext"));
    const same = await copied(() => command<Copied>("copyChangesSinceLastCopy"));
    assert.doesNotMatch(same, /def match_request/);
    const at = putCursor(editor, "self.url_adapter.match(return_rule");
    assert.ok(await editor.edit((edit) => { edit.insert(at, "None or "); }));
    const since = await copied(() => command<Copied>("copyChangesSinceLastCopy"));
    assert.match(since, /def match_request[^]*None or self\.url_adapter/);
    assert.ok(since.length < whole.length, `${since.length} and ${whole.length}`);
    await vscode.commands.executeCommand("undo");
  });

  test("the index is made anew and counts the same", async () => {
    const { servers } = await api();
    const before = servers.all[0]?.status?.symbols;
    assert.equal((await command<Status>("reindex")).symbols, before);
  });

  test("a template puts its words around the context", async () => {
    putCursor(editor, "self.url_adapter.match(return_rule");
    const text = await copied(() => command<Copied>("copyContextWithTemplate", undefined, "review"));
    sameText(text, await packOf([METHOD], ["--template", "review"]));
  });
});
