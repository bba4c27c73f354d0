import * as vscode from "vscode";
import { columnOfName, utf16Column } from "./columns";
import type { Site } from "./nodes";

/** Opens a site: its line, with the cursor where the symbol is used. */
export async function openPlace(root: vscode.Uri, site: Site): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(root, site.path));
  const line = Math.min(Math.max(site.line - 1, 0), document.lineCount - 1);
  const text = document.lineAt(line).text;
  const column = typeof site.at === "number" ? utf16Column(text, site.at) : columnOfName(text, site.at);
  const at = new vscode.Position(line, column);
  return vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}
