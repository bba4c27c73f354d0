/** A node as the editor shows it in a tree. */

import * as vscode from "vscode";
import type { Node } from "./nodes";

/** A symbol and the folder it is in, as the rows of all views carry it. */
export interface Row extends Node {
  readonly root: vscode.Uri;
}

/** `farther` is the command of the row that asks for more. */
export function treeItem(row: Row, farther: string): vscode.TreeItem {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const state = row.lazy || row.children.length > 0 ? (row.expanded ? Expanded : Collapsed) : None;
  const item = new vscode.TreeItem(row.label, state);
  item.id = row.id;
  item.description = row.description;
  item.tooltip = row.tooltip === "" ? row.label : row.tooltip;
  const file = row.kind === "file" ? row.label : row.file;
  item.iconPath = row.icon === "file" ? vscode.ThemeIcon.File : new vscode.ThemeIcon(row.icon);
  if (file !== undefined) {
    item.resourceUri = vscode.Uri.joinPath(row.root, file);
  }
  item.contextValue = row.symbol === undefined ? `packlens.${row.kind}` : "packlens.symbol";
  item.accessibilityInformation = { label: [row.label, row.description].filter(Boolean).join(", ") };
  const command = commandOf(row, farther);
  if (command !== undefined) {
    item.command = command;
  }
  return item;
}

function commandOf({ kind, label, root, site, symbol, file }: Row, farther: string): vscode.Command | undefined {
  const title = vscode.l10n.t("Open");
  if (site !== undefined) {
    return { command: "packlens.openPlace", title, arguments: [root, site] };
  }
  if (symbol !== undefined) {
    return { command: "packlens.openSymbol", title, arguments: [root, symbol] };
  }
  if (file !== undefined) {
    return { command: "vscode.open", title, arguments: [vscode.Uri.joinPath(root, file)] }; // it may be a picture
  }
  return kind === "farther" ? { command: farther, title: label } : undefined;
}
