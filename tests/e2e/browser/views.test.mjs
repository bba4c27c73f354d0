// The palette, the preview, the basket, callers and the status bar, as a person uses them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from '../support/accessibility.mjs';
import { corpus, packlens } from '../support/environment.mjs';
import { story } from '../support/story.mjs';
import { sameText } from '../support/texts.mjs';
import { until } from '../support/waiting.mjs';

const METHOD = 'ctx.py::RequestContext.match_request';
const told = story({ name: 'views' }, (editor) => ({ root: editor.workspace('flask', {}, corpus('flask')), file: 'ctx.py' }));
const pack = (...args) => packlens('pack', told.root, ...args);
let preview;

/** Waits until the preview shows `text`; when it does not, says where it differs. */
async function previewShows(text) {
  const shown = () => preview.locator('#pack-text').textContent();
  await until('the preview', async () => (await shown()) === text).catch(async () => sameText(await shown(), text, 'the preview'));
}

async function typeBudget(budget) {
  await preview.locator('#budget').click({ clickCount: 3 });
  await told.workbench.page.keyboard.type(`${budget}`);
}

const row = (id) => preview.locator(`#in .row[data-id=${JSON.stringify(id)}]`);

test('the status bar counts the symbols, and a click says what is indexed', async () => {
  await told.workbench.pricedLenses();
  const { symbols } = JSON.parse(packlens('status', told.root, '--json'));
  await until('the count', async () => (await told.workbench.statusText()).includes(`${symbols.toLocaleString('en')} symbols`));
  await told.workbench.statusItem().click();
  await until('the rows', async () => (await told.workbench.pickRows()).some((text) => text.includes('24 files')));
  await told.editor.screenshot('status');
  await told.workbench.page.keyboard.press('Escape');
});

test('the palette has every command, and the one at the cursor copies', async () => {
  await told.workbench.cursor(362, 25);
  const text = await told.workbench.copied(() => told.workbench.command('Packlens: Copy Context of Symbol at Cursor'));
  sameText(text, pack('--entry', METHOD));
  await told.workbench.page.keyboard.press('F1');
  await told.workbench.page.locator('.quick-input-widget .quick-input-box input').fill('>Packlens: ');
  await until('the commands', async () => (await told.workbench.pickRows()).filter((text) => text.startsWith('Packlens:')).length >= 10);
  await told.editor.screenshot('palette');
  await told.workbench.page.keyboard.press('Escape');
});

test('the preview shows the pack as the command line prints it', async () => {
  await told.workbench.command('Packlens: Preview Context...');
  preview = await told.workbench.webview('#pack-text');
  await previewShows(pack('--entry', METHOD));
  await told.editor.screenshot('preview');
});

test('the preview breaks no rule of accessibility', async () => {
  assert.deepEqual(await violations(preview), []);
});

test('the preview follows a budget that is typed, a part that is dropped, one that is pinned', async () => {
  await typeBudget(900);
  await previewShows(pack('--entry', METHOD, '--budget', '900'));
  await typeBudget(4000);
  await row('app.py::Flask.wsgi_app').hover();
  await row('app.py::Flask.wsgi_app').locator('.drop').click();
  await previewShows(pack('--entry', METHOD, '--drop', 'app.py::Flask.wsgi_app'));
  await row('ctx.py::RequestContext.push').hover();
  await row('ctx.py::RequestContext.push').locator('.level').click();
  await preview.locator('#menu button[data-value=signature]').click();
  await previewShows(pack('--entry', METHOD, '--drop', 'app.py::Flask.wsgi_app', '--pin', 'ctx.py::RequestContext.push=signature'));
  await told.editor.screenshot('preview-chosen');
});

test('the preview copies what it shows, and takes choices back', async () => {
  const chosen = pack('--entry', METHOD, '--drop', 'app.py::Flask.wsgi_app', '--pin', 'ctx.py::RequestContext.push=signature');
  sameText(await told.workbench.copied(() => preview.locator('#copy').click()), chosen);
  await preview.locator('#undo').click();
  await previewShows(pack('--entry', METHOD, '--drop', 'app.py::Flask.wsgi_app'));
  await preview.locator('#undo').click();
  await previewShows(pack('--entry', METHOD));
});

test('the preview is reached by keyboard alone', async () => {
  await preview.locator('#budget').focus();
  const reached = new Set();
  for (let step = 0; step < 14; step += 1) {
    await told.workbench.page.keyboard.press('Tab');
    reached.add(await preview.evaluate(() => document.activeElement?.closest('[id]')?.id ?? ''));
  }
  for (const id of ['format', 'direction', 'depth', 'signatures-only', 'in', 'splitter', 'pack-scroll']) assert.ok(reached.has(id), `${id} is not reached: ${[...reached].join(', ')}`);
});

test('in high contrast the preview breaks no rule either', async () => {
  await told.workbench.page.keyboard.press('Control+1');
  await told.workbench.command('Preferences: Color Theme');
  await told.workbench.answer('Dark High Contrast');
  await until('the theme', () => preview.evaluate(() => document.body.classList.contains('vscode-high-contrast')));
  assert.deepEqual(await violations(preview), []);
  await told.editor.screenshot('preview-high-contrast');
  await told.workbench.page.keyboard.press('Control+1');
  await told.workbench.command('Preferences: Color Theme');
  await told.workbench.answer('Dark Modern');
});

test('the callers lens opens the tree, whose rows open their places', async () => {
  await told.workbench.command('View: Close All Editors');
  await told.workbench.goTo('provider.py');
  await told.workbench.pricedLenses();
  await told.workbench.clickLens('class JSONProvider', /callers?/);
  const rows = told.workbench.treeRows('Callers');
  const [, ...files] = packlens('callers', 'json/provider.py::JSONProvider', '--root', told.root).split('\n');
  const first = files.find((line) => line.startsWith('  ') && !line.startsWith('    ')).trim().split('::')[0];
  await rows.filter({ hasText: first }).first().waitFor();
  await told.editor.screenshot('callers');
});

test('the basket is filled, shows prices, and is copied as one pack', async () => {
  await told.workbench.goTo('ctx.py');
  await told.workbench.cursor(357, 9);
  await told.workbench.command('Packlens: Add to Basket');
  await told.workbench.goTo('signals.py');
  await told.workbench.cursor(1, 1);
  await told.workbench.command('Packlens: Add to Basket');
  const rows = told.workbench.treeRows('Basket');
  await rows.filter({ hasText: 'match_request' }).filter({ hasText: /tokens|\d/ }).first().waitFor();
  await rows.filter({ hasText: 'signals.py' }).first().waitFor();
  await told.editor.screenshot('basket');
  const text = await told.workbench.copied(() => told.workbench.command('Packlens: Copy Basket'));
  sameText(text, pack('--entry', METHOD, '--entry', 'signals.py'));
  await told.workbench.command('Packlens: Clear Basket');
  await until('the basket to be empty', async () => (await rows.count()) === 0);
});

test("the editor's call hierarchy names the callers", async () => {
  await told.workbench.goTo('ctx.py');
  await told.workbench.cursor(357, 9);
  await told.workbench.command('Calls: Show Call Hierarchy');
  const rows = told.workbench.page.locator('.pane-body .monaco-list-row');
  await rows.filter({ hasText: 'match_request' }).first().waitFor();
  await rows.filter({ hasText: 'push' }).first().waitFor();
  await told.editor.screenshot('call-hierarchy');
});

test('a budget that is typed in the palette changes the price in the lens', async () => {
  await told.workbench.goTo('ctx.py');
  await told.workbench.cursor(357, 9);
  await told.workbench.command('Packlens: Change Budget...');
  const input = told.workbench.page.locator('.quick-input-widget .quick-input-box input');
  await input.fill('many');
  await told.workbench.pick('A budget is a whole number of tokens, at least 1.');
  await input.fill('0.9k');
  await told.workbench.pick('900 tokens');
  const smaller = pack('--entry', METHOD, '--budget', '900');
  const [, price] = /(\d{3})\/900 tokens/.exec(smaller);
  const lens = () => told.workbench.lensAbove('def match_request', /copy context/);
  await until('the price', async () => (await (await lens()).textContent()).replace(/\u00a0/g, ' ') === `copy context ${price}`);
  sameText(await told.workbench.copied(() => told.workbench.clickLens('def match_request', /copy context/)), smaller);
});
