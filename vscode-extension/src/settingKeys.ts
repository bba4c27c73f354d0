/**
 * The settings of `package.json`, by who reads them.
 *
 * The server is sent only what a person has set: a default that is sent would win over the workspace's
 * `[tool.packlens]`. `privacy.neverIndex` is the union of every scope, because a workspace may only add to it.
 */

/** Sent to the server. */
export const SERVER_KEYS = [
  "budget",
  "tokenizer",
  "format",
  "signaturesOnly",
  "depth",
  "templates",
  "lens.enabled",
  "lens.callers",
  "lens.tests",
  "callHierarchy.enabled",
  "workspaceSymbols.enabled",
  "index.include",
  "index.exclude",
  "index.maxFileBytes",
  "privacy.neverIndex",
  "jedi.enabled",
  "jedi.scope",
  "jedi.workers",
  "jedi.environmentPath",
  "mcp.enabled",
  "mcp.port",
  "redact",
  "semantic.enabled",
  "semantic.endpoint",
  "semantic.keyVariable",
  "semantic.model",
  "semantic.provider",
] as const;

/** Read by the extension alone. */
export const CLIENT_KEYS = ["lens.click", "callers.openIn", "serverPath", "interpreter", "trace.server"] as const;

/** What is set in each scope; undefined where nothing is. */
export interface Scopes {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** The value that counts of one setting, or undefined when a person has set none. */
export function chosen(key: string, scopes: Scopes | undefined): unknown {
  const values = [scopes?.globalValue, scopes?.workspaceValue, scopes?.workspaceFolderValue].filter(
    (value) => value !== undefined,
  );
  if (key === "privacy.neverIndex" && values.length > 0) {
    const all = [scopes?.globalValue ?? scopes?.defaultValue, ...values];
    return [...new Set(all.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [])))];
  }
  return values.at(-1);
}

/** `{"lens.enabled": true}` as `{lens: {enabled: true}}`. */
export function nested(flat: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [key, value] of flat) {
    const path = key.split(".");
    const last = path.pop() ?? key;
    let branch = tree;
    for (const step of path) {
      branch = (branch[step] ??= {}) as Record<string, unknown>;
    }
    branch[last] = value;
  }
  return tree;
}
