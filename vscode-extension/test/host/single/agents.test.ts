import { suite, suiteSetup, test } from "mocha";
import * as assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as vscode from "vscode";
import { markdownOf } from "../../../src/callers/markdown";
import type { Callers, MapResult } from "../../../src/protocol";
import { activated, command, copied, folder, packlens, packOf, sameText } from "../support";

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
    assert.deepEqual(names.sort(), ["packlens_callers", "packlens_context", "packlens_map", "packlens_search"]);
    sameText(await asked("packlens_context", { targets: METHOD, budget: 900 }), await packOf([METHOD], ["--budget", "900"]));
    const direct = JSON.parse(await packlens("callers", METHOD, "--root", folder().uri.fsPath, "--json")) as Callers;
    sameText(await asked("packlens_callers", { target: METHOD }), markdownOf({ direct, far: undefined }, vscode.l10n.t));
    assert.match(await asked("packlens_map", { budget: 300 }), /\/300 tokens/);
    assert.match(await asked("packlens_search", { text: "match_request" }), /ctx\.py:357 RequestContext\.match_request\n {4}def match_request/);
    await assert.rejects(asked("packlens_context", { targets: ["no.such_thing"] }), /no\.such_thing/);
    await assert.rejects(asked("packlens_context", { targets: [METHOD], budget: 90_000 }), /at most/);
  });

  test("what an MCP client is told starts a server that answers", async () => {
    const text = await copied(() => command<string>("connectMcp", "Cursor"));
    const { mcpServers } = JSON.parse(text) as { mcpServers: { packlens: { command: string; args: string[] } } };
    const { command: program, args } = mcpServers.packlens;
    assert.equal(args.at(-1), folder().uri.fsPath);
    const said = await new Promise<string>((resolve, reject) => {
      const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
      child.once("error", reject);
      child.stdout.setEncoding("utf8").once("data", (line: string) => {
        resolve(line);
        child.stdin.end();
      });
      const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    });
    assert.match(said, /"serverInfo":\{[^}]*packlens/i);
  });
});
