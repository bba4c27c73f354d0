/** The picture of the impact that the tree shows, in a tab beside the editor. It changes with the tree. */

import * as vscode from "vscode";
import type { App } from "../app";
import { dress } from "../page/dress";
import { told } from "../told";
import { shownIn } from "./commands";
import { pageHtml } from "./html";
import { pictureView, type FromPicture, type PictureView } from "./pictureView";
import { pictureOf } from "./picture";
import type { ImpactView } from "./view";

const VIEW_TYPE = "packlens.impactPicture";

export class ImpactPicture implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private readonly listener: vscode.Disposable;
  private drawn: PictureView | undefined;

  constructor(
    private readonly app: App,
    private readonly view: ImpactView,
  ) {
    this.listener = view.onDidChangeTreeData(() => {
      this.draw();
    });
  }

  /** Opens the picture, or brings it to the front. Returns what it shows. */
  show(): PictureView {
    shownIn(this.view);
    if (this.panel === undefined) {
      this.open();
    } else {
      this.panel.reveal(undefined, false);
    }
    this.draw();
    return this.drawn ?? pictureView(pictureOf(shownIn(this.view).impact), "", vscode.l10n.t);
  }

  dispose(): void {
    this.listener.dispose();
    this.panel?.dispose();
  }

  private open(): void {
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, vscode.l10n.t("Impact"), vscode.ViewColumn.Beside);
    this.panel = panel;
    this.view.follow = true;
    panel.webview.onDidReceiveMessage((message: FromPicture) => {
      this.take(message);
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.view.follow = false;
    });
    dress(panel, this.app.context.extensionUri, "impact", pageHtml);
  }

  private draw(): void {
    const { shown } = this.view;
    if (this.panel === undefined || shown === undefined) {
      return;
    }
    this.drawn = pictureView(pictureOf(shown.impact), shown.name, vscode.l10n.t);
    this.panel.title = vscode.l10n.t("Impact: {0}", shown.name);
    void this.panel.webview.postMessage(this.drawn);
  }

  private take(message: FromPicture): void {
    const { shown } = this.view;
    if (message.type === "ready") {
      this.draw();
    } else if (shown !== undefined && typeof message.target === "string") {
      const { root } = shown.server;
      void told(this.app, () => vscode.commands.executeCommand("packlens.openSymbol", root.uri, message.target, this.panel?.viewColumn));
    }
  }
}
