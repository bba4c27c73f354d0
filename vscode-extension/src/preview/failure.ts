/** What went wrong, from the error of a request. The message is the server's: one line that says what to try. */

import type { Failure } from "./state";

/** The exit code that a pack has when not even a name fits its budget (docs/protocol.md, Errors). */
const NOTHING_FITS = 3;

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const said = fields(fields(error)["data"]);
  const lists: unknown[] = [said["suggestions"], said["candidates"]];
  const suggestions = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return {
    message,
    suggestions: suggestions.filter((one): one is string => typeof one === "string"),
    tooSmall: said["exitCode"] === NOTHING_FITS,
  };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
