// One editor for all tests of a file: started before them, ended after them, and pictured where a test fails.
import { after, afterEach, before } from 'node:test';
import { startCodeServer } from './code_server.mjs';
import { Workbench } from './workbench.mjs';

/**
 * The object whose `editor` and `workbench` the tests of the file use. `begin(editor)` makes the workspace and gives
 * what is to be opened: `{ root, file }`.
 */
export function story(options, begin) {
  const told = {};
  before(async () => {
    told.editor = await startCodeServer(options);
    const { root, file } = await begin(told.editor);
    told.root = root;
    told.workbench = new Workbench(await told.editor.open(root, file));
  });
  afterEach(async (context) => {
    if (context.passed === false) await told.editor?.screenshot(`failed-${options.name}-${context.name.replace(/\W+/g, '-').slice(0, 60)}`).catch(() => {});
  });
  after(() => told.editor?.close());
  return told;
}
