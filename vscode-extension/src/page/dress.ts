/** Makes a tab of the editor one of ours: its icon, and the page that it shows. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Say } from "../words";
import type { PageSources } from "./html";

/** Writes a page that loads the given files. */
export type PageHtml = (sources: PageSources, language: string, say: Say) => string;

/** Gives a tab the page whose script and style are called `name` in `dist`, and lets it load these and nothing else. */
export function dress(panel: vscode.WebviewPanel, extension: vscode.Uri, name: string, html: PageHtml): void {
  const { webview } = panel;
  const dist = vscode.Uri.joinPath(extension, "dist");
  const at = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  const nonce = randomBytes(16).toString("base64url");
  panel.iconPath = vscode.Uri.joinPath(extension, "media", "view.svg");
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = html({ cspSource: webview.cspSource, nonce, script: at(`${name}.js`), style: at(`${name}.css`) }, vscode.env.language, vscode.l10n.t);
}
