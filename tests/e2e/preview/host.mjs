// The extension's side of the preview without an editor: the real page, model and server, and a channel between them.
//
// The page is loaded over HTTP with the policy that it has in the editor. What the extension host does with the editor's
// API (the clipboard, opening a file) is noted in `done` instead.
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { themeCss } from './themes.mjs';

const SOURCES = path.resolve(import.meta.dirname, '../../../vscode-extension');

/** The model, bundled from the extension's sources with the extension's esbuild. */
export async function bundled(extension, folder) {
  const { build } = createRequire(path.join(extension, 'package.json'))('esbuild');
  const src = (name) => path.join(SOURCES, 'src/preview', name);
  const outfile = path.join(folder, 'model.cjs');
  const contents = ['html', 'messages', 'question', 'state', 'stretches', 'view', 'words', '../failure', 'answer']
    .map((name) => `export * from ${JSON.stringify(src(name))};`)
    .join('\n');
  await build({ stdin: { contents, resolveDir: SOURCES }, bundle: true, platform: 'node', format: 'cjs', outfile });
  await build({ entryPoints: [src('page/index.ts')], bundle: true, platform: 'browser', format: 'iife', target: 'es2022', outfile: path.join(folder, 'preview.js') });
  return createRequire(import.meta.url)(outfile);
}

/** Serves the page of `model` in a theme; gives its address and a way to stop. */
export async function served(model, folder) {
  const say = (message, ...values) => message.replace(/\{(\d+)\}/g, (_, at) => String(values[Number(at)]));
  const server = http.createServer((request, response) => {
    const { pathname, searchParams, origin } = new URL(request.url, `http://${request.headers.host}`);
    const send = (type, body) => response.writeHead(200, { 'content-type': type }).end(body);
    if (pathname === '/preview.js') send('text/javascript', fs.readFileSync(path.join(folder, 'preview.js')));
    else if (pathname === '/preview.css') send('text/css', fs.readFileSync(path.join(folder, 'preview.css')));
    else if (pathname === '/theme.css') send('text/css', themeCss(searchParams.get('theme')));
    else {
      const theme = searchParams.get('theme') ?? 'dark';
      const sources = { cspSource: origin, nonce: 'n0nce', script: '/preview.js', style: '/preview.css' };
      const html = model.pageHtml(sources, 'en', say);
      const kind = { dark: 'vscode-dark', light: 'vscode-light', contrast: 'vscode-high-contrast' }[theme];
      send('text/html', html.replace('<link', `<link rel="stylesheet" href="/theme.css?theme=${theme}"><link`).replace('<body>', `<body class="${kind}">`));
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Shows a preview of `targets` in a browser page and keeps it in step, as the extension does. */
export async function preview(page, model, server, address, targets, more = {}) {
  const words = new model.PreviewWords((message, ...values) => message.replace(/\{(\d+)\}/g, (_, at) => String(values[Number(at)])), 'en');
  const host = { done: [], state: model.started(model.questionOf({ targets }, more)) };
  let sent;
  const post = (message) => page.evaluate((one) => window.postMessage(one, '*'), message);
  const show = async () => {
    await post({ type: 'view', view: model.viewOf(host.state, words), kept: { root: '', question: host.state.question } });
    const { answer } = host.state;
    if (answer !== undefined && sent !== answer) {
      sent = answer;
      await post({ type: 'text', text: answer.text, format: answer.format, stretches: model.stretchesOf(answer.text, answer.parts.items) });
    }
  };
  host.dispatch = async (event) => {
    host.state = model.reduce(host.state, event);
    if (model.mustAsk(host.state)) {
      host.state = model.reduce(host.state, { type: 'asked' });
      const number = host.state.asked;
      server.execute('packlens.server.pack', model.packArguments(host.state.question)).then(
        (result) => host.dispatch({ type: 'answered', number, answer: model.answerOf(result) }),
        (error) => host.dispatch({ type: 'failed', number, failure: model.failureOf(error) }),
      );
    }
    await show();
  };
  await page.exposeFunction('tellHost', async (raw) => {
    const message = model.fromPage(JSON.parse(raw));
    host.done.push(message);
    switch (message?.type) {
      case 'edit':
        return host.dispatch({ type: 'edit', edit: message.edit });
      case 'undo':
      case 'redo':
        return host.dispatch({ type: message.type });
      case 'retry':
        return host.dispatch({ type: 'textsChanged' });
      case 'ready':
        return host.dispatch({ type: 'textsChanged' });
      case 'copy':
        host.copied = model.copyable(host.state);
        return host.dispatch({ type: 'copied' });
      default:
        return undefined;
    }
  });
  await page.addInitScript(() => {
    let state;
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => window.tellHost(JSON.stringify(message)),
      getState: () => state,
      setState: (next) => { state = next; },
    });
  });
  await page.goto(address);
  return host;
}
