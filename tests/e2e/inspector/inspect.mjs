// The command line of the MCP inspector, a client that is not ours, over the whole surface of `packlens mcp`.
//
//     node tests/e2e/inspector/inspect.mjs        after tests/e2e/inspector/run has installed it
//
// PACKLENS_PYTHON is a Python with packlens, INSPECTOR the inspector's program.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

const PATIENCE_MS = 300_000; // the inspector's own patience is less than a busy machine needs
const run = promisify(execFile);
const python = process.env.PACKLENS_PYTHON ?? "python3";
const inspector = process.env.INSPECTOR;
let root;

before(async () => {
  root = await mkdtemp(join(tmpdir(), "packlens-inspector-"));
  await writeFile(join(root, "a.py"), "def f(): ...\n\n\ndef g():\n    f()\n");
});
after(() => rm(root, { recursive: true, force: true }));

async function inspect(...asked) {
  const server = [python, "-P", "-m", "packlens", "mcp", root];
  const patient = ["--connect-timeout", `${PATIENCE_MS}`, ...asked];
  const { stdout } = await run(process.execPath, [inspector, "--cli", ...server, ...patient], { timeout: 2 * PATIENCE_MS });
  return JSON.parse(stdout);
}

test("the tools are listed, flat and read-only", async () => {
  const { tools } = await inspect("--method", "tools/list");
  assert.ok(tools.length >= 9 && tools.length <= 10);
  for (const tool of tools) {
    assert.equal(tool.annotations.readOnlyHint, true, tool.name);
    assert.doesNotMatch(JSON.stringify(tool), /"(anyOf|oneOf|allOf|\$ref)"/);
  }
});

test("a call is answered with what the command line prints", async () => {
  const { stdout } = await run(python, ["-P", "-m", "packlens", "callers", "f", "--root", root]);
  const called = ["--method", "tools/call", "--tool-name", "callers_of", "--tool-arg", "target=f"];
  const answer = await inspect(...called);
  assert.equal(answer.content[0].text, stdout);
  assert.equal(answer.content[1].text, "generation 1 · stale false · pending 0");
  assert.equal(answer.structuredContent.schema, "packlens.callers/1");
});

test("what is not there is a tool error", async () => {
  const called = ["--method", "tools/call", "--tool-name", "get_symbol", "--tool-arg", "target=nope"];
  const failed = await inspect(...called).catch((error) => error);
  assert.match(failed.stdout, /target 'nope': no such symbol/);
  assert.match(failed.stdout, /"isError": true/);
});

test("the map is a resource, and part of the prompt", async () => {
  const { resources } = await inspect("--method", "resources/list");
  assert.deepEqual(resources.map((resource) => resource.uri), ["packlens://map"]);
  const { contents } = await inspect("--method", "resources/read", "--uri", "packlens://map");
  assert.match(contents[0].text, /^packlens /);
  const { prompts } = await inspect("--method", "prompts/list");
  assert.deepEqual(prompts.map((prompt) => prompt.name), ["packlens-onboard"]);
  const { messages } = await inspect("--method", "prompts/get", "--prompt-name", "packlens-onboard");
  assert.ok(messages[0].content.text.includes(contents[0].text));
});
