/**
 * Names and shapes of the protocol, by the names of `server/packlens/lsp/protocol.py` and `docs/protocol.md`.
 *
 * A test (`tests/docs/test_protocol_ts.py`) fails when the three differ. A field with a default may be left out by
 * whoever writes the shape; every other field is always there. The JSON forms at the end are those that all doors
 * share: their keys are in snake_case, and a form may gain keys.
 */

export const SECTION = "packlens";
export const CODE_ACTION_KIND = "source.packlens.copyContext";

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

/** How much of a symbol a pack shows. */
export type Level = "full" | "excerpt" | "signature" | "name";

/** `packlens.pack/1`, described in docs/packs.md. */
export interface Pack {
  readonly schema: "packlens.pack/1";
  readonly tool: string;
  readonly root: string;
  readonly state: string;
  readonly generation: number;
  readonly target: PackTarget;
  readonly settings: PackSettings;
  readonly budget: number;
  readonly tokens: number;
  readonly tokenizer: string;
  readonly digest: string;
  readonly items: readonly PackItem[];
  readonly omitted: readonly PackOmitted[];
  readonly omitted_total: number;
  readonly possible: readonly PackPossible[];
  readonly manifest: readonly PackManifestRow[];
  readonly pending: number;
  readonly warnings: readonly string[];
  readonly changes?: readonly PackChange[];
  readonly removed?: readonly PackRemoved[];
  readonly unread?: readonly PackUnread[];
  readonly supersedes?: string;
  readonly unchanged?: readonly PackUnchanged[];
  readonly gone?: readonly string[];
}

/** An item that the reader of an earlier pack has. */
export interface PackUnchanged {
  readonly id: string;
  readonly level: Level;
  readonly sha256: string;
}

/** `changes` is there for a diff. */
export interface PackTarget {
  readonly kind: "symbol" | "file" | "query" | "diff";
  readonly text: string;
  readonly ids: readonly string[];
  readonly changes?: string;
}

/**
 * `levels` is there where parts were pinned or dropped, `template` where words stand around the pack, `since` where the
 * reader has an earlier one.
 */
export interface PackSettings {
  readonly budget: number;
  readonly depth: number | "all";
  readonly direction: string;
  readonly format: string;
  readonly redact: boolean;
  readonly signatures_only: boolean;
  readonly tokenizer: string;
  readonly levels?: Readonly<Record<string, "full" | "signature" | "name" | "drop">>;
  readonly template?: PackTemplate;
  readonly since?: string;
}

/** The words around a pack; `{pack}` in `text` stands for it. */
export interface PackTemplate {
  readonly name: string;
  readonly text: string;
}

/** `ranges` is there where the text is not exactly lines `start_line` to `end_line`, `hunks` where a diff changed it. */
export interface PackItem {
  readonly id: string;
  readonly path: string;
  readonly qualname: string;
  readonly kind: string;
  readonly level: Level;
  readonly start_line: number;
  readonly end_line: number;
  readonly tokens: number;
  readonly distance: number;
  readonly score: number;
  readonly via: readonly PackVia[];
  readonly text: string;
  readonly ranges?: readonly (readonly [number, number])[];
  readonly hunks?: readonly PackHunk[];
}

/** `lines` new lines from `start_line` on, and the text that stood there before. */
export interface PackHunk {
  readonly start_line: number;
  readonly lines: number;
  readonly removed: string;
}

/** What a diff did to one symbol; `before` is the earlier id of what was renamed or moved. */
export interface PackChange {
  readonly id: string;
  readonly change: string;
  readonly before: string | null;
}

/** What a diff removed, where it was. */
export interface PackRemoved {
  readonly path: string;
  readonly qualname: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly level: Level;
  readonly text: string;
}

/** A file that differs and of which there is no text. */
export interface PackUnread {
  readonly path: string;
  readonly reason: string;
}

/** An edge, or another reason, which has `words` instead of the fields of an edge. */
export interface PackVia {
  readonly kind: string;
  readonly id: string;
  readonly confidence?: number;
  readonly resolver?: string;
  readonly through?: string;
  readonly line?: number;
  readonly words?: readonly string[];
}

export interface PackOmitted {
  readonly id: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly level: Level;
  readonly tokens: number;
  readonly reason: "over budget" | "shown smaller" | "dropped";
}

export interface PackPossible {
  readonly id: string;
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

export interface PackManifestRow {
  readonly index: number;
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly unsaved: boolean;
  readonly row: string;
}

/** `packlens.callers/1`. An answer has `callers` or `callees`. */
export interface Callers {
  readonly schema: "packlens.callers/1";
  readonly target: CallersTarget;
  readonly callers?: readonly CallersRow[];
  readonly callees?: readonly CallersRow[];
  readonly possible: readonly CallersPossible[];
  readonly pending: number;
}

/** `ids` is there where the target stands for several symbols, of which the first is described. */
export interface CallersTarget {
  readonly id: string;
  readonly path: string;
  readonly qualname: string;
  readonly kind: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly ids?: readonly string[];
}

/** One site. `depth` and `toward` are there when more than one hop was asked for. */
export interface CallersRow {
  readonly id: string;
  readonly path: string;
  readonly qualname: string;
  readonly kind: string;
  readonly line: number;
  readonly column: number;
  readonly edge: string;
  readonly confidence: number;
  readonly resolver: string;
  readonly through: string;
  readonly depth?: number;
  readonly toward?: string;
}

export interface CallersPossible {
  readonly id: string;
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

/** `packlens.search/1`. */
export interface Search {
  readonly schema: "packlens.search/1";
  readonly query: string;
  readonly total: number;
  readonly results: readonly SearchHit[];
}

/** `score` compares the results of one search and nothing else. */
export interface SearchHit {
  readonly id: string;
  readonly path: string;
  readonly qualname: string;
  readonly kind: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly signature: string;
  readonly score: number;
}

/** `packlens.status/1`. */
export interface Status {
  readonly schema: "packlens.status/1";
  readonly root: string;
  readonly state: string;
  readonly generation: number;
  readonly files: number;
  readonly symbols: number;
  readonly edges: number;
  readonly languages: Readonly<Record<string, number>>;
  readonly unresolved: number;
  readonly pending: number;
  readonly timed_out: number;
  readonly by_resolver: Readonly<Record<string, number>>;
  readonly by_confidence: Readonly<Record<string, number>>;
  readonly parse_failures: readonly StatusParseFailure[];
  readonly skipped: Readonly<Record<string, number>>;
  readonly failure: string | null;
  readonly store: string;
  readonly rss_bytes: number;
  readonly timings_ms: Readonly<Record<string, number>>;
}

export interface StatusParseFailure {
  readonly path: string;
  readonly status: "partial" | "failed";
  readonly line: number;
  readonly message: string;
}

/** `packlens.impact/1`. */
export interface Impact {
  readonly schema: "packlens.impact/1";
  readonly asked: string;
  readonly contract: "none" | "behaviour" | "contract" | "open";
  readonly depth: number;
  readonly changed: readonly ImpactChanged[];
  readonly direct: readonly ImpactRow[];
  readonly transitive: readonly ImpactRow[];
  readonly unfit: readonly ImpactUnfit[];
  readonly tests: readonly ImpactTest[];
  readonly possible: readonly CallersPossible[];
  readonly unknown: readonly ImpactUnknown[];
  readonly other: readonly string[];
  readonly risk: "low" | "medium" | "high" | "unknown";
  readonly reasons: readonly string[];
  readonly pending: number;
  readonly recording: string;
}

/** One changed symbol; `before` is the earlier id of what was renamed or moved. */
export interface ImpactChanged {
  readonly id: string;
  readonly change: string;
  readonly before?: string;
}

/** One symbol that the change reaches, by `steps` along `path_ids`. */
export interface ImpactRow {
  readonly id: string;
  readonly path: string;
  readonly qualname: string;
  readonly depth: number;
  readonly confidence: number;
  readonly path_ids: readonly string[];
  readonly steps: readonly ImpactStep[];
}

/** One hop; `line` is in the file of the user, 0 for none. */
export interface ImpactStep {
  readonly kind: string;
  readonly confidence: number;
  readonly through: string;
  readonly line: number;
}

/** One place that the change breaks. */
export interface ImpactUnfit {
  readonly id: string;
  readonly path: string;
  readonly line: number;
  readonly target: string;
  readonly reason: string;
}

/** One test to run. */
export interface ImpactTest {
  readonly id: string;
  readonly path: string;
  readonly nodeid: string;
  readonly confidence: number;
  readonly path_ids: readonly string[];
  readonly steps: readonly ImpactStep[];
}

/** One file that cannot be judged. */
export interface ImpactUnknown {
  readonly path: string;
  readonly reason: string;
}
