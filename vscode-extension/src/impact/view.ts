/**
 * The tree "Impact": what a change of a symbol, of a file or of the working tree reaches. It follows edits while it is in
 * sight. An answer that comes after something else was asked about is dropped.
 */

import * as vscode from "vscode";
import type { App } from "../app";
import { failureOf } from "../failure";
import type { Impact } from "../forms";
import { ServerCommand, type ImpactArguments } from "../protocol";
import type { RootServer } from "../server/rootServer";
import { TextChanges } from "../textChanges";
import { treeItem, type Row } from "../tree/item";
import { askedText, treeOf } from "./model";

export const IMPACT_VIEW = "packlens.impact";

/** An answer, what it is of, and whose it is. */
export interface ShownImpact {
  readonly server: RootServer;
  readonly impact: Impact;
  readonly name: string;
}

export class ImpactView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData: vscode.Event<undefined> = this.changed.event;
  private readonly tree: vscode.TreeView<Row>;
  private asked: { readonly server: RootServer; readonly question: ImpactArguments } | undefined;
  private known: ShownImpact | undefined;
  private changes: TextChanges | undefined;
  private asking: vscode.CancellationTokenSource | undefined;
  private stale = false;

  constructor(private readonly app: App) {
    this.tree = vscode.window.createTreeView(IMPACT_VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.tree.onDidChangeVisibility(({ visible }) => {
      if (visible && this.stale) {
        void this.refresh();
      }
    });
  }

  /** Shows what a change reaches. Rejects when the server does not know what was asked about. */
  async show(server: RootServer, question: ImpactArguments): Promise<Impact> {
    await vscode.commands.executeCommand(`${IMPACT_VIEW}.focus`);
    const impact = await this.ask(server, question);
    if (impact === undefined) {
      throw new vscode.CancellationError();
    }
    this.changes?.dispose();
    this.changes = new TextChanges(this.app.servers, server, () => {
      this.stale = true;
      if (this.isInSight) {
        void this.refresh();
      }
    });
    // From here on a symbol is asked for by id: the place where it stood moves with edits.
    const [only, ...others] = impact.changed;
    const byPlace = typeof question.uri === "string" && only !== undefined && others.length === 0;
    this.asked = { server, question: byPlace ? { targets: [only.id] } : question };
    return impact;
  }

  /** Asks again; what fails is told in the view, over the last answer. */
  async refresh(): Promise<void> {
    if (this.asked === undefined) {
      return;
    }
    this.stale = false;
    try {
      await this.ask(this.asked.server, this.asked.question);
    } catch (error) {
      this.tree.message = failureOf(error).message;
    }
  }

  get shown(): ShownImpact | undefined {
    return this.known;
  }

  /** A picture of it may be in sight while the tree is not. */
  follow = false;

  getTreeItem(row: Row): vscode.TreeItem {
    return treeItem(row, "");
  }

  getChildren(row?: Row): Row[] {
    if (this.known === undefined) {
      return [];
    }
    const { server, impact } = this.known;
    const nodes = row?.children ?? treeOf(impact, vscode.l10n.t);
    return nodes.map((node) => ({ ...node, root: server.root.uri }));
  }

  dispose(): void {
    this.asking?.cancel();
    vscode.Disposable.from(this.tree, this.changed).dispose();
    this.changes?.dispose();
  }

  private get isInSight(): boolean {
    return this.tree.visible || this.follow;
  }

  /** What the server answers, which is then shown; undefined when something else was asked about meanwhile. */
  private async ask(server: RootServer, question: ImpactArguments): Promise<Impact | undefined> {
    this.asking?.cancel();
    const source = new vscode.CancellationTokenSource();
    this.asking = source;
    try {
      const impact = await vscode.window.withProgress({ location: { viewId: IMPACT_VIEW } }, () =>
        server.execute<Impact>(ServerCommand.IMPACT, question, source.token),
      );
      if (this.asking !== source) {
        return undefined;
      }
      this.known = { server, impact, name: askedText(question, impact, vscode.l10n.t) };
      this.tree.message = "";
      this.tree.description = this.known.name;
      void vscode.commands.executeCommand("setContext", "packlens.impactShown", true);
      this.changed.fire(undefined);
      return impact;
    } catch (error) {
      if (this.asking !== source) {
        return undefined;
      }
      throw error;
    } finally {
      source.dispose();
    }
  }
}
