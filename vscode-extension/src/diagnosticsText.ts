import type { Status } from "./forms";
/**
 * The text of a bug report. Nothing in it names the person: their home folder is written as `~`, and an address such as
 * that of a package index loses the name and password in it.
 */


export interface FolderDiagnostics {
  readonly name: string;
  readonly state: string;
  readonly pid: number | undefined;
  readonly status: Status | undefined;
}

export interface Diagnostics {
  readonly versions: Readonly<Record<string, string>>;
  readonly trusted: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly otherServers: readonly string[];
  readonly folders: readonly FolderDiagnostics[];
  readonly log: readonly string[];
}

export function diagnosticsText(found: Diagnostics, home: string): string {
  const text = [
    "## Versions",
    "",
    ...Object.entries(found.versions).map(([name, version]) => `- ${name}: ${version}`),
    `- workspace: ${found.trusted ? "trusted" : "not trusted"}`,
    `- other Python servers: ${found.otherServers.join(", ") || "none"}`,
    "",
    "## Settings that were changed",
    "",
    ...fenced("json", JSON.stringify(found.settings, null, 2)),
    "## Folders",
    "",
    ...found.folders.flatMap(folderText),
    "## Last lines of the log",
    "",
    ...fenced("text", found.log.join("\n")),
  ].join("\n");
  return withoutCredentials(withoutHome(text, home));
}

/** `https://ada:secret@host/` as `https://****@host/`. */
export function withoutCredentials(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@"'`]+@/gi, "$1****@");
}

/** Every spelling of the home folder as `~`. */
export function withoutHome(text: string, home: string): string {
  const plain = home.replace(/[\\/]+$/, "");
  const spellings = [plain, plain.replaceAll("\\", "\\\\"), plain.replaceAll("\\", "/"), encodeURI(plain.replaceAll("\\", "/"))];
  return [...new Set(spellings)]
    .filter((spelling) => spelling.length > 1)
    .reduce((shorter, spelling) => shorter.replaceAll(spelling, "~"), text);
}

function folderText({ name, state, pid, status }: FolderDiagnostics): string[] {
  return [
    `- ${name}: ${state}${pid === undefined ? "" : ` (process ${pid})`}`,
    "",
    ...(status === undefined ? [] : fenced("json", JSON.stringify(withoutPaths(status), null, 2))),
  ];
}

/** Paths of a person's files are not part of a bug report; how many files there are is. */
function withoutPaths({ parse_failures: failures, ...status }: Status): object {
  return { ...status, parse_failures: failures.length };
}

function fenced(language: string, text: string): string[] {
  return ["```" + language, text, "```", ""];
}
