/** How a person hears that a server does not run: one message with what can be done about it. */

import * as vscode from "vscode";
import { SECTION } from "./protocol";
import type { Log } from "./server/log";
import type { RootServer } from "./server/rootServer";
import { remedies, troubleText, type Remedy, type Trouble } from "./server/trouble";

/** Folders that meet the same trouble at the same time are one message, and Retry is for all of them. */
export class Reporter {
  private readonly told = new Map<string, Set<RootServer>>();

  constructor(private readonly log: Log) {}

  async report(server: RootServer, met: Trouble): Promise<void> {
    const text = troubleText(met, vscode.l10n.t);
    const servers = this.told.get(text);
    if (servers !== undefined) {
      servers.add(server);
      return;
    }
    const affected = new Set([server]);
    this.told.set(text, affected);
    const chosen = await showTrouble(met, text);
    this.told.delete(text);
    if (chosen === "retry") {
      await Promise.all([...affected].map((one) => one.restart().catch(() => undefined))); // reported again
    } else if (chosen !== undefined) {
      await open(chosen, this.log);
    }
  }
}

async function showTrouble(met: Trouble, text: string): Promise<Remedy | undefined> {
  const titles: Record<Remedy, string> = {
    retry: vscode.l10n.t("Try Again"),
    openServerPath: vscode.l10n.t("Open Setting"),
    openInterpreter: vscode.l10n.t("Open Setting"),
    showOutput: vscode.l10n.t("Show Output"),
  };
  const items = remedies(met.kind).map((remedy) => ({ title: titles[remedy], remedy }));
  const show = met.kind === "withdrawn" ? vscode.window.showWarningMessage : vscode.window.showErrorMessage;
  return (await show(text, ...items))?.remedy;
}

async function open(remedy: Exclude<Remedy, "retry">, log: Log): Promise<void> {
  switch (remedy) {
    case "openServerPath":
    case "openInterpreter": {
      const key = remedy === "openServerPath" ? "serverPath" : "interpreter";
      // A program is named in the settings of the machine that it is on.
      const settings = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
      await vscode.commands.executeCommand(`workbench.action.${settings}`, { query: `@id:${SECTION}.${key}` });
      break;
    }
    case "showOutput":
      log.show();
  }
}
