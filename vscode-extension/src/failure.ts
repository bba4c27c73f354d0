/** What went wrong, from the error of a request. The message is the server's: one line that says what to try. */

import { ErrorName } from "./protocol";

export interface Failure {
  readonly message: string;
  /** Targets that the server offers instead. */
  readonly suggestions: readonly string[];
  /** The kind of error, where a client may act on it. */
  readonly name: ErrorName | undefined;
}

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const said = fields(fields(error)["data"]);
  const lists: unknown[] = [said["suggestions"], said["candidates"]];
  const suggestions = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return {
    message,
    suggestions: suggestions.filter((one): one is string => typeof one === "string"),
    name: Object.values(ErrorName).find((name) => name === said["error"]),
  };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
