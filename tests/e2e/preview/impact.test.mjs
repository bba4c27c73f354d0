// The picture of an impact in a browser, without an editor around it: the real page, and answers of the command line. That
// every symbol can be reached and opened by keyboard, that a large answer is folded, that axe finds nothing.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { axeSource, chromium, chromiumPath, corpus, packlens, required, shots } from '../support/environment.mjs';
import { until } from '../support/waiting.mjs';
import { themeCss } from './themes.mjs';

const SOURCES = path.resolve(import.meta.dirname, '../../../vscode-extension/src/impact');
const say = (message, ...values) => message.replace(/\{(\d+)\}/g, (_, at) => String(values[Number(at)]));
let folder, model, server, browser, page, told;

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'packlens-impact-'));
  const { build } = createRequire(path.join(required('PACKLENS_EXTENSION'), 'package.json'))('esbuild');
  const contents = ['picture', 'pictureView', 'html'].map((name) => `export * from ${JSON.stringify(path.join(SOURCES, name))};`).join('\n');
  await build({ stdin: { contents, resolveDir: SOURCES }, bundle: true, platform: 'node', format: 'cjs', outfile: path.join(folder, 'model.cjs') });
  await build({ entryPoints: [path.join(SOURCES, 'page/index.ts')], bundle: true, platform: 'browser', format: 'iife', target: 'es2022', outfile: path.join(folder, 'impact.js') });
  model = createRequire(import.meta.url)(path.join(folder, 'model.cjs'));
  server = http.createServer((request, response) => {
    const { pathname, searchParams, origin } = new URL(request.url, `http://${request.headers.host}`);
    const theme = searchParams.get('theme');
    const send = (type, body) => response.writeHead(200, { 'content-type': type }).end(body);
    if (/^\/impact\.(js|css)$/.test(pathname)) send(pathname.endsWith('js') ? 'text/javascript' : 'text/css', fs.readFileSync(path.join(folder, pathname.slice(1))));
    else if (pathname === '/theme.css') send('text/css', themeCss(theme));
    else send('text/html', model.pageHtml({ cspSource: origin, nonce: 'n0nce', script: '/impact.js', style: '/impact.css' }, 'en', say).replace('<link', `<link rel="stylesheet" href="/theme.css?theme=${theme}"><link`));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
});
after(async () => {
  await browser?.close();
  server?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function show(impact, theme = 'dark', width = 1000) {
  await page?.close();
  told = [];
  page = await browser.newPage({ viewport: { width, height: 700 } });
  await page.exposeFunction('tellHost', (message) => void told.push(message));
  await page.addInitScript(() => { window.acquireVsCodeApi = () => ({ postMessage: (message) => window.tellHost(message) }); });
  await page.goto(`http://127.0.0.1:${server.address().port}/?theme=${theme}`);
  const view = model.pictureView(model.pictureOf(impact), impact.asked, say);
  await page.evaluate((message) => window.postMessage(message, '*'), view);
  await until('the picture', async () => (await page.locator('.node').count()) === view.nodes.length);
  return view;
}

const answer = (...targets) => JSON.parse(packlens('impact', ...targets, '--root', corpus('flask'), '--format', 'json'));
const focused = () => page.evaluate(() => document.activeElement.dataset.id ?? document.activeElement.id);

test('symbols are reached along the lines by keyboard, and opened', async () => {
  await show(answer('json/provider.py::JSONProvider.dumps'));
  await page.locator('.node[tabindex="0"]').focus();
  assert.equal(await focused(), 'json/provider.py::JSONProvider.dumps');
  await page.keyboard.press('ArrowRight');
  const direct = await focused();
  assert.notEqual(direct, 'json/provider.py::JSONProvider.dumps');
  assert.ok(await page.locator('.line.lit').count());
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await focused(), direct);
  await page.keyboard.press('Enter');
  await until('the symbol to be opened', () => told.some(({ type }) => type === 'open'));
  assert.equal(told.find(({ type }) => type === 'open').target, await focused());
  await page.keyboard.press('Home');
  assert.equal(await focused(), 'json/provider.py::JSONProvider.dumps');
  assert.equal(await page.locator('.node[tabindex="0"]').count(), 1);
});

test('an answer of many symbols is folded to its files, and fits on demand', async () => {
  const impact = answer('json/provider.py::JSONProvider.dumps');
  const [first] = impact.direct;
  const many = Array.from({ length: 600 }, (_, at) => ({ ...first, id: `pkg/m${at % 150}.py::f${at}`, path_ids: [first.path_ids[0], `pkg/m${at % 150}.py::f${at}`] }));
  const view = await show({ ...impact, direct: many, transitive: [], tests: [] });
  assert.ok(view.folded && view.nodes.length <= 200, `${view.nodes.length} nodes`);
  await page.locator('#fit').click();
  const { width, height } = await page.locator('#picture').boundingBox();
  assert.ok(width <= 1000 && height <= 700, `${width} by ${height}`);
  await page.screenshot({ path: path.join(shots, 'impact-folded.png') });
});

test('in a narrow column it begins smaller, as far as names can be read', async () => {
  const drawn = async (room) => {
    const view = await show(answer('json/provider.py::JSONProvider.dumps'), 'dark', room);
    return (await page.locator('#picture').boundingBox()).width / view.width;
  };
  const { width } = await show(answer('json/provider.py::JSONProvider.dumps'));
  assert.equal(await drawn(Math.ceil(width) + 100), 1);
  const fitted = await drawn(Math.round(width * 0.9));
  assert.ok(fitted > 0.75 && fitted < 1, `${fitted}`);
  assert.equal(await drawn(400), 0.75);
});

for (const theme of ['dark', 'light', 'contrast']) {
  test(`nothing for axe to find, and a picture: ${theme}`, async () => {
    await show(answer('json/provider.py::JSONProvider.dumps'), theme);
    await page.screenshot({ path: path.join(shots, `impact-${theme}.png`) });
    await page.evaluate(axeSource());
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`), []);
  });
}
