import * as vscode from "vscode";
import type { App } from "../app";

/** Starts every folder's server over. Returns how many run afterwards. */
export async function restartServer({ servers }: App): Promise<number> {
  const location = vscode.ProgressLocation.Window;
  const title = vscode.l10n.t("Packlens: restarting");
  const outcomes = await vscode.window.withProgress({ location, title }, () =>
    Promise.allSettled(servers.all.map((server) => server.restart())),
  );
  return outcomes.filter((outcome) => outcome.status === "fulfilled").length; // the others were reported
}
