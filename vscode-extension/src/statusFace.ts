/** What the status bar item shows for a server, as a value. */

import type { StatusChanged } from "./protocol";
import type { ServerState } from "./server/rootServer";
import { troubleText } from "./server/trouble";
import { counted, type Say } from "./words";

export interface Face {
  readonly text: string;
  readonly tooltip: string;
  /** The text without icons, for screen readers. */
  readonly spoken: string;
  /** An error: nothing works. A warning: what there is works. */
  readonly severity: "none" | "warning" | "error";
}

export function statusFace(
  state: ServerState,
  status: StatusChanged | undefined,
  t: Say,
  locale: string,
): Face {
  if (state.kind === "failed") {
    return problem("error", t("Packlens: no server"), troubleText(state.trouble, t));
  }
  if (state.kind !== "running" || status === undefined) {
    return face("$(loading~spin)", t("Packlens: starting"), t("The server is being started"));
  }
  const number = (value: number): string => value.toLocaleString(locale);
  switch (status.phase) {
    case "indexing":
      return face(
        "$(sync~spin)",
        status.percentage === null ? t("Packlens: indexing") : t("Packlens: indexing {0}%", status.percentage),
        t("Reading the folder; lenses get their numbers when it is done"),
      );
    case "problem":
      return problem(
        "warning",
        status.symbols === 0 ? t("Packlens: no index") : t("Packlens: problem"),
        status.message ?? t("The index has a problem"),
      );
    case "ready":
      return ready(status, number, t);
  }
}

function ready(status: StatusChanged, number: (value: number) => string, t: Say): Face {
  const symbols = counted(t, status.symbols, "1 symbol", "{0} symbols", number(status.symbols));
  const counts = t("{0} in {1}", symbols, counted(t, status.files, "1 file", "{0} files", number(status.files)));
  const pending =
    status.pending > 0
      ? counted(t, status.pending, "1 call is looked at more closely; counts marked + may still grow", "{0} calls are looked at more closely; counts marked + may still grow", number(status.pending))
      : undefined;
  const said = [counts, pending, status.message].filter((line) => line !== undefined && line !== null && line !== "");
  const text = status.files === 0 ? t("Packlens: no Python") : t("Packlens: {0}", symbols);
  return face(pending === undefined ? "$(symbol-structure)" : "$(watch)", text, said.join("\n"), [t("Packlens: {0}", counts), pending].filter(Boolean).join(". "));
}

function face(icon: string, text: string, tooltip: string, spoken = text): Face {
  return { text: `${icon} ${text}`, tooltip: `Packlens: ${tooltip}`, spoken, severity: "none" };
}

function problem(severity: "warning" | "error", text: string, tooltip: string): Face {
  return { text: `$(${severity}) ${text}`, tooltip, spoken: `${text}. ${tooltip}`, severity };
}
