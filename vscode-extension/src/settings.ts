/** The `packlens.*` settings as the editor has them. */

import * as vscode from "vscode";
import { SECTION } from "./protocol";
import type { Launch } from "./server/launch";
import { chosen, nested, SERVER_KEYS } from "./settingKeys";

/** What the server is told of the settings of a folder. */
export function sentSettings(folder: vscode.WorkspaceFolder, launch: Launch): Record<string, unknown> {
  const flat = setByPerson(folder.uri, SERVER_KEYS);
  // What `auto` means is decided where the other extensions are known.
  flat.set("callHierarchy.enabled", launch.callHierarchy);
  flat.set("workspaceSymbols.enabled", launch.workspaceSymbols);
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

/** `auto`, or what a person decided. */
export function autoSetting(scope: vscode.Uri, key: "callHierarchy.enabled" | "workspaceSymbols.enabled"): boolean | "auto" {
  return vscode.workspace.getConfiguration(SECTION, scope).get<boolean | "auto">(key, "auto");
}

/** What a click on a lens does. */
export function lensClick(scope: vscode.Uri | undefined): "copy" | "preview" {
  return vscode.workspace.getConfiguration(SECTION, scope).get<"copy" | "preview">("lens.click", "copy");
}

/** A setting that names a program, with `~` and `${workspaceFolder}` replaced; undefined when empty or not trusted. */
export function programSetting(folder: vscode.WorkspaceFolder, key: "serverPath" | "interpreter"): string | undefined {
  if (!vscode.workspace.isTrusted) {
    return undefined;
  }
  const written = vscode.workspace.getConfiguration(SECTION, folder.uri).get<string | null>(key)?.trim();
  return written === undefined || written === "" ? undefined : written;
}
