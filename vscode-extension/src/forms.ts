/**
 * The JSON forms that all doors share, as docs/protocol.md and docs/packs.md describe them. Keys are in snake_case, and a
 * form may gain keys. A test (`tests/docs/test_protocol_ts.py`) holds them against real answers.
 */

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
  readonly signs?: string;
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
  readonly hindrance: string | null;
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

/** What the change reaches, by `steps` along `path_ids`. */
interface Reached {
  readonly id: string;
  readonly path: string;
  readonly confidence: number;
  readonly path_ids: readonly string[];
  readonly steps: readonly ImpactStep[];
}

/** One symbol that the change reaches. */
export interface ImpactRow extends Reached {
  readonly qualname: string;
  readonly depth: number;
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
export interface ImpactTest extends Reached {
  readonly nodeid: string;
}

/** One file that cannot be judged. */
export interface ImpactUnknown {
  readonly path: string;
  readonly reason: string;
}
