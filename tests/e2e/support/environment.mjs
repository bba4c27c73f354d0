// What the runners are told by environment variables (README.md lists them), and the packages that drive the editors.
//
// The packages stand in the cache folder and not beside this file, so they are required from there.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The value of an environment variable that the runner cannot do without. */
export function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: source env.sh and see tests/e2e/README.md, or run .ci/run`);
  return value;
}

const fromModules = createRequire(path.join(required('PACKLENS_E2E_MODULES'), 'none.js'));
export const { chromium } = fromModules('playwright-core');
/** The source text of axe, to be run inside a page. */
export const axeSource = () => fs.readFileSync(fromModules.resolve('axe-core/axe.min.js'), 'utf8');

export const node = required('PACKLENS_NODE');
export const codeServerEntry = required('PACKLENS_CODE_SERVER');
export const chromiumPath = required('PACKLENS_CHROMIUM');
export const python = required('PACKLENS_PYTHON');
export const shots = path.resolve(required('PACKLENS_SHOTS'));
fs.mkdirSync(shots, { recursive: true });

/** What a command of the command line prints, as text, without Jedi, as the person's settings have it here. Its stderr goes to ours. */
export function packlens(command, ...args) {
  return execFileSync(python, ['-m', 'packlens', command, '--no-jedi', ...args], { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The folder of a package's own modules, unpacked from the registry: `corpus('flask')` is `.../flask`. */
export const corpus = (name) => unpacked('package', name);

/** The folder of all that a package's sdist holds, its tests too. */
export const sources = (name) => unpacked('sources', name);

function unpacked(what, name) {
  const root = path.resolve(import.meta.dirname, '../../..');
  const program = `import sys; from tests.support.corpus import ${what}; print(${what}(sys.argv[1]))`;
  return execFileSync(python, ['-c', program, name], { cwd: root, encoding: 'utf8' }).trim();
}
