import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import type * as vscode from "vscode";
import { activated, api, pricedLenses, until, withSettings } from "../support";

suite("the server", () => {
  let editor: vscode.TextEditor;

  suiteSetup(async () => {
    editor = await activated("ctx.py");
  });

  test("comes back after it was killed", async () => {
    const { servers } = await api();
    const [server] = servers.all;
    const before = server?.pid;
    assert.ok(before);
    process.kill(before, "SIGKILL");
    await until("another server", () => server.pid !== undefined && server.pid !== before && server.state.kind === "running");
    await pricedLenses(editor.document.uri, 4);
  });

  test("is not restarted by a setting that changes nothing of how it is started", async () => {
    const { servers } = await api();
    const before = servers.all[0]?.pid;
    await withSettings({ budget: 2000, "lens.callers": false }, async () => {
      await pricedLenses(editor.document.uri, 4);
    });
    await pricedLenses(editor.document.uri, 4);
    assert.equal(servers.all[0]?.pid, before);
  });

  test("says where it is wrong when a setting names no server, and runs again when it is taken back", async () => {
    const { servers } = await api();
    const [server] = servers.all;
    assert.ok(server);
    await withSettings({ serverPath: "/nowhere/packlens" }, async () => {
      await until("the trouble", () => server.state.kind === "failed" && server.state.trouble.kind === "serverPathFails");
    });
    await until("a server", () => server.state.kind === "running");
    await pricedLenses(editor.document.uri, 4);
  });
});
