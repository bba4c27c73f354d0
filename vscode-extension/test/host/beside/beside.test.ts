import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { activated, api, putCursor, until, withSettings } from "../support";

/** What the Python extension tells others; tests/e2e/support/neighbours.mjs stands in for it. */
interface Reporting {
  readonly changed: vscode.EventEmitter<void>;
  environments: { getActiveEnvironmentPath: () => { path: string } } | undefined;
  readonly settings: { readonly getExecutionDetails: () => { execCommand: string[] } };
}

/** What the extension for environments tells; tests/e2e/support/neighbours.mjs stands in for it too. */
interface Environments {
  readonly changed: vscode.EventEmitter<void>;
  chosen: { readonly execInfo: { readonly run: { readonly executable: string } } } | undefined;
}

suite("beside other extensions for Python", () => {
  let editor: vscode.TextEditor;
  let python: Reporting;

  suiteSetup(async () => {
    editor = await activated("ctx.py");
    const extension = vscode.extensions.getExtension<Reporting>("ms-python.python");
    assert.ok(extension);
    python = await extension.activate();
  });

  const served = async (): Promise<string | undefined> => {
    const { servers } = await api();
    const state = servers.all[0]?.state;
    return state?.kind === "running" ? `${state.launch.location.source} ${state.launch.location.command}` : undefined;
  };
  const reported = (): string => `pythonExtension ${python.settings.getExecutionDetails().execCommand[0] ?? ""}`;

  test("the server is of the environment that the Python extension reports", async () => {
    assert.equal(await served(), reported());
  });

  test("a report of the same environment restarts nothing", async () => {
    const { servers } = await api();
    const before = servers.all[0]?.pid;
    python.changed.fire();
    await servers.lookAgain("interpreter");
    assert.equal(servers.all[0]?.pid, before);
  });

  test("an environment without the server is passed over, and the next one that has it is taken", async () => {
    const { environments } = python;
    assert.ok(environments);
    const { getActiveEnvironmentPath } = environments;
    const before = await served();
    environments.getActiveEnvironmentPath = () => ({ path: "/nowhere/python" });
    python.changed.fire();
    await until("the server on PATH", async () => (await served())?.startsWith("path ") === true);
    environments.getActiveEnvironmentPath = getActiveEnvironmentPath;
    python.changed.fire();
    await until("the server of before", async () => (await served()) === before);
  });

  test("an older Python extension is understood", async () => {
    const { servers } = await api();
    python.environments = undefined;
    await servers.all[0]?.restart();
    assert.equal(await served(), reported());
  });

  test("the extension for environments is asked before the Python extension", async () => {
    const extension = vscode.extensions.getExtension<Environments>("ms-python.vscode-python-envs");
    assert.ok(extension);
    const environments = await extension.activate();
    const before = await served();
    const other = (process.env["PACKLENS_PYTHON"] ?? "").replace(/\/bin\/python$/, "/bin/../bin/python");
    environments.chosen = { execInfo: { run: { executable: other } } };
    environments.changed.fire();
    await until("the server of that environment", async () => (await served()) === `pythonExtension ${other}`);
    environments.chosen = undefined;
    environments.changed.fire();
    await until("the server of before", async () => (await served()) === before);
  });

  test("the call hierarchy is left to another extension that offers it, unless a person wants both", async () => {
    const at = putCursor(editor, "def match_request").translate(0, 4);
    const items = (): Thenable<vscode.CallHierarchyItem[] | undefined> =>
      vscode.commands.executeCommand("vscode.prepareCallHierarchy", editor.document.uri, at);
    assert.deepEqual((await items()) ?? [], []);
    await withSettings({ "callHierarchy.enabled": true }, async () => {
      await until("the call hierarchy", async () => ((await items()) ?? []).length === 1);
    });
    await until("no call hierarchy", async () => ((await items()) ?? []).length === 0);
  });
});
