// Extensions that answer for Python too, as far as this one can see them: their names, and what they tell others.
import fs from 'node:fs';
import path from 'node:path';

/** Puts them into an extensions folder that is still empty. The Python extension reports `interpreter`. */
export function addNeighbours(extensions, interpreter) {
  add(extensions, 'detachhead', 'basedpyright', 'exports.activate = () => undefined;');
  add(extensions, 'ms-python', 'vscode-python-envs', `
    const vscode = require('vscode');
    const changed = new vscode.EventEmitter();
    // It has chosen nothing until a test says what.
    exports.activate = () => {
      const api = { changed, chosen: undefined, getEnvironment: async () => api.chosen, onDidChangeEnvironment: changed.event };
      return api;
    };`);
  add(extensions, 'ms-python', 'python', `
    const vscode = require('vscode');
    const changed = new vscode.EventEmitter();
    // What stands here is what its users may ask. Tests change it, and tell of it with \`changed\`.
    exports.activate = () => ({
      changed,
      environments: {
        getActiveEnvironmentPath: () => ({ path: ${JSON.stringify(interpreter)} }),
        resolveEnvironment: async ({ path }) => ({ executable: { uri: vscode.Uri.file(path) } }),
        onDidChangeActiveEnvironmentPath: changed.event,
      },
      settings: { getExecutionDetails: () => ({ execCommand: [${JSON.stringify(interpreter)}] }) },
    });`);
}

function add(extensions, publisher, name, program) {
  const folder = path.join(extensions, `${publisher}.${name}-2026.1.0`);
  fs.mkdirSync(folder, { recursive: true });
  const described = { publisher, name, version: '2026.1.0', engines: { vscode: '^1.91.0' }, main: './main.js', activationEvents: [], extensionKind: ['workspace'] };
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(described));
  fs.writeFileSync(path.join(folder, 'main.js'), program);
}
