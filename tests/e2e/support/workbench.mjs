// What a person does in the workbench, by what a person sees: the palette, lenses, toasts, trees, the clipboard.
import { until } from './waiting.mjs';

export class Workbench {
  constructor(page) {
    this.page = page;
  }

  // --- the editor

  get editor() {
    return this.page.locator('.editor-instance .monaco-editor').first();
  }

  /** Opens `file` (a name that quick open finds first), at `line` when given. */
  async goTo(file, line) {
    const name = file.split('/').pop();
    await until(`${file} to be the open editor`, async () => {
      await this.quickInput('Control+P', line ? `${file}:${line}` : file, name);
      return this.shown(this.page.locator('.tab.active', { hasText: name }));
    });
  }

  /** Puts the cursor at a line and column of the open editor, both from 1. */
  async cursor(line, column = 1) {
    const place = this.page.locator('#status\\.editor\\.selection', { hasText: new RegExp(`\\b${line}\\b.*\\b${column}\\b`) });
    await until(`the cursor to be at ${line}:${column}`, async () => {
      await this.quickInput('Control+G', `:${line}:${column}`);
      return this.shown(place);
    });
  }

  /** Whether that is on the page, or comes within some seconds: else what was to bring it is done once more. */
  shown(locator) {
    return locator.first().waitFor({ timeout: 10_000 }).then(() => true, () => false);
  }

  /** The text of the open editor as it stands in the buffer, read through the clipboard. */
  async bufferText() {
    await this.page.keyboard.press('Control+A');
    await this.setClipboard('');
    await this.page.keyboard.press('Control+C');
    return until('the copied buffer', () => this.clipboard());
  }

  // --- lenses

  get lenses() {
    return this.page.locator('.codelens-decoration a');
  }

  /** The titles of all lenses in view, in the order of the page. */
  async lensTitles() {
    const rows = await this.page.locator('.codelens-decoration').evaluateAll((elements) =>
      elements
        .filter((element) => element.textContent.trim())
        .map((element) => ({ top: element.getBoundingClientRect().top, titles: [...element.querySelectorAll('a')].map((link) => link.textContent.replace(/\u00a0/g, ' ').trim()) })),
    );
    return rows.sort((one, other) => one.top - other.top).map((row) => row.titles);
  }

  /** Where the lenses in view stand, in pixels from the top of the page. */
  async lensPlaces() {
    const tops = await this.page.locator('.codelens-decoration').evaluateAll((elements) =>
      elements.filter((element) => element.textContent.trim()).map((element) => Math.round(element.getBoundingClientRect().top)),
    );
    return tops.sort((one, other) => one - other);
  }

  /** Waits until every lens in view has its price, and gives their titles. */
  async pricedLenses(ms = 180_000) {
    return until('every lens in view to have its price', async () => {
      const rows = await this.lensTitles();
      return rows.length && rows.every((row) => row.some((title) => /copy context [\d.]+k?/.test(title)) && row.every((title) => !/…$/.test(title))) && rows;
    }, ms);
  }

  /** The lens (matching `title`) that stands nearest above the line of code that holds `code`. */
  async lensAbove(code, title) {
    const line = this.page.locator('.monaco-editor .view-line', { hasText: code }).first();
    await line.waitFor();
    return until(`a lens ${title} above ${JSON.stringify(code)}`, async () => {
      const place = await line.boundingBox();
      const handles = await this.page.locator('.codelens-decoration a', { hasText: title }).elementHandles();
      for (const handle of handles) {
        const box = await handle.boundingBox();
        if (box && place && box.y < place.y && place.y - box.y < 2 * place.height) return handle;
      }
      return undefined;
    });
  }

  /** Clicks that lens. One that is drawn anew or covered while the mouse is on its way is looked for again. */
  async clickLens(code, title) {
    await until(`a lens ${title} that can be clicked`, async () => {
      await (await this.lensAbove(code, title)).click({ timeout: 5_000 });
      return true;
    });
  }

  // --- the palette and quick inputs

  async quickInput(keys, text, row) {
    const input = this.page.locator('.quick-input-widget .quick-input-box input');
    await until(`${text} in the input that ${keys} opens`, async () => {
      if (!(await input.isVisible())) await this.page.keyboard.press(keys);
      await input.waitFor({ state: 'visible', timeout: 2_000 });
      await input.fill(text, { timeout: 2_000 });
      if (row) await this.row(row).click({ timeout: 10_000 });
      else await this.page.keyboard.press('Enter');
      return true;
    });
  }

  /**
   * Runs a command from the palette by its whole title (`Packlens: Copy context`). A palette that closed before the
   * click, as it does when something else takes the focus, is opened again.
   */
  async command(title) {
    const input = this.page.locator('.quick-input-widget .quick-input-box input');
    await until(`${title} in the palette`, async () => {
      if (!(await input.isVisible())) {
        await this.page.keyboard.press('F1');
        await input.waitFor({ state: 'visible', timeout: 2_000 });
      }
      await input.fill(`>${title}`, { timeout: 2_000 });
      await this.rowOf(title).click({ timeout: 10_000 });
      return true;
    });
  }

  rowOf(title) {
    const exact = new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(,|$)`);
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ has: this.page.locator('.monaco-highlighted-label', { hasText: title }) }).and(this.page.locator('[aria-label]')).filter({ hasText: exact }).or(
      this.page.locator(`.quick-input-list .monaco-list-row[aria-label^=${JSON.stringify(title)}]`),
    ).first();
  }

  /** The rows of the open quick pick, as they read. */
  async pickRows() {
    return (await this.page.locator('.quick-input-list .monaco-list-row').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  }

  /** Answers the open quick pick with the first row that holds `text`. */
  async pick(text) {
    await this.row(text).click();
  }

  /** The first row of the open quick pick that holds `text`. */
  row(text) {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  }

  /** Answers the open input box. */
  async answer(text) {
    const input = this.page.locator('.quick-input-widget .quick-input-box input');
    await input.waitFor({ state: 'visible' });
    await input.fill(text);
    await this.page.keyboard.press('Enter');
  }

  // --- toasts and dialogs

  get toasts() {
    return this.page.locator('.notifications-toasts .notification-list-item');
  }

  /** The first toast whose message matches, once it is there. */
  async toast(pattern, ms = 120_000) {
    const found = this.toasts.filter({ hasText: pattern }).first();
    await found.waitFor({ timeout: ms });
    return found;
  }

  async clearToasts() {
    await this.command('Notifications: Clear All Notifications');
    await until('the toasts to go', async () => (await this.toasts.count()) === 0);
  }

  // --- status bar, views

  /** What the status bar's item of the extension reads. */
  statusItem() {
    return this.page.locator('.statusbar-item[id^="packlens"]').first();
  }

  async statusText() {
    return (await this.statusItem().innerText().catch(() => '')).replace(/\s+/g, ' ').trim();
  }

  /** The rows of the tree under the pane whose title is `title`, as they read. */
  treeRows(title) {
    return this.page.locator('.pane', { has: this.page.locator('.pane-header', { hasText: title }) }).locator('.monaco-list-row');
  }

  /** The frame inside the webview that shows `selector`. */
  async webview(selector) {
    return until(`a webview with ${selector}`, async () => {
      for (const frame of this.page.frames()) {
        if (await frame.locator(selector).first().isVisible().catch(() => false)) return frame;
      }
      return undefined;
    });
  }

  // --- the clipboard

  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  setClipboard(text) {
    return this.page.evaluate((value) => navigator.clipboard.writeText(value), text);
  }

  /**
   * What `action` puts on the clipboard. It is done once more where nothing came: in the quarter of a second between a
   * scroll and its own next look at the lenses, the editor loses a click.
   */
  async copied(action, ms = 30_000) {
    const marker = `nothing copied ${Math.random()}`;
    await this.setClipboard(marker);
    const arrived = async () => {
      const text = await this.clipboard();
      return text !== marker && text;
    };
    await action();
    return until('something new on the clipboard', arrived, ms).catch(async () => {
      await action();
      return until('something new on the clipboard, the second time', arrived, ms);
    });
  }
}
