// Workspaces that are not one trusted folder of a few files: not trusted, two roots, a file of 5,000 lines, nothing at all.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { startCodeServer } from '../support/code_server.mjs';
import { corpus, packlens, python } from '../support/environment.mjs';
import { sameText } from '../support/texts.mjs';
import { until } from '../support/waiting.mjs';
import { Workbench } from '../support/workbench.mjs';

let editor;
after(() => editor?.close());

async function fresh(options) {
  await editor?.close();
  editor = undefined;
  editor = await startCodeServer(options);
}

test('a folder that is not trusted is served by PATH, whatever its settings name', async () => {
  await fresh({ name: 'untrusted', trusted: false, server: false, env: { PATH: `${path.dirname(python)}:${process.env.PATH}` } });
  const root = editor.workspace('flask', {}, corpus('flask'));
  const marker = path.join(editor.folder, 'was-run');
  const program = path.join(root, 'packlens-of-the-folder');
  fs.writeFileSync(program, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  fs.mkdirSync(path.join(root, '.vscode'));
  fs.writeFileSync(path.join(root, '.vscode/settings.json'), JSON.stringify({ 'packlens.serverPath': program, 'packlens.interpreter': program }));
  const workbench = new Workbench(await editor.open(root, 'ctx.py'));
  await workbench.pricedLenses();
  await workbench.cursor(357, 9);
  await workbench.pricedLenses();
  await editor.screenshot('untrusted');
  const text = await workbench.copied(() => workbench.clickLens('def match_request', /copy context/));
  sameText(text, packlens('pack', root, '--entry', 'ctx.py::RequestContext.match_request'));
  assert.equal(fs.existsSync(marker), false);
});

test('two roots have a server each, and each lens packs its own', async () => {
  await fresh({ name: 'roots' });
  const first = editor.workspace('flask', {}, corpus('flask'));
  const second = editor.workspace('click', {}, corpus('click'));
  const file = path.join(editor.folder, 'two.code-workspace');
  fs.writeFileSync(file, JSON.stringify({ folders: [{ path: first }, { path: second }] }));
  const workbench = new Workbench(await editor.open(file, path.join(first, 'signals.py')));
  await until('the first server', () => editor.languageServers().length === 1);
  await workbench.goTo('termui.py');
  const lines = fs.readFileSync(path.join(second, 'termui.py'), 'utf8').split('\n');
  await workbench.cursor(lines.findIndex((line) => line.startsWith('def hidden_prompt_func')) + 1);
  await workbench.pricedLenses();
  assert.equal(editor.languageServers().length, 2);
  const text = await workbench.copied(() => workbench.clickLens('def hidden_prompt_func', /copy context/));
  sameText(text, packlens('pack', second, '--entry', 'termui.py::hidden_prompt_func'));
  await editor.screenshot('roots');
});

test('a file of 5,000 lines has its lenses and copies from its end', async () => {
  const functions = Array.from({ length: 1000 }, (_, index) => `def f${index}(value):\n    first = value + ${index}\n    return f${Math.max(0, index - 1)}(first)\n\n\n`);
  const root = editor.workspace('long', { 'long.py': functions.join('') });
  const workbench = new Workbench(await editor.open(root, 'long.py'));
  await workbench.pricedLenses();
  await workbench.cursor(4991, 5);
  const rows = await workbench.pricedLenses();
  assert.ok(rows.every((titles) => titles.length === 3), JSON.stringify(rows));
  const text = await workbench.copied(() => workbench.clickLens('def f998(', /copy context/));
  sameText(text, packlens('pack', root, '--entry', 'long.py::f998'));
  await editor.screenshot('long');
});

test('a folder with one empty file is no error, and its context is copied', async () => {
  const root = editor.workspace('empty', { 'nothing.py': '' });
  const workbench = new Workbench(await editor.open(root, 'nothing.py'));
  await until('the status bar', async () => /\b1 symbol/.test(await workbench.statusText()), 60_000);
  const text = await workbench.copied(() => workbench.command('Packlens: Copy Context of File'));
  sameText(text, packlens('pack', root, '--entry', 'nothing.py'));
  await editor.screenshot('empty');
});

test('a folder without Python has no server and no error, and a command says what is missing', async () => {
  await fresh({ name: 'prose' });
  const root = editor.workspace('prose', { 'README.md': '# Prose\n' });
  const workbench = new Workbench(await editor.open(root, 'README.md'));
  await workbench.page.locator('.activitybar [aria-label="Packlens"]').first().waitFor();
  await workbench.command('Packlens: Copy Context of Open Files');
  await workbench.toast('No Python file is open');
  assert.deepEqual(editor.languageServers(), []);
  await editor.screenshot('no-python-file');
});

test('an extension host that is killed takes its server with it', async () => {
  await fresh({ name: 'killed' });
  const root = editor.workspace('killed', { 'one.py': 'def f():\n    return 1\n' });
  const workbench = new Workbench(await editor.open(root, 'one.py'));
  await workbench.pricedLenses();
  const [server, ...others] = editor.languageServers();
  assert.deepEqual(others, []);
  editor.extensionHosts().forEach((host) => process.kill(host, 'SIGKILL'));
  await until('the server to end', () => !editor.languageServers().includes(server));
});
