import assert from "node:assert/strict";
import { test } from "node:test";
import { LensTurns, type Withdrawal } from "../../src/server/lensTurns";

const never: Withdrawal = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
const once = (): boolean => false;

/** A question that can be withdrawn. */
function withdrawable(): Withdrawal & { withdraw: () => void } {
  const listeners = new Set<() => void>();
  return {
    isCancellationRequested: false,
    onCancellationRequested: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    withdraw: () => {
      listeners.forEach((listener) => {
        listener();
      });
    },
  };
}

test("a list waits for the lenses that are being resolved, also for those that came meanwhile", async () => {
  const turns = new LensTurns();
  const order: string[] = [];
  let first: (said: string) => void = () => undefined;
  let second: (said: string) => void = () => undefined;
  const resolved = (answer: Promise<string>): Promise<number> =>
    turns.resolve({}, answer, never, once).then((said) => order.push(said));
  const one = resolved(new Promise<string>((resolve) => (first = resolve)));
  const list = turns.list("a.py", [], never).then(() => order.push("list"));
  const other = resolved(new Promise<string>((resolve) => (second = resolve)));
  first("one");
  await one;
  second("other");
  await Promise.all([list, other]);
  assert.deepEqual(order, ["one", "other", "list"]);
});

test("a lens that cannot be resolved holds nothing up", async () => {
  const turns = new LensTurns();
  const failing = turns.resolve({}, Promise.reject(new Error("no server")), never, once);
  const list = turns.list("a.py", [{}, {}], never);
  await assert.rejects(failing, /no server/);
  assert.equal((await list)?.length, 2);
});

test("a lens of a list that was replaced is answered when the question is withdrawn", async () => {
  const turns = new LensTurns();
  const [old, current] = [{}, {}];
  await turns.list("a.py", [old], never);
  await turns.list("a.py", [current], never);
  await turns.list("b.py", [{}], never);
  const question = withdrawable();
  let isAnswered = false;
  const answer = turns.resolve(old, "title", question, once).then(() => (isAnswered = true));
  assert.equal(await turns.resolve(current, "title", never, once), "title");
  assert.equal(isAnswered, false);
  question.withdraw();
  assert.equal(await answer, true);
});

test("a document that is shown twice has two lists in use", async () => {
  const turns = new LensTurns();
  const old = {};
  await turns.list("a.py", [old], never);
  await turns.list("a.py", [{}], never);
  assert.equal(await turns.resolve(old, "title", never, () => true), "title");
});
