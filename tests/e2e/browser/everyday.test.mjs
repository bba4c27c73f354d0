// The day of a person who has installed the extension: lenses, a click, an edit that is not saved, a broken line.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startCodeServer } from '../support/code_server.mjs';
import { corpus, packlens } from '../support/environment.mjs';
import { until } from '../support/waiting.mjs';
import { Workbench } from '../support/workbench.mjs';

let editor;
let workbench;
let root;
const pack = (target, folder = root) => packlens('pack', folder, '--entry', target);

before(async () => {
  editor = await startCodeServer({ name: 'everyday', settings: { 'packlens.trace.server': 'messages' } });
  root = editor.workspace('flask', {}, corpus('flask'));
  workbench = new Workbench(await editor.open(root, 'ctx.py'));
});
after(() => editor?.close());

test('every lens in view gets a price, and a click copies what the command line prints', async () => {
  await workbench.pricedLenses();
  await workbench.cursor(357, 9);
  const rows = await workbench.pricedLenses();
  assert.ok(rows.every((titles) => titles.length === 2 && /^\d+\+? callers?(, \d+ possible)?$/.test(titles[1])), JSON.stringify(rows));
  await editor.screenshot('lenses');
  const lens = await workbench.lensAbove('def match_request', /copy context/);
  assert.equal(await workbench.copied(() => lens.click()), pack('ctx.py::RequestContext.match_request'));
  await editor.screenshot('copied');
});

test('the price in the lens is the number of tokens in the header', async () => {
  const lens = await workbench.lensAbove('def match_request', /copy context/);
  const price = (await lens.textContent()).replace(/\u00a0/g, ' ').replace('copy context ', '');
  const [, tokens] = /(\d[\d,]*)\/\d[\d,]* tokens/.exec(pack('ctx.py::RequestContext.match_request'));
  const exact = Number(tokens.replace(',', ''));
  assert.equal(price, exact < 1000 ? String(exact) : `${(exact / 1000).toFixed(1)}k`);
});

test('an edit that is not saved is in the pack', async () => {
  await workbench.cursor(358, 1);
  await workbench.page.keyboard.type('        marker_of_this_test = 1\n');
  const text = await workbench.bufferText();
  assert.match(text, /marker_of_this_test/);
  const copy = editor.workspace('flask-edited/flask', {}, corpus('flask'));
  fs.writeFileSync(path.join(copy, 'ctx.py'), text);
  await workbench.cursor(357, 9);
  const lens = await workbench.lensAbove('def match_request', /copy context/);
  const copied = await workbench.copied(() => lens.click());
  assert.match(copied, /marker_of_this_test = 1/);
  // The digest says that the text was not on disk; all else is the same.
  const plain = (pack) => pack.replace(/digest [0-9a-f]+/, 'digest');
  assert.equal(plain(copied), plain(pack('ctx.py::RequestContext.match_request', copy)));
  assert.doesNotMatch(fs.readFileSync(path.join(root, 'ctx.py'), 'utf8'), /marker_of_this_test/);
});

test('lenses keep their place while the buffer does not parse', async () => {
  const before = await workbench.pricedLenses();
  const offset = async () => (await workbench.lensTitles()).length;
  await workbench.cursor(359, 1);
  await workbench.page.keyboard.type('        if (((', { delay: 30 });
  const seen = [];
  // Longer than the refresh that follows an edit, sampled all the time.
  const end = Date.now() + 2_000;
  await until('two seconds of samples', async () => {
    seen.push(await offset());
    return Date.now() > end;
  });
  assert.deepEqual([...new Set(seen)], [before.length]);
  await editor.screenshot('broken');
  for (let index = 0; index < 3; index += 1) await workbench.page.keyboard.press('Control+Z');
});
