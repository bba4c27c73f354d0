/** The `packlens.*` settings as the editor has them. */

import { homedir } from "node:os";
import * as vscode from "vscode";
import { SECTION } from "./protocol";
import { offeredByAnother, type Offer } from "./server/otherServers";
import { written } from "./server/programPath";
import { chosen, nested, SERVER_KEYS } from "./settingKeys";

const AUTO: readonly (readonly [string, Offer])[] = [
  ["callHierarchy.enabled", "callHierarchy"],
  ["workspaceSymbols.enabled", "workspaceSymbols"],
];

/** What the server is told of the settings of a folder. What `auto` means is decided where other extensions are known. */
export function sentSettings(folder: vscode.WorkspaceFolder): Record<string, unknown> {
  const flat = setByPerson(folder.uri, SERVER_KEYS);
  for (const [key, offer] of AUTO) {
    const chosen = flat.get(key) ?? "auto";
    flat.set(key, chosen === "auto" ? !offeredByAnother(offer) : chosen);
  }
  const environment = placeSetting(folder, "jedi.environmentPath");
  if (environment === undefined) {
    flat.delete("jedi.environmentPath");
  } else {
    flat.set("jedi.environmentPath", environment);
  }
  return nested(flat);
}

/** Those of `keys` that a person has set, by key. */
export function setByPerson(scope: vscode.Uri | undefined, keys: readonly string[]): Map<string, unknown> {
  const configuration = vscode.workspace.getConfiguration(SECTION, scope);
  const flat = new Map<string, unknown>();
  for (const key of keys) {
    const value = chosen(key, configuration.inspect(key));
    if (value !== undefined) {
      flat.set(key, value);
    }
  }
  return flat;
}

/** Whether agents may ask about what is open. */
export function agentsMayAsk(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<boolean>("mcp.enabled", true);
}

/** What a click on a lens does. */
export function lensClick(scope: vscode.Uri | undefined): "copy" | "preview" {
  return vscode.workspace.getConfiguration(SECTION, scope).get<"copy" | "preview">("lens.click", "copy");
}

/**
 * A setting that names a program or an environment of this machine, with `~` and `${workspaceFolder}` replaced;
 * undefined when it is empty or the workspace is not trusted.
 */
export function placeSetting(
  folder: vscode.WorkspaceFolder,
  key: "serverPath" | "interpreter" | "jedi.environmentPath",
): string | undefined {
  if (!vscode.workspace.isTrusted) {
    return undefined;
  }
  const setting = vscode.workspace.getConfiguration(SECTION, folder.uri).get<string | null>(key)?.trim();
  return setting === undefined || setting === "" ? undefined : written(setting, folder.uri.fsPath, homedir());
}
