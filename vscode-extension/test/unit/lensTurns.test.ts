import assert from "node:assert/strict";
import { test } from "node:test";
import { LensTurns } from "../../src/server/lensTurns";

test("a list waits for the lenses that are being resolved, also for those that came meanwhile", async () => {
  const turns = new LensTurns();
  const order: string[] = [];
  let first: (said: string) => void = () => undefined;
  let second: (said: string) => void = () => undefined;
  const one = turns.resolve(new Promise<string>((resolve) => (first = resolve))).then((said) => order.push(said));
  const list = turns.list("list").then((said) => order.push(said));
  const other = turns.resolve(new Promise<string>((resolve) => (second = resolve))).then((said) => order.push(said));
  first("one");
  await one;
  second("other");
  await Promise.all([list, other]);
  assert.deepEqual(order, ["one", "other", "list"]);
});

test("a lens that cannot be resolved holds nothing up", async () => {
  const turns = new LensTurns();
  const failing = turns.resolve(Promise.reject(new Error("no server")));
  const list = turns.list(["a", "b"]);
  await assert.rejects(failing, /no server/);
  assert.deepEqual(await list, ["a", "b"]);
});
