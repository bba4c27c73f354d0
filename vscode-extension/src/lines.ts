/** Lines as a target is written. */

import type { Stretch } from "./protocol";

/** `path:FIRST-LAST`, counted from 1. A line at whose beginning a selection ends is not part of it. */
export function linesTarget(path: string, { start, end }: Stretch): string {
  const last = end.line > start.line && end.character === 0 ? end.line - 1 : end.line;
  const first = start.line + 1;
  return first === last + 1 ? `${path}:${first}` : `${path}:${first}-${last + 1}`;
}
