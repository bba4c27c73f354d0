// Waiting for conditions. Nothing in these tests sleeps for a time and hopes.
import { setTimeout as pause } from 'node:timers/promises';

/** The first true value of `condition()`, asked again and again for at most `ms`; else an error with the last value. */
export async function until(what, condition, ms = 120_000) {
  let last;
  let failure;
  for (const end = Date.now() + ms; Date.now() < end; await pause(50)) {
    try {
      failure = undefined;
      last = await condition();
      if (last) return last;
    } catch (error) {
      failure = error;
    }
  }
  const seen = failure ? String(failure.message ?? failure) : JSON.stringify(last);
  throw new Error(`waited ${ms} ms for ${what}; last seen: ${String(seen).slice(0, 2000)}`);
}
