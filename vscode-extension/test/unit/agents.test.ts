/** What clients of the Model Context Protocol are told. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CLIENTS } from "../../src/agents/clients";
import { mcpProgram } from "../../src/agents/program";
import type { Launch } from "../../src/server/launch";

const launch: Launch = { location: { source: "interpreter", command: "/opt/my python", args: ["-m", "packlens"] }, version: "0.1.0" };

test("the MCP server is the language server's program", () => {
  assert.deepEqual(mcpProgram(launch, "/work/shop", true), { command: "/opt/my python", args: ["-m", "packlens", "mcp", "/work/shop", "--text-only"] });
  assert.deepEqual(mcpProgram(launch, "/work/shop", false).args.at(-1), "/work/shop");
});

test("every client has its own words for one program", () => {
  const told = Object.fromEntries(CLIENTS.map((client) => [client.name, client.text(mcpProgram(launch, "/it's", client.textOnly))]));
  assert.equal(told["Claude Code"], String.raw`claude mcp add packlens -- '/opt/my python' -m packlens mcp '/it'\''s' --text-only`);
  assert.equal(told["Codex"], '[mcp_servers.packlens]\ncommand = "/opt/my python"\nargs = ["-m", "packlens", "mcp", "/it\'s", "--text-only"]');
  for (const client of CLIENTS.filter(({ language }) => language === "json")) {
    const text = JSON.stringify(JSON.parse(told[client.name] ?? ""));
    assert.ok(text.includes("/opt/my python") && text.includes('"mcp","/it\'s"'), client.name);
  }
});
