/**
 * The status bar item: how the index of the folder in front stands. It is there while any folder has a server, so that
 * a server that fails is seen; a click opens the index status.
 */

import * as vscode from "vscode";
import type { RootServer } from "./server/rootServer";
import type { Servers } from "./server/servers";
import { statusFace } from "./statusFace";

export function followStatus(servers: Servers): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("packlens.status", vscode.StatusBarAlignment.Right, 90);
  item.name = "Packlens";
  item.command = "packlens.showStatus";
  let last: RootServer | undefined;

  const draw = (): void => {
    const front = vscode.window.activeTextEditor?.document.uri;
    last = (front === undefined ? undefined : servers.forUri(front)) ?? stillThere(servers, last) ?? servers.all[0];
    if (last === undefined || last.state.kind === "idle") {
      item.hide();
      return;
    }
    const face = statusFace(last.state, last.status, vscode.l10n.t, vscode.env.language);
    item.text = face.text;
    item.tooltip = servers.all.length > 1 ? `${last.root.name}: ${face.tooltip}` : face.tooltip;
    item.accessibilityInformation = { label: face.spoken, role: "button" };
    item.backgroundColor =
      face.severity === "none" ? undefined : new vscode.ThemeColor(`statusBarItem.${face.severity}Background`);
    item.show();
  };

  draw();
  return vscode.Disposable.from(
    item,
    servers.onDidChange(draw),
    vscode.window.onDidChangeActiveTextEditor(draw),
  );
}

function stillThere(servers: Servers, server: RootServer | undefined): RootServer | undefined {
  return server !== undefined && servers.all.includes(server) ? server : undefined;
}
