// What a person reads when the server cannot be had, in the order in which a person without Python meets it: no Python,
// an old one, no network for the first environment, then one that works; a server that ends again and again.
//
// PATH is a folder of this test, so each step is what was put there, and Try Again in the message goes on.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startCodeServer } from '../support/code_server.mjs';
import { corpus, packlens, python } from '../support/environment.mjs';
import { sameText } from '../support/texts.mjs';
import { until } from '../support/waiting.mjs';
import { Workbench } from '../support/workbench.mjs';

let editor;
let workbench;
let root;
let programs;
let configuration;

before(async () => {
  const pip = Object.fromEntries(Object.keys(process.env).filter((name) => /^PIP_(?!CERT)/.test(name)).map((name) => [name, undefined]));
  editor = await startCodeServer({ name: 'troubles', server: false, prepare: bare, env: pip });
  root = editor.workspace('flask', {}, corpus('flask'));
  workbench = new Workbench(await editor.open(root, 'ctx.py'));
});
after(() => editor?.close());

// A machine on which nothing is called python, and whose pip is told of an index that nobody serves.
function bare(folder) {
  programs = path.join(folder, 'programs');
  fs.mkdirSync(programs);
  for (const name of ['sh', 'bash', 'cat', 'uname', 'env', 'sed', 'ps']) {
    const found = ['/bin', '/usr/bin'].map((place) => path.join(place, name)).find((file) => fs.existsSync(file));
    if (found) fs.symlinkSync(found, path.join(programs, name));
  }
  configuration = path.join(folder, 'home/.config/pip/pip.conf');
  fs.mkdirSync(path.dirname(configuration), { recursive: true });
  fs.writeFileSync(configuration, '[global]\nindex-url = http://127.0.0.1:9/simple\nextra-index-url =\nfind-links =\n');
  return { PATH: programs };
}

const program = (name, text) => fs.writeFileSync(path.join(programs, name), text, { mode: 0o755 });
const realPython = () => execFileSync(python, ['-c', 'import os, sys; print(os.path.realpath(os.path.join(sys.base_prefix, "bin", f"python3.{sys.version_info[1]}")))'], { encoding: 'utf8' }).trim();

async function tryAgain(toast) {
  await toast.hover();
  await toast.locator('.monaco-button', { hasText: 'Try Again' }).first().click();
}

test('no Python', async () => {
  const toast = await workbench.toast('found no Python', 60_000);
  await until('the status bar to say so', async () => /no server/.test(await workbench.statusText()));
  await editor.screenshot('trouble-no-python');
  program('python3', '#!/bin/sh\necho "version 3 8"\n');
  await tryAgain(toast);
});

test('an old Python', async () => {
  const toast = await workbench.toast('found only Python 3.8');
  await editor.screenshot('trouble-old-python');
  fs.rmSync(path.join(programs, 'python3'));
  fs.symlinkSync(realPython(), path.join(programs, 'python3'));
  await tryAgain(toast);
});

test('no network for the first environment', async () => {
  const toast = await workbench.toast('could not download', 120_000);
  await editor.screenshot('trouble-no-network');
  fs.rmSync(configuration);
  await tryAgain(toast);
});

test('with Python and network, the environment is made and the lens copies', async () => {
  await workbench.toast('setting up its Python environment');
  await editor.screenshot('first-environment');
  await workbench.pricedLenses(180_000);
  await workbench.cursor(357, 9);
  await workbench.pricedLenses();
  const copied = await workbench.copied(async () => (await workbench.lensAbove('def match_request', /copy context/)).click());
  sameText(copied, packlens('pack', root, '--entry', 'ctx.py::RequestContext.match_request'));
});

test('a server that is killed comes back by itself', async () => {
  const [server] = editor.languageServers();
  process.kill(server, 'SIGKILL');
  await until('another server', () => editor.languageServers().some((id) => id !== server));
  await workbench.pricedLenses();
  await until('the status bar to be ready', async () => /symbols/.test(await workbench.statusText()));
});

test('a server that ends again and again is left, and said', async () => {
  const killed = new Set();
  await until('the message', async () => {
    for (const id of editor.languageServers().filter((one) => !killed.has(one))) {
      killed.add(id);
      process.kill(id, 'SIGKILL');
    }
    return (await workbench.toasts.filter({ hasText: 'ended five times' }).count()) > 0;
  }, 60_000);
  assert.ok(killed.size >= 4 && killed.size <= 5, `${killed.size} servers were started`);
  await editor.screenshot('trouble-crashes');
  await tryAgain(await workbench.toast('ended five times'));
  await until('the status bar to be ready', async () => /symbols/.test(await workbench.statusText()));
  await workbench.pricedLenses();
});
