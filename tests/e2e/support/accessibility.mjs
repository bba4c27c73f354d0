// What axe finds in a page of a webview. Rules about whole documents are the editor's business, not the webview's.
import { axeSource } from './environment.mjs';

const OF_THE_EDITOR = ['region', 'landmark-one-main', 'page-has-heading-one', 'bypass'];

/** One line a violation: its rule, its weight, and the elements that break it. */
export async function violations(frame) {
  // The page's policy allows no other script, so the source is handed to the debugger and not to the document.
  await frame.evaluate(axeSource());
  const found = await frame.evaluate(async (left) => {
    const rules = Object.fromEntries(left.map((rule) => [rule, { enabled: false }]));
    const { violations: broken } = await globalThis.axe.run(document, { rules, resultTypes: ['violations'] });
    return broken.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map((node) => node.target.join(' ')).join('; ')}`);
  }, OF_THE_EDITOR);
  return found;
}
