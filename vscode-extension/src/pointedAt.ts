/** What a menu hands to a command: a row of a view, files of the explorer, or the editor that it was opened in. */

import * as vscode from "vscode";

/** A row that stands for a symbol or a file of a folder. */
export interface SymbolRow {
  readonly root: vscode.Uri;
  readonly symbol: string;
}

export function isRow(asked: unknown): asked is SymbolRow {
  const row = asked as { root?: unknown; symbol?: unknown } | undefined | null;
  return row?.root instanceof vscode.Uri && typeof row.symbol === "string";
}

/**
 * The files that are meant. The explorer hands over all that are selected. A menu of the editor hands over the file in
 * front, where the symbol at the cursor is meant and not the file: then there are none.
 */
export function filesOf(clicked: unknown, selected: unknown): vscode.Uri[] {
  if (Array.isArray(selected) && selected.length > 0) {
    return (selected as unknown[]).filter((one) => one instanceof vscode.Uri);
  }
  const inFront = vscode.window.activeTextEditor?.document.uri.toString();
  return clicked instanceof vscode.Uri && clicked.toString() !== inFront ? [clicked] : [];
}
