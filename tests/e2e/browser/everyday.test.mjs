// The day of a person who has installed the extension: lenses, a click, an edit that is not saved, a broken line.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { corpus, packlens } from '../support/environment.mjs';
import { story } from '../support/story.mjs';
import { sameText, withoutSaving } from '../support/texts.mjs';
import { until } from '../support/waiting.mjs';

const METHOD = 'ctx.py::RequestContext.match_request';
const told = story({ name: 'everyday' }, (editor) => ({ root: editor.workspace('flask', {}, corpus('flask')), file: 'ctx.py' }));
const pack = (target, folder = told.root) => packlens('pack', folder, '--entry', target);

test('every lens in view gets a price, and a click copies what the command line prints', async () => {
  await told.workbench.pricedLenses();
  await told.workbench.cursor(357, 9);
  const rows = await told.workbench.pricedLenses();
  assert.ok(rows.every((titles) => titles.length === 3 && /^\d+\+? callers?(, \d+ possible)?$/.test(titles[1]) && /^\d+\+? tests?$/.test(titles[2])), JSON.stringify(rows));
  await told.editor.screenshot('lenses');
  sameText(await told.workbench.copied(() => told.workbench.clickLens('def match_request', /copy context/)), pack(METHOD));
  await told.editor.screenshot('copied');
});

test('the price in the lens is the number of tokens in the header', async () => {
  const lens = await told.workbench.lensAbove('def match_request', /copy context/);
  const price = (await lens.textContent()).replace(/\u00a0/g, ' ').replace('copy context ', '');
  const exact = Number(/(\d+)\/\d+ tokens/.exec(pack(METHOD))[1]);
  assert.equal(price, exact < 1000 ? String(exact) : `${(exact / 1000).toFixed(1)}k`);
});

test('an edit is in the pack before it is saved, and after', async () => {
  await told.workbench.cursor(358, 1);
  await told.workbench.page.keyboard.type('        marker_of_this_test = 1\n');
  const text = await told.workbench.bufferText();
  assert.match(text, /marker_of_this_test/);
  const copy = told.editor.workspace('copy/flask', {}, corpus('flask'));
  fs.writeFileSync(path.join(copy, 'ctx.py'), text);
  await told.workbench.cursor(357, 9);
  const unsaved = await told.workbench.copied(() => told.workbench.clickLens('def match_request', /copy context/));
  assert.match(unsaved, /^## ctx\.py · \w+ unsaved · .*\n[^]*marker_of_this_test = 1/m);
  sameText(withoutSaving(unsaved), withoutSaving(pack(METHOD, copy)));
  assert.doesNotMatch(fs.readFileSync(path.join(told.root, 'ctx.py'), 'utf8'), /marker_of_this_test/);
  await told.workbench.page.keyboard.press('Control+S');
  await until('the file to be saved', () => /marker_of_this_test/.test(fs.readFileSync(path.join(told.root, 'ctx.py'), 'utf8')));
  const saved = await told.workbench.copied(() => told.workbench.clickLens('def match_request', /copy context/));
  sameText(saved, pack(METHOD));
});

test('lenses keep their place while the buffer does not parse', async () => {
  await told.workbench.pricedLenses();
  await told.workbench.cursor(359, 1);
  const before = await told.workbench.lensPlaces();
  await told.workbench.page.keyboard.type('        if (((', { delay: 30 });
  const seen = new Set();
  // Longer than the refresh that follows an edit, sampled all the time.
  const end = Date.now() + 2_000;
  await until('two seconds of samples', async () => {
    seen.add(JSON.stringify(await told.workbench.lensPlaces()));
    return Date.now() > end;
  });
  assert.deepEqual([...seen], [JSON.stringify(before)]);
  assert.ok((await told.workbench.lensTitles()).every((titles) => titles.length === 3));
  await told.editor.screenshot('broken');
});
