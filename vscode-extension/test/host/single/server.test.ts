import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as vscode from "vscode";
import type { Copied } from "../../../src/copy";
import { ServerCommand, type PackResult } from "../../../src/protocol";
import { activated, api, command, copied, packOf, pricedLenses, sameText, until, uriOf, withSettings } from "../support";

suite("the server", () => {
  let editor: vscode.TextEditor;

  suiteSetup(async () => {
    editor = await activated("ctx.py");
    await (await api()).servers.all[0]?.restart(); // a clean record, whatever other suites have killed
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

  test("that ends while it is being started is started again, and nobody hears of it", async () => {
    const { servers } = await api();
    const [server] = servers.all;
    assert.ok(server);
    const place = await mkdtemp(join(tmpdir(), "packlens-ends-"));
    const program = join(place, "packlens");
    const python = process.env["PACKLENS_PYTHON"] ?? "";
    // Its first two starts end at once, one by itself and one killed.
    const ends = `if [ "$1" = lsp ] && [ ! -e first ]; then touch first; exit 1; fi
if [ "$1" = lsp ] && [ ! -e second ]; then touch second; kill -9 $$; fi`;
    await writeFile(program, `#!/bin/sh\ncd "${place}"\n${ends}\nexec "${python}" -m packlens "$@"\n`, { mode: 0o755 });
    const failures: unknown[] = [];
    const watching = servers.onDidChange(() => failures.push(...(server.state.kind === "failed" ? [server.state.trouble] : [])));
    await withSettings({ serverPath: program }, async () => {
      await until("the server that was started three times", () => server.state.kind === "running" && server.state.launch.location.command === program);
      await pricedLenses(editor.document.uri, 4);
    });
    watching.dispose();
    assert.deepEqual(failures, []);
    assert.deepEqual((await readdir(place)).sort(), ["first", "packlens", "second"]);
    await until("the server of before", () => server.state.kind === "running" && server.state.launch.location.command !== program);
    await rm(place, { recursive: true });
  });

  test("answers a request that it was killed at, once it runs again", async () => {
    const { servers } = await api();
    const [server] = servers.all;
    assert.ok(server?.pid);
    process.kill(server.pid, "SIGSTOP");
    const asked = server.execute<PackResult>(ServerCommand.PACK, { targets: ["signals.py"] });
    process.kill(server.pid, "SIGKILL");
    sameText((await asked).text, await packOf(["signals.py"]));
  });

  test("gives up an index that is withdrawn, says so, and makes it when it is needed", async () => {
    const { servers } = await api();
    const [server] = servers.all;
    assert.ok(server);
    await until("an index that could be withdrawn before it was done", async () => {
      // What is kept between runs is there at once: there would be no index to withdraw.
      assert.ok(process.env.XDG_CACHE_HOME);
      await rm(join(process.env.XDG_CACHE_HOME, "packlens", "store"), { recursive: true, force: true });
      const withdrawing = setInterval(() => {
        server.withdrawIndex();
      }, 2);
      await server.restart();
      const phase = await until("the end of the index", () => server.status?.phase !== "indexing" && server.status?.phase);
      clearInterval(withdrawing);
      return phase === "problem";
    });
    assert.match(server.status?.message ?? "", /cancelled/);
    assert.match(await copied(() => command<Copied>("copyContextOfFile", uriOf("signals.py"))), /^packlens /);
    await until("the index", () => server.status?.phase === "ready");
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
