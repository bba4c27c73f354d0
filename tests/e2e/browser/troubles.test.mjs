// What a person reads when the server cannot be had, in the order in which a person without Python meets it: no Python,
// an old one, no network for the first environment, then one that works; a server that ends again and again.
//
// PATH is a folder of this test, so each step is what was put there, and Try Again in the message goes on. Every name of a
// Python stands there, as a program that fails until a step makes it better: what a machine has elsewhere is not met.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { corpus, packlens, python } from '../support/environment.mjs';
import { story } from '../support/story.mjs';
import { sameText } from '../support/texts.mjs';
import { until } from '../support/waiting.mjs';

// As in the extension's basePython.ts.
const PYTHONS = ['python3', 'python', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'py'];
const program = (name, text) => fs.writeFileSync(path.join(programs, name), text, { mode: 0o755 });
let programs;
let configuration;
const pip = Object.fromEntries(Object.keys(process.env).filter((name) => /^PIP_(?!CERT)/.test(name)).map((name) => [name, undefined]));
const told = story({ name: 'troubles', server: false, prepare: bare, env: pip }, (editor) => ({
  root: editor.workspace('flask', {}, corpus('flask')),
  file: 'ctx.py',
}));

// A machine on which nothing is called python, and whose pip is told of an index that nobody serves.
function bare(folder) {
  programs = path.join(folder, 'programs');
  fs.mkdirSync(programs);
  for (const name of ['sh', 'bash', 'cat', 'uname', 'env', 'sed', 'ps']) {
    const found = ['/bin', '/usr/bin'].map((place) => path.join(place, name)).find((file) => fs.existsSync(file));
    if (found) fs.symlinkSync(found, path.join(programs, name));
  }
  for (const name of [...PYTHONS, 'packlens']) program(name, '#!/bin/sh\necho "there is no Python here" >&2\nexit 1\n');
  configuration = path.join(folder, 'home/.config/pip/pip.conf');
  fs.mkdirSync(path.dirname(configuration), { recursive: true });
  fs.writeFileSync(configuration, '[global]\nindex-url = http://127.0.0.1:9/simple\nextra-index-url =\nfind-links =\n');
  return { PATH: programs };
}

// A Python that has nothing installed, whatever was installed into the one that it comes from.
function cleanPython() {
  const folder = path.join(told.editor.folder, 'clean');
  execFileSync(python, ['-m', 'venv', '--without-pip', folder]);
  return path.join(folder, 'bin/python3');
}

async function tryAgain(toast) {
  await toast.hover();
  await toast.locator('.monaco-button', { hasText: 'Try Again' }).first().click();
  await told.workbench.page.mouse.move(1, 1); // a tooltip of the button would stand in the next picture
}

test('no Python', async () => {
  const toast = await told.workbench.toast('found no Python', 60_000);
  await until('the status bar to say so', async () => /no server/.test(await told.workbench.statusText()));
  await told.editor.screenshot('trouble-no-python');
  program('python3', '#!/bin/sh\necho "version 3 8"\n');
  await tryAgain(toast);
});

test('an old Python', async () => {
  const toast = await told.workbench.toast('found only Python 3.8');
  await told.editor.screenshot('trouble-old-python');
  fs.rmSync(path.join(programs, 'python3'));
  fs.symlinkSync(cleanPython(), path.join(programs, 'python3'));
  await tryAgain(toast);
});

test('no network for the first environment', async () => {
  const toast = await told.workbench.toast('could not download', 120_000);
  await told.editor.screenshot('trouble-no-network');
  fs.rmSync(configuration);
  await tryAgain(toast);
});

test('with Python and network, the environment is made and the lens copies', async () => {
  await told.workbench.toast('setting up its Python environment');
  await told.editor.screenshot('first-environment');
  await told.workbench.pricedLenses(480_000);
  await told.workbench.cursor(357, 9);
  await told.workbench.pricedLenses();
  const copied = await told.workbench.copied(() => told.workbench.clickLens('def match_request', /copy context/));
  sameText(copied, packlens('pack', told.root, '--entry', 'ctx.py::RequestContext.match_request'));
});

const running = () => until('the status bar to be ready', async () => /symbols/.test(await told.workbench.statusText()), 60_000);

test('a server that is killed comes back by itself', async () => {
  await killServer();
  await running();
  await told.workbench.pricedLenses();
});

test('a server that ends again and again is left, and said', async () => {
  for (let end = 2; end <= 4; end += 1) {
    await killServer();
    await running();
  }
  await killServer();
  const toast = await told.workbench.toast('ended five times');
  assert.match(await told.workbench.statusText(), /no server/);
  await told.editor.screenshot('trouble-crashes');
  await tryAgain(toast);
  await running();
  await told.workbench.pricedLenses();
});

// Kills the one server, and waits until the editor has noticed.
async function killServer() {
  const [server, ...others] = told.editor.languageServers();
  assert.deepEqual(others, []);
  process.kill(server, 'SIGKILL');
  await until('the status bar to say that the server is gone', async () => !/symbols/.test(await told.workbench.statusText()));
}
