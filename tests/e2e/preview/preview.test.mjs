// The page of the preview in a browser, with the real model and a real server behind it: that it shows the pack exactly,
// that every choice works by keyboard, that what a person is doing is not disturbed, and that axe finds nothing.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, afterEach, test } from 'node:test';
import { axeSource, chromium, chromiumPath, corpus, packlens, python, required, shots } from '../support/environment.mjs';
import { until } from '../support/waiting.mjs';
import { bundled, preview, served } from './host.mjs';
import { LanguageServer } from './language_server.mjs';

const TARGET = 'app.py::Flask.wsgi_app';
let folder, root, model, server, http, browser, page, host;

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'packlens-preview-'));
  root = path.join(folder, 'flask');
  fs.cpSync(corpus('flask'), root, { recursive: true });
  model = await bundled(required('PACKLENS_EXTENSION'), folder);
  server = await LanguageServer.start(python, root);
  http = await served(model, folder);
  browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
});
after(async () => {
  await browser?.close();
  await http?.close();
  await server?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
let failures;
beforeEach(async () => {
  failures = [];
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && failures.push(line.text()));
});
afterEach(async () => {
  await page.close();
  assert.deepEqual(failures, []);
});

const show = async (theme = 'dark', targets = [TARGET], more = {}) => {
  host = await preview(page, model, server, `${http.origin}/?theme=${theme}`, targets, more);
  await settled();
};
/** Waits until the page shows the answer to the last question. */
const settled = () =>
  until('the page to show the last answer', async () => {
    if (host.state.waiting || model.mustAsk(host.state)) return false;
    if (host.state.failure !== undefined) return page.locator('.banner.error').count();
    return (await shownText()) === host.state.answer.text;
  });
const shownText = () => page.evaluate(() => document.getElementById('pack-text').textContent);
const row = (name) => page.locator(`.row[data-id$="::${name}"]`);
const focus = () =>
  page.evaluate(() => {
    const at = document.activeElement;
    return [at.closest('.row')?.dataset.id?.split('::')[1] ?? at.id, at.classList[0] ?? ''].join(' ');
  });
const choices = () => host.state.question.choices;

test('the text is the pack of the command line, in every form', async () => {
  await show();
  for (const format of ['markdown', 'xml', 'json', 'text']) {
    await page.locator('#format').selectOption(format);
    await settled();
    const shown = await shownText();
    const written = packlens('pack', root, '--entry', TARGET, '--format', format);
    const steady = (text) => text.replace(/"generation":\s*\d+,?/, '');
    assert.equal(steady(shown), steady(written), format);
  }
});

test('rows are reached and changed by keyboard alone', async () => {
  await show();
  await page.locator('#in [tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await focus(), 'Flask.handle_exception show');
  await page.keyboard.press('ArrowRight');
  assert.equal(await focus(), 'Flask.handle_exception level');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await settled();
  assert.deepEqual(choices(), { 'app.py::Flask.handle_exception': 'signature' });
  assert.equal(await focus(), 'Flask.handle_exception level');
  assert.equal(await row('Flask.handle_exception').first().getAttribute('data-badge'), 'signature');
  await page.keyboard.press('Control+z');
  await settled();
  assert.deepEqual(choices(), {});
  await page.keyboard.press('Delete');
  await settled();
  assert.deepEqual(choices(), { 'app.py::Flask.handle_exception': 'drop' });
  assert.match(await focus(), /^Flask\.\w+ /);
  await page.keyboard.press('p');
  await settled();
  assert.equal(Object.keys(choices()).length, 2);
  await page.keyboard.press('o');
  await until('the source to be opened', () => host.done.some((message) => message.type === 'open'));
});

test('one tab stop a list, and every tab stop can be seen', async () => {
  await show();
  const stops = [];
  await page.locator('#wrap').evaluate((button) => button.blur());
  for (let at = 0; at < 14; at += 1) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => {
      const { activeElement: at } = document;
      const outline = getComputedStyle(at).outlineStyle;
      return `${at.closest('.rows')?.id ?? at.id}${outline === 'none' ? ' UNSEEN' : ''}`;
    }));
  }
  const body = stops.indexOf('copy') < 0 ? stops : stops.slice(stops.indexOf('copy'));
  assert.deepEqual(body.slice(0, 12), ['copy', 'budget-less', 'budget', 'budget-more', 'format', 'direction', 'depth', 'template', 'signatures-only', 'in', 'out', 'splitter']);
});

test('a part that was asked for stays when Delete is pressed on it, and the page says why', async () => {
  await show();
  await row('Flask.wsgi_app').first().locator('button.show').focus();
  await page.keyboard.press('Delete');
  assert.equal(await page.locator('#hint').innerText(), 'Flask.wsgi_app is what was asked for, and stays in the pack.');
  await until('it to be said', async () => /stays in the pack/.test(await page.locator('#live').textContent()));
  assert.deepEqual(choices(), {});
});

test('a click beside the buttons of a row goes to the row', async () => {
  await show();
  await row('Flask.dispatch_request').first().locator('.price-cell').click();
  assert.equal(await focus(), 'Flask.dispatch_request show');
  assert.ok(await page.locator('.stretch.lit').count());
});

test('nothing in a row moves when the mouse comes to it, however narrow the page', async () => {
  await show();
  for (const width of [1280, 640, 420]) {
    await page.setViewportSize({ width, height: 800 });
    const place = () => row('Flask.dispatch_request').first().locator('.level').boundingBox();
    await page.mouse.move(1, 1);
    const before = await place();
    await row('Flask.dispatch_request').first().hover();
    assert.deepEqual(await place(), before);
  }
});

test('the divider is moved by keyboard and mouse, along the page, and goes back', async () => {
  await show();
  const splitter = page.locator('#splitter');
  const [wide, low] = [() => page.locator('#lists').evaluate((lists) => lists.clientWidth), () => page.locator('#lists').evaluate((lists) => lists.clientHeight)];
  const first = await wide();
  await splitter.focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await splitter.getAttribute('aria-valuenow'), '46');
  assert.ok((await wide()) > first);
  await page.keyboard.press('Enter');
  assert.equal(await wide(), first);
  const { x, y, height } = await splitter.boundingBox();
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x - 158, y + height / 2);
  await page.mouse.up();
  assert.ok(Math.abs((await wide()) - (first - 160)) <= 8, `${await wide()} and not ${first - 160}`);
  await page.setViewportSize({ width: 640, height: 760 });
  assert.equal(await splitter.getAttribute('aria-orientation'), 'horizontal');
  const lower = await low();
  await page.keyboard.press('ArrowDown');
  assert.ok((await low()) > lower);
});

test('copy copies what is shown, and says so', async () => {
  await show();
  await page.locator('#copy').click();
  await until('the copy to be said', async () => /^Copied [\d,]+ tokens/.test(await page.locator('#live').textContent()));
  assert.equal(host.copied, await shownText());
});

test('an edit of the code changes the text and nothing that a person is doing', async () => {
  await show();
  await page.locator('#pack-scroll').evaluate((element) => { element.scrollTop = 900; });
  await row('Flask.full_dispatch_request').first().locator('button.pin').focus();
  const scroll = await page.locator('#pack-scroll').evaluate((element) => element.scrollTop);
  const uri = `file://${root}/globals.py`;
  const text = fs.readFileSync(path.join(root, 'globals.py'), 'utf8');
  server.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version: 1, text } });
  const changed = text.replace('_cv_app: ContextVar', '_cv_app: "ContextVar"');
  server.tell('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: changed }] });
  const said = host.state.said.count;
  await host.dispatch({ type: 'textsChanged' });
  await settled();
  server.tell('textDocument/didClose', { textDocument: { uri } });
  assert.match(await shownText(), /globals\.py · \w+ unsaved/);
  assert.equal(await focus(), 'Flask.full_dispatch_request pin');
  assert.equal(await page.locator('#pack-scroll').evaluate((element) => element.scrollTop), scroll);
  assert.equal(host.state.said.count, said);
});

test('a budget that holds nothing is said, and can be undone', async () => {
  await show();
  await page.locator('#budget').fill('3');
  await page.keyboard.press('Enter');
  await settled();
  assert.match(await page.locator('.banner.error').innerText(), /not even the name/);
  assert.equal(await page.locator('#copy').isDisabled(), true);
  await page.screenshot({ path: path.join(shots, 'preview-nothing-fits.png') });
  await page.locator('.banner [data-act=undo]').click();
  await settled();
  assert.equal(await page.locator('#budget').inputValue(), '4000');
  await page.locator('#budget').fill('1.5');
  await page.keyboard.press('Enter');
  await page.locator('#budget-problem').waitFor();
  assert.equal(host.state.question.budget, 4000);
});

test('a large pack is there to its last character and stays quick', async () => {
  await show('dark', ['app.py', 'cli.py', 'sansio/app.py', 'helpers.py'], { budget: 200_000 });
  const begun = Date.now();
  await page.locator('#signatures-only').check();
  await settled();
  assert.ok((await shownText()).length > 100_000, 'not large');
  assert.ok(Date.now() - begun < 10_000, 'not quick');
  await page.locator('#pack-scroll').evaluate((element) => { element.scrollTop = element.scrollHeight; });
  await page.locator('.stretch').last().waitFor();
});

for (const theme of ['dark', 'light', 'contrast']) {
  test(`nothing for axe to find, and a picture: ${theme}`, async () => {
    await show(theme);
    await row('Flask.handle_exception').first().locator('button.drop').click();
    await settled();
    await page.screenshot({ path: path.join(shots, `preview-${theme}.png`) });
    // What has just come into the pack is lit for a moment, and is judged in the colours that stay.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    await page.evaluate(axeSource());
    const found = async () =>
      (await page.evaluate(() => window.axe.run())).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
    assert.deepEqual(await found(), []);
    await row('Flask.dispatch_request').first().locator('button.level').click();
    assert.deepEqual(await found(), []);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 600, height: 800 });
    assert.deepEqual(await found(), []);
    await page.screenshot({ path: path.join(shots, `preview-narrow-${theme}.png`) });
  });
}

test('forced colours and no motion', async () => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await show('contrast');
  await page.screenshot({ path: path.join(shots, 'preview-forced-colours.png') });
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
});
