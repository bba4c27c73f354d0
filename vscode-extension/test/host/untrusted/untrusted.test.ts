import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Copied } from "../../../src/copy";
import { activated, api, command, copied, packOf, putCursor, sameText } from "../support";

suite("a workspace that is not trusted", () => {
  let editor: vscode.TextEditor;

  suiteSetup(async () => {
    editor = await activated("ctx.py");
  });

  test("is served by what is on PATH, never by what a setting names", async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    assert.equal(vscode.workspace.getConfiguration("packlens").get("interpreter"), "/nowhere/python");
    const { servers } = await api();
    const state = servers.all[0]?.state;
    assert.equal(state?.kind === "running" && state.launch.location.source, "path");
  });

  test("has its context copied like any other", async () => {
    putCursor(editor, "def match_request");
    sameText(await copied(() => command<Copied>("copyContext")), await packOf(["ctx.py::RequestContext.match_request"]));
  });
});
