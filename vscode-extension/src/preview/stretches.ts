/**
 * A pack's text cut into stretches: one for each item whose code stands in it, and the markup between them. The
 * stretches put together are the text, so that a page can draw them one by one and still hold the pack exactly.
 *
 * Items of a pack come in the order of its text, so each is looked for after the one before it, at the start of a
 * line. An item that is not found (names, code that its form writes differently) is part of the markup around it.
 */

import type { Level, PackItem as Item } from "../forms";

export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly lines: number;
  /** The item that stands here; absent for markup. */
  readonly item?: { readonly id: string; readonly level: Level };
}

/** Markup longer than this many lines is cut, so that a page draws only what is seen. */
const LONGEST = 200;

export function stretchesOf(text: string, items: readonly Item[]): Stretch[] {
  const stretches: Stretch[] = [];
  let done = 0;
  for (const item of items) {
    const start = item.text === "" ? -1 : lineStart(text, item.text, done);
    if (start < 0) {
      continue;
    }
    const end = lineEnd(text, start + item.text.length);
    addMarkup(stretches, text, done, start);
    stretches.push({ start, end, lines: countLines(text, start, end), item: { id: item.id, level: item.level } });
    done = end;
  }
  addMarkup(stretches, text, done, text.length);
  return stretches;
}

/** Where `part` stands in `text` at the start of a line, or of a CDATA section, from `from` on; else -1. */
function lineStart(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) {
    const before = text[at - 1];
    if (before === undefined || before === "\n" || before === "[") {
      return at;
    }
  }
  return -1;
}

/** The end of the line in which code ends, its line end included; where markup follows the code, its end. */
function lineEnd(text: string, end: number): number {
  return text[end] === "\n" && text[end - 1] !== "\n" ? end + 1 : end;
}

function addMarkup(stretches: Stretch[], text: string, start: number, end: number): void {
  let from = start;
  while (from < end) {
    const to = afterLines(text, from, end, LONGEST);
    stretches.push({ start: from, end: to, lines: countLines(text, from, to) });
    from = to;
  }
}

function afterLines(text: string, from: number, end: number, lines: number): number {
  let at = from;
  for (let line = 0; line < lines; line += 1) {
    const next = text.indexOf("\n", at);
    if (next < 0 || next + 1 >= end) {
      return end;
    }
    at = next + 1;
  }
  return at;
}

function countLines(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
    lines += 1;
  }
  return text[end - 1] === "\n" ? lines : lines + 1;
}
