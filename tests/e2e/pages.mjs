// Runs the tests of the pages: the extension in the browser, and its webviews alone.
//
//     node tests/e2e/pages.mjs [NAME...]       all files of `browser` and `preview`, or those whose names hold a NAME
//
// Each file has an editor of its own; as many go side by side as there are processors. What a file prints comes whole.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withSecondTry } from './support/second_try.mjs';

const LONGEST = ['browser/troubles.test.mjs', 'browser/places.test.mjs']; // first, so that none is left alone at the end
const names = process.argv.slice(2);
const files = [...new Set([...LONGEST, ...fs.globSync('{browser,preview}/*.test.mjs', { cwd: import.meta.dirname }).sort()])];
const wanted = files.filter((file) => !names.length || names.some((name) => file.includes(name)));
if (!wanted.length) throw new Error(`no file of ${files.join(', ')} has ${names.join(' or ')} in its name`);
const failed = await withSecondTry(wanted, os.availableParallelism(), passes);
console.log(`files of pages: ${wanted.length - failed.length} passed, ${failed.length} failed${failed.map((file) => ` ${file}`).join('')}`);
process.exit(failed.length ? 1 : 0);

function passes(file) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--test', '--test-reporter=spec', path.join(import.meta.dirname, file)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (status) => {
      console.log(`${file}\n${output}`);
      resolve(status === 0);
    });
  });
}
