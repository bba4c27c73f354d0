// Settings of the machine that arrive after the extension was started, as they do in every remote window that was never
// open before: what was begun without them is given up, whatever it was at.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { startCodeServer } from '../support/code_server.mjs';
import { corpus, packlens, python } from '../support/environment.mjs';
import { sameText } from '../support/texts.mjs';
import { until } from '../support/waiting.mjs';
import { Workbench } from '../support/workbench.mjs';

let editor;
afterEach(() => editor?.close());

// The only Python on PATH has nothing installed. It tells that it was started, and takes `seconds` to answer.
async function opened(name, seconds) {
  editor = await startCodeServer({ name, server: false, prepare: (folder) => ({ PATH: programs(folder, seconds) }) });
  const root = editor.workspace('flask', {}, corpus('flask'));
  return new Workbench(await editor.open(root, 'ctx.py'));
}

function programs(folder, seconds) {
  const [bin, clean] = [path.join(folder, 'programs'), path.join(folder, 'clean')];
  fs.mkdirSync(bin);
  for (const name of ['sh', 'bash', 'cat', 'uname', 'env', 'sed', 'ps', 'sleep', 'touch']) {
    const found = ['/bin', '/usr/bin'].map((place) => path.join(place, name)).find((file) => fs.existsSync(file));
    if (found) fs.symlinkSync(found, path.join(bin, name));
  }
  execFileSync(python, ['-m', 'venv', '--without-pip', clean]);
  for (const name of ['python3', 'python']) {
    const text = `#!/bin/sh\ntouch "${folder}/asked"\nsleep ${seconds}\nexec "${clean}/bin/python3" "$@"\n`;
    fs.writeFileSync(path.join(bin, name), text, { mode: 0o755 });
  }
  return bin;
}

function settingsArrive() {
  fs.writeFileSync(path.join(editor.folder, 'user/Machine/settings.json'), JSON.stringify({ 'packlens.interpreter': python }));
}

async function servedByInterpreter(workbench) {
  await workbench.pricedLenses();
  await workbench.cursor(357, 9);
  await workbench.pricedLenses();
  const text = await workbench.copied(() => workbench.clickLens('def match_request', /copy context/));
  sameText(text, packlens('pack', path.join(editor.folder, 'workspaces/flask'), '--entry', 'ctx.py::RequestContext.match_request'));
  const storage = path.join(editor.folder, 'user/User/globalStorage/packlens.packlens');
  await until('what was begun to be cleaned away', () => !fs.existsSync(storage) || fs.readdirSync(storage).every((name) => !name.startsWith('server-')));
  assert.equal(await workbench.toasts.filter({ hasText: /environment|Python/ }).count(), 0);
}

const log = () => fs.globSync(path.join(editor.folder, 'user/logs/**/*Packlens.log')).map((file) => fs.readFileSync(file, 'utf8')).join('');

test('while places are asked: no environment is begun', async () => {
  const workbench = await opened('late-asking', 5);
  await until('the Python on PATH to be asked', () => fs.existsSync(path.join(editor.folder, 'asked')), 60_000);
  settingsArrive();
  await servedByInterpreter(workbench);
  assert.match(log(), /looking again/);
  assert.doesNotMatch(log(), /-m venv/);
});

test('while an environment is made: it is given up', async () => {
  const workbench = await opened('late-making', 0);
  await until('the environment to be begun', () => /-m venv/.test(log()), 60_000);
  settingsArrive();
  await servedByInterpreter(workbench);
  assert.match(log(), /looking again/);
});
