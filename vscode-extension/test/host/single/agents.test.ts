import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as vscode from "vscode";
import { markdownOf } from "../../../src/callers/markdown";
import type { Callers, Impact } from "../../../src/forms";
import { markdownOf as impactText } from "../../../src/impact/markdown";
import type { MapResult } from "../../../src/protocol";
import { activated, api, command, copied, folder, packlens, packOf, sameText, until, withSettings } from "../support";

/** The part of the editor's API that is newer than the types of the oldest editor. */
interface LanguageModels {
  readonly tools: readonly { readonly name: string }[];
  invokeTool(name: string, options: { input: object; toolInvocationToken: undefined }): Promise<{ content: { value: string }[] }>;
}

const { lm } = vscode as unknown as { lm: LanguageModels };
const METHOD = "ctx.py::RequestContext.match_request";

suite("agents", () => {
  suiteSetup(async () => {
    await activated("ctx.py");
  });

  const asked = async (name: string, input: object): Promise<string> => {
    const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return content.map((part) => part.value).join("");
  };

  test("the map is shown in a document that is read only, and copied from it", async () => {
    const map = await command<MapResult>("showMap");
    const { document } = vscode.window.activeTextEditor ?? assert.fail("no editor is in front");
    assert.equal(document.uri.scheme, "packlens");
    assert.equal(document.getText(), map.text);
    assert.match(map.text, /^packlens \S+ · flask · map · [\d]+\/2000 tokens/);
    sameText(await copied(() => command("copyDocument")), map.text);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    const below = await command<MapResult>("showMap", vscode.Uri.joinPath(folder().uri, "json"));
    assert.match(below.text, /json\/provider\.py/);
    assert.doesNotMatch(below.text, /^ctx\.py/m);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  });

  test("chat has tools, which answer as the commands do", async () => {
    const names = lm.tools.map(({ name }) => name).filter((name) => name.startsWith("packlens_"));
    assert.deepEqual(names.sort(), ["packlens_callers", "packlens_context", "packlens_impact", "packlens_map", "packlens_search"]);
    sameText(await asked("packlens_context", { targets: METHOD, budget: 900 }), await packOf([METHOD], ["--budget", "900"]));
    const direct = JSON.parse(await packlens("callers", METHOD, "--root", folder().uri.fsPath, "--json")) as Callers;
    sameText(await asked("packlens_callers", { target: METHOD }), markdownOf({ direct, far: undefined }, vscode.l10n.t));
    assert.match(await asked("packlens_map", { budget: 300 }), /\/300 tokens/);
    assert.match(await asked("packlens_search", { text: "match_request" }), /ctx\.py:357 RequestContext\.match_request\n {4}def match_request/);
    const impact = JSON.parse(await packlens("impact", METHOD, "--root", folder().uri.fsPath, "--format", "json")) as Impact;
    sameText(await asked("packlens_impact", { targets: METHOD }), impactText("RequestContext.match_request", impact, vscode.l10n.t));
    await assert.rejects(asked("packlens_impact", {}), /git|commit/);
    await assert.rejects(asked("packlens_context", { targets: ["no.such_thing"] }), /no\.such_thing/);
    await assert.rejects(asked("packlens_context", { targets: [METHOD], budget: 90_000 }), /at most/);
  });

  const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } } };

  const firstLine = (program: string, args: readonly string[], env = process.env): Promise<string> =>
    new Promise<string>((resolve, reject) => {
      const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "ignore"] });
      child.once("error", reject);
      child.stdout.setEncoding("utf8").once("data", (line: string) => {
        resolve(line);
        child.stdin.end();
      });
      child.stdin.write(`${JSON.stringify(initialize)}\n`);
    });

  test("chat is offered a server that answers, and nothing where agents are not wanted", async () => {
    const { mcpServers } = await api();
    assert.ok(mcpServers, "this editor knows no MCP servers");
    const [offered, ...others] = mcpServers.provideMcpServerDefinitions();
    assert.deepEqual(others, []);
    const { command: program, args, env } = (offered && (await mcpServers.resolveMcpServerDefinition(offered))) ?? assert.fail("no server");
    assert.equal(args.at(-1), folder().uri.fsPath);
    const variables = { ...process.env, ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value === null ? undefined : String(value)])) };
    assert.match(await firstLine(program, args, variables), /"serverInfo":\{[^}]*packlens/i);
    let changes = 0;
    const listening = mcpServers.onDidChangeMcpServerDefinitions(() => (changes += 1));
    await withSettings({ "mcp.enabled": false }, async () => {
      await until("the offer to be taken back", () => changes === 1 && mcpServers.provideMcpServerDefinitions().length === 0);
      await assert.rejects(asked("packlens_map", {}), /packlens\.mcp\.enabled is off/);
    });
    await until("the offer to stand again", () => changes === 2 && mcpServers.provideMcpServerDefinitions().length === 1);
    assert.match(await asked("packlens_map", { budget: 300 }), /\/300 tokens/);
    listening.dispose();
  });

  test("over HTTP a client is answered at the address that is copied, while there is a port", async () => {
    assert.equal(await vscode.commands.executeCommand("packlens.connectMcp", "HTTP"), undefined);
    let post: () => Promise<Response> = () => assert.fail("no address");
    await withSettings({ "mcp.port": 0 }, async () => {
      const text = await until("the server to listen", async () => vscode.commands.executeCommand<string | undefined>("packlens.connectMcp", "HTTP"));
      assert.equal(await vscode.env.clipboard.readText(), text);
      const { mcpServers } = JSON.parse(text) as { mcpServers: { packlens: { url: string; headers: Record<string, string> } } };
      const { url, headers } = mcpServers.packlens;
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
      const kinds = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
      post = () => fetch(url, { method: "POST", headers: { ...kinds, ...headers }, body: JSON.stringify(initialize) });
      assert.match(await (await post()).text(), /"serverInfo":\{[^}]*packlens/i);
      assert.equal((await fetch(url, { method: "POST", headers: kinds, body: "{}" })).status, 401);
    });
    await until("nothing to listen any more", () => post().then(() => false, () => true));
  });

  test("what an MCP client is told starts a server that answers", async () => {
    const text = await copied(() => command<string>("connectMcp", "Cursor"));
    const { mcpServers } = JSON.parse(text) as { mcpServers: { packlens: { command: string; args: string[] } } };
    const { command: program, args } = mcpServers.packlens;
    assert.equal(args.at(-1), folder().uri.fsPath);
    assert.match(await firstLine(program, args), /"serverInfo":\{[^}]*packlens/i);
  });
});
