// Runs the extension's own tests (vscode-extension/test) inside the real extension host of a code-server.
//
//     node tests/e2e/hosted.mjs [SUITE...]
//
// One start of the editor for each way in which a workspace can be opened: `single` (a folder), `roots` (two folders),
// `untrusted` (a folder that is not trusted), `beside` (a folder, with other extensions for Python). The compiled
// `out/host/index.js` is told which by PACKLENS_SUITE. As many go side by side as there are processors.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startCodeServer } from './support/code_server.mjs';
import { corpus, python, required, shots } from './support/environment.mjs';
import { addNeighbours } from './support/neighbours.mjs';
import { withSecondTry } from './support/second_try.mjs';
import { until } from './support/waiting.mjs';

const SUITES = ['single', 'roots', 'untrusted', 'beside'];
const extension = path.resolve(required('PACKLENS_EXTENSION'));
const entry = path.join(extension, 'out/host/index.js');
if (!fs.existsSync(entry)) throw new Error(`${entry} is not there: run \`node esbuild.mjs --tests\` in the extension`);
const wanted = process.argv.slice(2);
const suites = SUITES.filter((name) => !wanted.length || wanted.includes(name));
const failed = await withSecondTry(suites, os.availableParallelism(), async (suite) => {
  const code = await ended(suite);
  console.log(`extension host, ${suite}: ${code === 0 ? 'passed' : 'FAILED'}`);
  return code === 0;
});
process.exit(failed.length ? 1 : 0);

/** Runs a suite in an editor of its own; gives 0 when all of it passed and nothing stayed behind. */
async function ended(suite) {
  const editor = await startCodeServer({
    name: `host-${suite}`,
    install: false,
    trusted: suite !== 'untrusted',
    flags: ['--vscode-option', 'enable-smoke-test-driver'],
    // Where trust is missing, the setting is one that must not be followed, and the server stands on PATH.
    ...(suite === 'untrusted' ? { server: false, settings: { 'packlens.interpreter': '/nowhere/python' } } : {}),
    ...(suite === 'beside' ? { server: false, prepare: (folder) => addNeighbours(path.join(folder, 'extensions'), python) } : {}),
    env: { PACKLENS_SUITE: suite, PATH: `${path.dirname(python)}:${process.env.PATH}` },
  });
  let code = 1;
  try {
    code = await run(editor, suite, await workspaceOf(suite, editor));
  } catch (error) {
    console.error(error);
  }
  await editor.close().catch((error) => {
    console.error(error.message);
    code = 1;
  });
  return code;
}

async function workspaceOf(suite, editor) {
  const first = editor.workspace('flask', {}, corpus('flask'));
  if (suite !== 'roots') return first;
  const second = editor.workspace('click', {}, corpus('click'));
  const file = path.join(editor.folder, 'workspaces', 'two.code-workspace');
  fs.writeFileSync(file, JSON.stringify({ folders: [{ path: first }, { path: second }] }));
  return file;
}

async function run(editor, suite, root) {
  let code;
  editor.prepare = async (page) => {
    await page.exposeFunction('codeAutomationExit', (value) => void (code = value));
    await page.exposeFunction('codeAutomationLog', (type, args) => {
      const text = args.join(' ');
      if (text.startsWith('| ')) console.log(text.replace(/^\| /gm, `${suite}: `));
      else fs.appendFileSync(path.join(shots, `${editor.name}.automation.log`), `${type} ${text}\n`);
    });
  };
  await editor.open(root, undefined, {
    ready: false,
    payload: [
      ['extensionDevelopmentPath', editor.remote(extension)],
      ['extensionTestsPath', editor.remote(entry)],
    ],
  });
  await until('the tests in the extension host to end', () => code !== undefined, 1_800_000);
  return code;
}
