/**
 * Other extensions that answer for Python. Where one of them offers a call hierarchy or workspace symbols, ours would
 * stand there a second time, so `auto` means off.
 */

import * as vscode from "vscode";

export type Offer = "callHierarchy" | "workspaceSymbols";

const BOTH: readonly Offer[] = ["callHierarchy", "workspaceSymbols"];

const OFFERS: ReadonlyMap<string, readonly Offer[]> = new Map([
  ["ms-python.vscode-pylance", BOTH],
  ["ms-pyright.pyright", BOTH],
  ["detachhead.basedpyright", BOTH],
  ["anysphere.cursorpyright", BOTH],
  ["codeium.windsurfpyright", BOTH],
  ["meta.pyrefly", BOTH],
  ["astral-sh.ty", BOTH],
  ["ms-python.python", ["workspaceSymbols"]], // its built-in Jedi server
]);

/** Whether another extension offers it. */
export function offeredByAnother(offer: Offer): boolean {
  return [...OFFERS].some(([id, offers]) => offers.includes(offer) && serves(id));
}

/** The other extensions that answer for Python here. */
export function offeringExtensions(): string[] {
  return [...OFFERS.keys()].filter(serves);
}

function serves(id: string): boolean {
  if (vscode.extensions.getExtension(id) === undefined) {
    return false;
  }
  const chosen = vscode.workspace.getConfiguration("python").get<string>("languageServer", "Default");
  switch (id) {
    case "ms-python.vscode-pylance":
      return chosen === "Default" || chosen === "Pylance";
    case "ms-python.python":
      return chosen === "Jedi" || chosen === "JediLSP";
    default:
      return true;
  }
}
