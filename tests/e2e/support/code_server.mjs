// One code-server with its own home, settings and extensions folder, and the browser page that shows it.
//
// Everything lives in one temporary folder. `close()` ends what was started and then fails if the page or the
// extension host saw an error that nothing handled, or if a language server outlived its editor.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { chromium, chromiumPath, codeServerEntry, node, python, required, shots } from './environment.mjs';
import { extensionHosts, languageServers } from './processes.mjs';
import { until } from './waiting.mjs';

const modules = path.resolve(required('PACKLENS_E2E_MODULES'));

const QUIET = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.editor.enablePreview': false,
  'workbench.reduceMotion': 'on',
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'update.mode': 'none',
  'window.commandCenter': false,
  'window.confirmBeforeClose': 'never',
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  'editor.minimap.enabled': false,
  'editor.wordBasedSuggestions': 'off',
  'files.autoSave': 'off',
};

/**
 * @param {object} options
 * @param {string} options.name      names the log files
 * @param {object} [options.settings] user settings
 * @param {boolean} [options.server]  whether the settings say which Python runs the server (default true)
 * @param {boolean} [options.trusted] whether workspace trust is off (default true)
 * @param {boolean} [options.install] whether the VSIX is installed (default true)
 * @param {object} [options.env]      added to the environment of code-server
 * @param {(folder: string) => object} [options.prepare]  prepares the folder; what it gives is added to the environment
 * @param {string[]} [options.flags]  added to code-server's arguments
 */
export async function startCodeServer({ name, settings = {}, server = true, trusted = true, install = true, env = {}, prepare, flags = [] }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `packlens-${name}-`));
  const at = (part) => path.join(folder, part);
  for (const part of ['home', 'extensions', 'workspaces']) fs.mkdirSync(at(part));
  fs.mkdirSync(at('user/User'), { recursive: true });
  const chosen = {
    ...QUIET,
    'packlens.jedi.enabled': false, // so that every count stands at once
    ...(server ? { 'packlens.interpreter': python } : {}),
    ...(trusted ? {} : { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'always' }),
    ...settings,
  };
  fs.writeFileSync(at('user/User/settings.json'), JSON.stringify(chosen, null, 1));
  // Settings that name a program count from the machine's settings alone: to the browser, code-server is another machine.
  fs.mkdirSync(at('user/Machine'));
  const programs = Object.entries(chosen).filter(([key]) => /^packlens\.(interpreter|serverPath)$/.test(key));
  fs.writeFileSync(at('user/Machine/settings.json'), JSON.stringify(Object.fromEntries(programs), null, 1));
  fs.writeFileSync(at('config.yaml'), 'auth: none\n');
  // VSCODE_CLI says that the environment is a shell's already: else a login shell is asked, and its PATH counts.
  const environment = { ...process.env, ...homes(at('home')), VSCODE_CLI: '1', EXTENSIONS_GALLERY: '{"serviceUrl":""}', PACKLENS_E2E_RUN: folder, ...env, ...prepare?.(folder) };
  for (const key of Object.keys(environment)) if (environment[key] === undefined) delete environment[key];
  const common = ['--config', at('config.yaml'), '--user-data-dir', at('user'), '--extensions-dir', at('extensions')];
  if (install) await finished(node, [codeServerEntry, ...common, '--install-extension', required('PACKLENS_VSIX')], environment);

  const logged = path.join(shots, `${name}.code-server.log`);
  const log = fs.openSync(logged, 'w');
  const child = spawn(
    node,
    [
      codeServerEntry, ...common, '--auth', 'none', '--bind-addr', '127.0.0.1:0', '--disable-telemetry',
      '--disable-update-check', '--disable-getting-started-override', '--disable-file-downloads',
      ...(trusted ? ['--disable-workspace-trust'] : []), ...flags,
    ],
    { env: environment, stdio: ['ignore', log, log] },
  );
  fs.closeSync(log);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const port = await until('code-server to say where it listens', () => /server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(fs.readFileSync(logged, 'utf8'))?.[1], 120_000);
  await until('code-server to answer', () => answers(`http://127.0.0.1:${port}/healthz`), 120_000);
  return new CodeServer({ name, folder, port, child, exited });
}

export class CodeServer {
  constructor({ name, folder, port, child, exited }) {
    this.name = name;
    this.folder = folder;
    this.home = path.join(folder, 'home');
    this.origin = `http://127.0.0.1:${port}`;
    this.authority = `127.0.0.1:${port}`;
    this.child = child;
    this.exited = exited;
    this.errors = [];
    this.expectedErrors = [];
  }

  /** A folder of the workspace, with `files` (text by path), or as a copy of the folder `from`. */
  workspace(name, files, from) {
    const root = path.join(this.folder, 'workspaces', name);
    fs.mkdirSync(root, { recursive: true });
    if (from) fs.cpSync(from, root, { recursive: true });
    for (const [file, text] of Object.entries(files ?? {})) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    return root;
  }

  /** The page that shows `root` (a folder, or a .code-workspace file), with `file` of it open. */
  async open(root, file, { payload = [], viewport = { width: 1280, height: 800 }, ready = true } = {}) {
    this.browser ??= await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    const context = await this.browser.newContext({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const lines = fs.createWriteStream(path.join(shots, `${this.name}.console.log`), { flags: 'a' });
    page.on('console', (message) => lines.write(`${message.type()} ${message.text()}\n`));
    page.on('pageerror', (error) => this.errors.push(`page: ${error.stack ?? error}`));
    const first = file ? [['openFile', this.remote(path.isAbsolute(file) ? file : path.join(root, file))]] : [];
    const query = new URLSearchParams({ [root.endsWith('.code-workspace') ? 'workspace' : 'folder']: root });
    const extra = [...first, ...payload];
    if (extra.length) query.set('payload', JSON.stringify(extra));
    this.page = page;
    await page.bringToFront();
    await this.prepare?.(page);
    await page.goto(`${this.origin}/?${query}`);
    if (ready) {
      await page.waitForSelector('.monaco-workbench', { timeout: 120_000 });
      if (file) await page.waitForSelector('.monaco-editor .view-line', { timeout: 120_000 });
    }
    return page;
  }

  /** The address by which the browser names a file of the server. */
  remote(file) {
    return `vscode-remote://${this.authority}${file}`;
  }

  languageServers() {
    return languageServers(`PACKLENS_E2E_RUN=${this.folder}`);
  }

  extensionHosts() {
    return extensionHosts(`PACKLENS_E2E_RUN=${this.folder}`);
  }

  async screenshot(name, options = {}) {
    await this.page.screenshot({ path: path.join(shots, `${name}.png`), ...options });
  }

  /** Ends browser and code-server, keeps the logs, and fails on what nothing handled. */
  async close() {
    await this.browser?.close();
    this.child.kill('SIGTERM');
    await this.exited;
    this.errors.push(...this.extensionErrors());
    await until('every language server to end with its editor', () => this.languageServers().length === 0).catch((error) => this.errors.push(error.message));
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    const unexpected = this.errors.filter((error) => !this.expectedErrors.some((pattern) => pattern.test(error)));
    if (unexpected.length) throw new Error(`errors that nothing handled in ${this.name}:\n${unexpected.join('\n')}`);
  }

  // The extension host writes what was thrown and not caught into its log, with the extension's name or its paths. The
  // editor's own extensions are thrown from too; that the editor and its home lie in folders of our name does not make
  // them ours. A tree that is being drawn when the window closes is withdrawn by the editor itself, and a click that it lost (see
  // Workbench.copied) is its own too.
  extensionErrors() {
    const found = [];
    for (const file of fs.globSync(path.join(this.folder, 'user/logs/**/*.log'))) {
      const text = fs.readFileSync(file, 'utf8');
      fs.appendFileSync(path.join(shots, `${this.name}.logs.txt`), `== ${path.relative(this.folder, file)}\n${text}\n`);
      if (!/exthost/.test(path.basename(file))) continue;
      for (const entry of text.split(/\n(?=\d{4}-\d\d-\d\d )/)) if (/\[error\]/.test(entry) && /packlens/i.test(entry.replaceAll(modules, '').replaceAll(this.folder, '')) && !/Unable to refresh tree view .*: Canceled|Actual command not found/.test(entry)) found.push(`extension host: ${entry.trim()}`);
    }
    return found;
  }
}

const homes = (home) => ({
  HOME: home,
  XDG_CONFIG_HOME: path.join(home, '.config'),
  XDG_DATA_HOME: path.join(home, '.local/share'),
  XDG_CACHE_HOME: path.join(home, '.cache'),
});

function finished(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (status) => (status === 0 ? resolve(output) : reject(new Error(`${args.slice(1).join(' ')} ended with ${status}\n${output}`))));
  });
}

const answers = (url) =>
  new Promise((resolve) => {
    http.get(url, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });
