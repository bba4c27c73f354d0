/** The previews: at most one for each folder, which a new question takes over. */

import * as vscode from "vscode";
import type { App } from "../app";
import { linesTarget } from "../lines";
import { filesInView, isPython, pathIn, pythonEditor, Refusal, serverOf, symbolAt } from "../places";
import { filesOf, isRow } from "../pointedAt";
import type { PackArguments } from "../protocol";
import type { RootServer } from "../server/rootServer";
import { keptBy } from "./messages";
import { PreviewPanel, VIEW_TYPE } from "./panel";
import { questionOf, type About, type Question } from "./question";

export class Previews implements vscode.Disposable, vscode.WebviewPanelSerializer {
  private readonly panels = new Map<string, PreviewPanel>();
  private readonly registration: vscode.Disposable;

  constructor(private readonly app: App) {
    this.registration = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this);
  }

  /** Brings a preview back after the window was reloaded, where its folder is still open. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = keptBy(state);
    const server = kept && this.app.servers.forUri(vscode.Uri.parse(kept.root));
    if (kept === undefined || server === undefined || this.panels.has(server.root.uri.toString())) {
      panel.dispose();
    } else {
      this.adopt(server, panel, kept.question);
    }
    return Promise.resolve();
  }

  /** Opens a preview of what a lens, files of the explorer, a question or the cursor names. */
  async open(asked?: unknown, selected?: unknown): Promise<PreviewPanel> {
    if (isRow(asked)) {
      return this.show(serverOf(this.app, asked.root), questionOf({ targets: [asked.symbol] }));
    }
    const files = filesOf(asked, selected);
    const [first] = files;
    if (first !== undefined) {
      const server = serverOf(this.app, first);
      const served = files.filter((uri) => isPython(uri) && this.app.servers.forUri(uri) === server);
      return this.show(server, questionOf({ targets: served.map((uri) => pathIn(server, uri)) }));
    }
    if (isQuestion(asked)) {
      const server = serverOf(this.app, vscode.Uri.parse(asked.uri));
      return this.show(server, questionOf(aboutOf(server, asked), asked));
    }
    const { document, selection } = pythonEditor();
    const server = serverOf(this.app, document.uri);
    const target = selection.isEmpty
      ? await symbolAt(server, document.uri, selection.active)
      : linesTarget(pathIn(server, document.uri), selection);
    return this.show(server, questionOf({ targets: [target] }));
  }

  show(server: RootServer, question: Question): PreviewPanel {
    const key = server.root.uri.toString();
    const there = this.panels.get(key);
    if (there !== undefined) {
      there.retarget(question);
      return there;
    }
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, vscode.l10n.t("Packlens preview"), place, {
      enableFindWidget: true,
    });
    return this.adopt(server, panel, question);
  }

  /** Copies what the preview in front shows. */
  async copyShown(): Promise<boolean> {
    const shown = this.all.find((panel) => panel.isInFront) ?? this.all.at(-1);
    if (shown === undefined) {
      throw new Refusal(vscode.l10n.t("No preview is open. Preview a context first."));
    }
    return shown.copy();
  }

  get all(): readonly PreviewPanel[] {
    return [...this.panels.values()];
  }

  private adopt(server: RootServer, panel: vscode.WebviewPanel, question: Question): PreviewPanel {
    const key = server.root.uri.toString();
    const preview = new PreviewPanel(this.app, server, panel, question);
    this.panels.set(key, preview);
    preview.onDidClose(() => this.panels.delete(key));
    return preview;
  }

  dispose(): void {
    this.registration.dispose();
    for (const panel of this.all) {
      panel.dispose();
    }
  }
}

type Asked = PackArguments & { readonly uri: string };

function isQuestion(asked: unknown): asked is Asked {
  return typeof asked === "object" && asked !== null && "uri" in asked && typeof asked.uri === "string";
}

function aboutOf(server: RootServer, asked: Asked): About {
  if (typeof asked.query === "string") {
    return { query: asked.query, focus: asked.focus ?? filesInView(server) };
  }
  if (asked.staged === true) {
    return { staged: true };
  }
  if (typeof asked.diff === "string") {
    return { diff: asked.diff };
  }
  if (asked.targets !== undefined && asked.targets.length > 0) {
    return { targets: asked.targets };
  }
  const uri = vscode.Uri.parse(asked.uri);
  if (!isPython(uri)) {
    throw new Refusal(vscode.l10n.t("Nothing here to preview. Open a Python file first."));
  }
  const path = pathIn(server, uri);
  return { targets: [asked.range === undefined || asked.range === null ? path : linesTarget(path, asked.range)] };
}
