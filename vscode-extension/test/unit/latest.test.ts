/** Looking for a server while settings arrive. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../../src/server/latest";

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work that is answered by hand; it fails when it is given up. */
class Work {
  readonly begun: { readonly signal: AbortSignal; readonly answer: (value: string) => void }[] = [];

  readonly begin = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      this.begun.push({ signal, answer: resolve });
      signal.addEventListener("abort", () => {
        reject(new Error("given up"));
      });
    });
}

test("work on grounds that have changed is given up, and begun again", async () => {
  const [latest, work] = [new Latest<string>(), new Work()];
  let again = 0;
  const answer = latest.answer(work.begin, () => (again += 1));
  latest.startOver();
  await settled();
  assert.deepEqual([work.begun.map(({ signal }) => signal.aborted), again], [[true, false], 1]);
  work.begun[1]?.answer("with the settings");
  assert.equal(await answer, "with the settings");
});

test("an answer that comes too late does not count, though nothing gave the work up", async () => {
  const latest = new Latest<string>();
  const answers = ["without the settings", "with them"];
  const answer = latest.answer(
    () => {
      const next = answers.shift() ?? "once too often";
      if (next === "without the settings") {
        latest.startOver();
      }
      return Promise.resolve(next);
    },
    () => undefined,
  );
  assert.equal(await answer, "with them");
});

test("a failure counts where its grounds hold", async () => {
  const latest = new Latest<string>();
  await assert.rejects(
    latest.answer(() => Promise.reject(new Error("no Python")), () => undefined),
    /no Python/,
  );
});

test("folders share an environment that is being made, and none that was given up", async () => {
  const [latest, work] = [new Latest<string>(), new Work()];
  const ask = (): Promise<string> =>
    latest.answer((signal) => latest.shared(signal, () => work.begin(signal)), () => undefined);
  const early = [ask(), ask()];
  assert.equal(work.begun.length, 1);
  latest.startOver();
  const late = ask();
  await settled();
  assert.equal(work.begun.length, 2);
  work.begun[1]?.answer("one environment");
  assert.deepEqual(await Promise.all([...early, late]), Array(3).fill("one environment"));
  const next = ask();
  work.begun[2]?.answer("asked again");
  assert.equal(await next, "asked again");
});

test("nothing is begun after the end", async () => {
  const [latest, work] = [new Latest<string>(), new Work()];
  const answer = latest.answer(work.begin, () => undefined);
  latest.end();
  latest.startOver();
  await assert.rejects(answer);
  assert.equal(work.begun.length, 1);
});
