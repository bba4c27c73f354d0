// Draws docs/images/vscode.png: a file of Flask with its lenses, and the preview of one pack beside it.
//
//     bash tests/e2e/with node tests/e2e/picture.mjs
import fs from 'node:fs';
import path from 'node:path';
import { startCodeServer } from './support/code_server.mjs';
import { sources } from './support/environment.mjs';
import { until } from './support/waiting.mjs';
import { Workbench } from './support/workbench.mjs';

const LIMIT_BYTES = 200_000;
const picture = path.resolve(import.meta.dirname, '../../docs/images/vscode.png');
const editor = await startCodeServer({
  name: 'picture',
  settings: {
    'workbench.colorTheme': 'Light Modern',
    'workbench.sideBar.visible': false,
    'workbench.activityBar.location': 'hidden',
    'editor.occurrencesHighlight': 'off',
    'editor.stickyScroll.enabled': false,
    'breadcrumbs.enabled': false,
    'packlens.jedi.enabled': false, // numbers that nothing changes while the picture is taken
  },
});
try {
  const root = editor.workspace('flask', {}, sources('flask'));
  const page = await editor.open(root, 'src/flask/ctx.py', { viewport: { width: 1180, height: 640 } });
  const workbench = new Workbench(page);
  await workbench.pricedLenses();
  await workbench.command('View: Toggle Primary Side Bar Visibility');
  await workbench.cursor(368, 9);
  await workbench.cursor(357, 9);
  await workbench.command('Packlens: Preview Context...');
  const preview = await workbench.webview('#pack-text');
  await until('the pack', async () => (await preview.locator('#pack-text').textContent()).startsWith('packlens '));
  await workbench.pricedLenses();
  await until('the rows', async () => (await preview.locator('#in .row').count()) > 3);
  await page.mouse.move(1, 1);
  await until('the pointer to be forgotten', async () => (await page.locator('.monaco-sash.hover').count()) === 0);
  const body = await page.locator('.part.editor').boundingBox();
  await page.screenshot({ path: picture, clip: { x: body.x, y: body.y, width: body.width, height: body.height } });
} finally {
  await editor.close();
}
const { size } = fs.statSync(picture);
console.log(`docs/images/vscode.png: ${size} bytes, at most ${LIMIT_BYTES}`);
process.exit(size > LIMIT_BYTES ? 1 : 0);
