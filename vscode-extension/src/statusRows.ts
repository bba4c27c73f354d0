/** What there is to read about a server and its index, as rows; nothing here knows the editor. */

import type { Status } from "./forms";
import type { ServerState } from "./server/rootServer";
import { troubleText } from "./server/trouble";
import { counted, type Say } from "./words";

/** `place` is where a row leads. */
export interface Row {
  readonly group: "index" | "skipped" | "failures";
  readonly icon: string;
  readonly label: string;
  readonly description: string;
  readonly place?: { readonly path: string; readonly line: number };
}

/** Rows of a folder whose server answers. */
export function statusRows(status: Status, t: Say, locale: string): Row[] {
  const number = (value: number): string => value.toLocaleString(locale);
  const counts = [
    counted(t, status.files, "1 file", "{0} files", number(status.files)),
    counted(t, status.symbols, "1 symbol", "{0} symbols", number(status.symbols)),
    counted(t, status.edges, "1 link between them", "{0} links between them", number(status.edges)),
  ];
  const rows: Row[] = [
    {
      group: "index",
      icon: "symbol-misc",
      label: counts.join(", "),
      description: languages(status, number),
    },
    {
      group: "index",
      icon: "question",
      label: counted(
        t,
        status.unresolved,
        "1 place where it is not known what is meant",
        "{0} places where it is not known what is meant",
        number(status.unresolved),
      ),
      description:
        status.pending > 0
          ? counted(
              t,
              status.pending,
              "1 more is still being looked at",
              "{0} more are still being looked at",
              number(status.pending),
            )
          : "",
    },
    {
      group: "index",
      icon: "dashboard",
      label: t("{0} MB of memory", number(Math.round(status.rss_bytes / 1e6))),
      description: "",
    },
  ];
  if (status.failure !== null) {
    rows.push({ group: "index", icon: "error", label: t("The last change is not in the index"), description: status.failure });
  }
  for (const [cause, count] of Object.entries(status.skipped)) {
    if (count > 0) {
      rows.push({ group: "skipped", icon: "circle-slash", label: skipped(cause, t), description: counted(t, count, "1 file", "{0} files", number(count)) });
    }
  }
  for (const failure of status.parse_failures) {
    rows.push({
      group: "failures",
      icon: failure.status === "failed" ? "error" : "warning",
      label: `${failure.path}:${failure.line}`,
      description: failure.message,
      place: { path: failure.path, line: failure.line },
    });
  }
  return rows;
}

/** One line for a server without an answer. */
export function stateLine(state: ServerState, t: Say): string {
  switch (state.kind) {
    case "idle":
      return t("Not started: no Python file of this folder was open yet");
    case "starting":
      return t("The server is being started");
    case "running":
      return t("packlens {0}, {1}", state.launch.version, [state.launch.location.command, ...state.launch.location.args].join(" "));
    case "failed":
      return troubleText(state.trouble, t);
  }
}

function languages(status: Status, number: (value: number) => string): string {
  return Object.entries(status.languages)
    .map(([language, files]) => `${language} ${number(files)}`)
    .join(", ");
}

function skipped(cause: string, t: Say): string {
  switch (cause) {
    case "too_large":
      return t("larger than packlens.index.maxFileBytes");
    case "binary":
      return t("not text at all");
    case "undecodable":
      return t("not text in their declared encoding");
    case "ignored":
      return t("left out by git, .packlensignore or packlens.index");
    case "unsupported":
      return t("not Python: other languages and notebooks");
    case "never_index":
      return t("named by packlens.privacy.neverIndex");
    case "outside_root":
      return t("links that lead out of the folder");
    case "not_a_file":
      return t("pipes, sockets and devices");
    case "nested_repository":
      return t("parts of a repository inside this one");
    case "unreadable":
      return t("cannot be read");
    default:
      return cause.replaceAll("_", " ");
  }
}
