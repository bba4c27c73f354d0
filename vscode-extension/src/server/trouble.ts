/**
 * What can keep a server from running, as values, and what a person reads of each: what is wrong and what to try.
 *
 *   serverPathFails     the program that a setting names does not answer
 *   interpreterFails    the Python that a setting names does not answer, or is too old
 *   noPython            no Python was found to make an environment with
 *   oldPython           only a Python that is too old was found
 *   noVenv              a good Python was found, which cannot make environments
 *   noNetwork           pip could not reach its index
 *   pipFails            pip failed for another reason
 *   environmentFails    the environment could not be made for another reason
 *   withdrawn           the person withdrew making the environment
 *   crashes             the server ended by itself too often
 *   startFails          the server could not be started
 *   folderClosed        the folder is no longer part of the workspace
 */

import type { Say } from "../words";

export type TroubleKind =
  | "serverPathFails"
  | "interpreterFails"
  | "noPython"
  | "oldPython"
  | "noVenv"
  | "noNetwork"
  | "pipFails"
  | "environmentFails"
  | "withdrawn"
  | "crashes"
  | "startFails"
  | "folderClosed";

/** `subject` is the program, version or folder it is about; `detail` one line that a program said. */
export interface Trouble {
  readonly kind: TroubleKind;
  readonly subject: string;
  readonly detail: string;
}

/** What a message offers: try again, open a setting, install Python, see the log. */
export type Remedy = "retry" | "openServerPath" | "openInterpreter" | "showOutput";

export function trouble(kind: TroubleKind, subject = "", detail = ""): Trouble {
  return { kind, subject, detail };
}

/** Thrown where a server cannot be had. `message` is what a person reads, once it leaves `RootServer`. */
export class TroubleError extends Error {
  constructor(
    readonly trouble: Trouble,
    text: string = trouble.kind,
  ) {
    super(text);
  }
}

/** One or two sentences: what is wrong and what to try. */
export function troubleText({ kind, subject, detail }: Trouble, t: Say): string {
  switch (kind) {
    case "serverPathFails":
      return t(
        "The setting packlens.serverPath names {0}, which does not answer as Packlens ({1}). Correct the setting, or empty it to let Packlens look for itself.",
        subject,
        detail,
      );
    case "interpreterFails":
      return t(
        "The setting packlens.interpreter names {0}, which cannot be used ({1}). Name a Python 3.11 or newer, or empty the setting.",
        subject,
        detail,
      );
    case "noPython":
      return t(
        "Packlens needs Python 3.11 or newer and found no Python. Install one, or name it in the setting packlens.interpreter, then try again.",
      );
    case "oldPython":
      return t(
        "Packlens needs Python 3.11 or newer and found only {0}. Install a newer one beside it, or name it in the setting packlens.interpreter, then try again.",
        subject,
      );
    case "noVenv":
      return t(
        "{0} cannot make virtual environments: its venv or ensurepip module is missing. Install it (on Debian and Ubuntu: apt install python3-venv), then try again.",
        subject,
      );
    case "noNetwork":
      return t(
        "Packlens could not download the packages it runs on: pip reached no package index. Connect, or set pip's proxy or index, then try again; or install packlens yourself and name it in packlens.serverPath.",
      );
    case "pipFails":
      return t("Installing Packlens into its own environment failed: {0} The output has the whole story.", sentence(detail));
    case "environmentFails":
      return t("Packlens could not make its own Python environment: {0}", sentence(detail));
    case "withdrawn":
      return t("Setting up Packlens was cancelled. Try again when you want it.");
    case "crashes":
      return t("The Packlens server ended five times within three minutes and is not started again by itself. The output says why.");
    case "startFails":
      return t("The Packlens server could not be started: {0}", sentence(detail));
    case "folderClosed":
      return t("The folder {0} is no longer open.", subject);
  }
}

/** What to offer for it, the most useful first. */
export function remedies(kind: TroubleKind): readonly Remedy[] {
  switch (kind) {
    case "serverPathFails":
      return ["openServerPath", "retry", "showOutput"];
    case "interpreterFails":
    case "noPython":
    case "oldPython":
      return ["retry", "openInterpreter", "showOutput"];
    case "folderClosed":
      return [];
    default:
      return ["retry", "showOutput"];
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
