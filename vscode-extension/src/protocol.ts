/**
 * Names and shapes of the protocol, by the names of `server/packlens/lsp/protocol.py` and `docs/protocol.md`.
 *
 * A test (`tests/docs/test_protocol_ts.py`) fails when the three differ. A field with a default may be left out by
 * whoever writes the shape; every other field is always there. The JSON forms are in `forms.ts`.
 */

import type { Pack } from "./forms";

export const SECTION = "packlens";
export const CODE_ACTION_KIND = "source.packlens.copyContext";
export const IMPACT_ACTION_KIND = "source.packlens.showImpact";

/** Commands the server runs (`workspace/executeCommand`), each with one object argument. */
export const ServerCommand = {
  PACK: "packlens.server.pack",
  CALLERS: "packlens.server.callers",
  IMPACT: "packlens.server.impact",
  MAP: "packlens.server.map",
  SEARCH: "packlens.server.search",
  MCP: "packlens.server.mcp",
  STATUS: "packlens.server.status",
  REINDEX: "packlens.server.reindex",
  VERIFY: "packlens.server.verify",
} as const;
export type ServerCommand = (typeof ServerCommand)[keyof typeof ServerCommand];

/** Commands that lenses and code actions call in a client that said `clientCommands`. */
export const ClientCommand = {
  COPY_CONTEXT: "packlens.copyContext",
  SHOW_CALLERS: "packlens.showCallers",
  SHOW_IMPACT: "packlens.showImpact",
} as const;
export type ClientCommand = (typeof ClientCommand)[keyof typeof ClientCommand];

/** Notifications of our own, sent by the server to a client that asked for them. */
export const ServerNotification = {
  STATUS_CHANGED: "packlens/statusChanged",
} as const;
export type ServerNotification = (typeof ServerNotification)[keyof typeof ServerNotification];

/** What a lens says of its symbol. */
export const LensKind = {
  CONTEXT: "context",
  CALLERS: "callers",
  TESTS: "tests",
} as const;
export type LensKind = (typeof LensKind)[keyof typeof LensKind];

/** How the index stands: being made, there, or not to be had as things are. */
export const Phase = {
  INDEXING: "indexing",
  READY: "ready",
  PROBLEM: "problem",
} as const;
export type Phase = (typeof Phase)[keyof typeof Phase];

/** `data.error` of an error that a client may act on. */
export const ErrorName = {
  NOT_FOUND: "NotFoundError",
  NOTHING_DIFFERS: "NothingDiffersError",
  NOTHING_FITS: "NothingFitsError",
} as const;
export type ErrorName = (typeof ErrorName)[keyof typeof ErrorName];

/** `initializationOptions`. */
export interface ClientOptions {
  readonly clientCommands?: boolean; // false
  readonly impactCommand?: boolean; // false
  readonly statusNotifications?: boolean; // false
  readonly settings?: Readonly<Record<string, unknown>>; // {}
}

/** A position as LSP counts it. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** A range as LSP counts it; the end is exclusive. */
export interface Stretch {
  readonly start: Place;
  readonly end: Place;
}

/** `data` of a lens that waits to be resolved. */
export interface LensKey {
  readonly uri: string;
  readonly target: string;
  readonly kind: LensKind;
}

/** Argument of `packlens.server.pack`: targets, a file with or without a range, a query, or a diff; and where it differs from the settings. */
export interface PackArguments {
  readonly targets?: readonly string[]; // []
  readonly uri?: string | null; // null
  readonly range?: Stretch | null; // null
  readonly query?: string | null; // null
  readonly focus?: readonly string[]; // []
  readonly diff?: string | null; // null
  readonly staged?: boolean; // false
  readonly since?: string | null; // null
  readonly budget?: number | null; // null
  readonly format?: "markdown" | "xml" | "json" | "text" | null; // null
  readonly signaturesOnly?: boolean | null; // null
  readonly direction?: "both" | "callees" | "callers"; // "both"
  readonly depth?: number | "all" | null; // null
  readonly tokenizer?: "o200k_base" | "cl100k_base" | null; // null
  readonly levels?: Readonly<Record<string, "full" | "signature" | "name" | "drop">>; // {}
  readonly template?: string | null; // null
  readonly parts?: boolean; // false
  readonly show?: boolean; // false
}

/** Result of `packlens.server.pack`. `parts` is the same pack in its JSON form, when asked for. */
export interface PackResult {
  readonly text: string;
  readonly format: string;
  readonly tokens: number;
  readonly budget: number;
  readonly tokenizer: string;
  readonly state: string;
  readonly digest: string;
  readonly generation: number;
  readonly pending: number;
  readonly warnings: readonly string[];
  readonly supersedes: string | null;
  readonly parts: Pack | null;
  readonly file: string | null;
}

/** Argument of `packlens.server.search`: symbols that a text in words is about. Its result is `packlens.search/1`. */
export interface SearchArguments {
  readonly text: string;
  readonly limit?: number; // 10
  readonly kind?: string | null; // null
}

/** Argument of `packlens.server.callers`: one symbol, by target or by place. Its result is `Callers`. */
export interface CallersArguments {
  readonly target?: string | null; // null
  readonly uri?: string | null; // null
  readonly position?: Place | null; // null
  readonly depth?: number; // 1
  readonly show?: boolean; // false
}

/**
 * Argument of `packlens.server.impact`: symbols or files by target, one symbol by place, or a diff; without any of them the
 * working tree against HEAD. Its result is `Impact`.
 */
export interface ImpactArguments {
  readonly targets?: readonly string[]; // []
  readonly uri?: string | null; // null
  readonly position?: Place | null; // null
  readonly diff?: string | null; // null
  readonly staged?: boolean; // false
  readonly depth?: number; // 3
  readonly minConfidence?: number; // 0.3
  readonly show?: boolean; // false
}

/** Argument of `packlens.server.map`: where its reader is; `focus` holds paths or URIs. */
export interface MapArguments {
  readonly budget?: number; // 2000
  readonly focus?: readonly string[]; // []
  readonly query?: string; // ""
  readonly pathPrefix?: string; // ""
  readonly format?: "text" | "json"; // "text"
  readonly tokenizer?: "o200k_base" | "cl100k_base" | null; // null
  readonly show?: boolean; // false
}

/** Result of `packlens.server.map`. `shown` of `total` files are in it. */
export interface MapResult {
  readonly text: string;
  readonly format: string;
  readonly tokens: number;
  readonly budget: number;
  readonly tokenizer: string;
  readonly state: string;
  readonly generation: number;
  readonly shown: number;
  readonly total: number;
  readonly file: string | null;
}

/** Argument of `packlens.server.mcp`: nothing. */
export type McpArguments = Record<string, never>;

/** Result of `packlens.server.mcp`: how an agent connects, by a program or, while `mcp.port` is set, over HTTP. */
export interface McpResult {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly url: string | null;
  readonly header: string | null;
}

/** Argument of `packlens.server.status`: nothing. Its result is `Status`. */
export type StatusArguments = Record<string, never>;

/** Argument of `packlens.server.reindex`: nothing. Its result is `Status`. */
export type ReindexArguments = Record<string, never>;

/** Argument of `packlens.server.verify`: a pack in any form. */
export interface VerifyArguments {
  readonly text: string;
}

/** Result of `packlens.server.verify`. */
export interface VerifyResult {
  readonly ok: boolean;
  readonly files: readonly string[];
  readonly firstDifference: string | null;
}

/** Argument of `packlens.copyContext`. */
export interface CopyContextArguments {
  readonly uri: string;
  readonly targets: readonly string[];
}

/** Argument of `packlens.showCallers`. */
export interface ShowCallersArguments {
  readonly uri: string;
  readonly target: string;
  readonly position: Place;
}

/** Argument of `packlens.showImpact`. */
export interface ShowImpactArguments {
  readonly uri: string;
  readonly target: string;
  readonly position: Place;
}

/** Parameters of `packlens/statusChanged`: how the index stands now. */
export interface StatusChanged {
  readonly phase: Phase;
  readonly percentage: number | null;
  readonly files: number;
  readonly symbols: number;
  readonly pending: number;
  readonly message: string | null;
}
