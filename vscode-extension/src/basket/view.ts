/**
 * The baskets, one for each folder, kept in the workspace's own storage, and the tree that shows them. Prices are
 * asked for while the tree is in sight and follow edits.
 */

import * as vscode from "vscode";
import type { App } from "../app";
import { iconOf } from "../tree/nodes";
import { Words } from "../words";
import type { RootServer } from "../server/rootServer";
import { TextChanges } from "../textChanges";
import { added, removed, rowsOf, totalText, type BasketRow, type Priced } from "./model";
import { price } from "./price";

export const BASKET_VIEW = "packlens.basket";
const STORED = "packlens.baskets";

/** A folder, where several have baskets, or one thing in a basket. */
export type BasketNode =
  | { readonly kind: "folder"; readonly root: vscode.Uri; readonly name: string; readonly total: string }
  | { readonly kind: "entry"; readonly root: vscode.Uri; readonly symbol: string; readonly row: BasketRow };

interface Watched {
  readonly changes: TextChanges;
  priced: Priced | undefined;
  asking: vscode.CancellationTokenSource | undefined;
  stale: boolean;
}

export class BasketView implements vscode.TreeDataProvider<BasketNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData: vscode.Event<undefined> = this.changed.event;
  private readonly words = new Words(vscode.l10n.t, vscode.env.language);
  private readonly tree: vscode.TreeView<BasketNode>;
  private readonly watched = new Map<string, Watched>();
  private readonly listeners: { dispose(): unknown }[];

  constructor(private readonly app: App) {
    this.tree = vscode.window.createTreeView(BASKET_VIEW, { treeDataProvider: this });
    this.listeners = [
      this.tree,
      this.changed,
      this.tree.onDidChangeVisibility(() => {
        this.priceStale();
      }),
      app.servers.onDidChange(() => {
        this.follow();
      }),
    ];
    this.follow();
  }

  /** What is in the basket of a folder. */
  of(server: RootServer): readonly string[] {
    return this.stored()[server.root.uri.toString()] ?? [];
  }

  /** How many things all baskets hold. */
  get count(): number {
    return this.filled.reduce((sum, server) => sum + this.of(server).length, 0);
  }

  /** The folders whose baskets are not empty. */
  get filled(): RootServer[] {
    return this.app.servers.all.filter((server) => this.of(server).length > 0);
  }

  /** What is known of a basket's price. */
  pricedOf(server: RootServer): Priced | undefined {
    return this.watched.get(server.root.uri.toString())?.priced;
  }

  async add(server: RootServer, targets: readonly string[]): Promise<void> {
    await this.keep(server, added(this.of(server), targets));
  }

  async remove(server: RootServer, target: string): Promise<void> {
    await this.keep(server, removed(this.of(server), target));
  }

  async clear(server: RootServer): Promise<void> {
    await this.keep(server, []);
  }

  /** Asks for the prices of a basket now. */
  async price(server: RootServer): Promise<Priced | undefined> {
    const watched = this.watched.get(server.root.uri.toString());
    const basket = this.of(server);
    if (watched === undefined || basket.length === 0) {
      return undefined;
    }
    watched.asking?.cancel();
    const source = new vscode.CancellationTokenSource();
    watched.asking = source;
    watched.stale = false;
    const priced = await price(server, basket, source.token);
    if (watched.asking === source && !source.token.isCancellationRequested) {
      watched.priced = priced;
      this.draw();
    }
    source.dispose();
    return priced;
  }

  getTreeItem(node: BasketNode): vscode.TreeItem {
    if (node.kind === "folder") {
      const item = new vscode.TreeItem(node.name, vscode.TreeItemCollapsibleState.Expanded);
      item.id = node.root.toString();
      item.description = node.total;
      item.iconPath = vscode.ThemeIcon.Folder;
      item.contextValue = "packlens.basketFolder";
      return item;
    }
    const { row } = node;
    const item = new vscode.TreeItem(row.label);
    item.id = `${node.root.toString()} ${row.target}`;
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.iconPath = row.isGone
      ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
      : row.isFile
        ? vscode.ThemeIcon.File
        : new vscode.ThemeIcon(iconOf(row.kind));
    item.contextValue = row.isGone ? "packlens.basketGone" : "packlens.basketEntry";
    item.accessibilityInformation = { label: `${row.label}, ${row.description}` };
    if (!row.isGone) {
      item.command = {
        command: "packlens.openSymbol",
        title: vscode.l10n.t("Open"),
        arguments: [node.root, row.target],
      };
    }
    return item;
  }

  getChildren(node?: BasketNode): BasketNode[] {
    const { filled } = this;
    if (node === undefined && filled.length > 1) {
      return filled.map((server) => ({
        kind: "folder",
        root: server.root.uri,
        name: server.root.name,
        total: totalText(this.of(server), this.pricedOf(server), isOld(server), this.words),
      }));
    }
    const server = node === undefined ? filled[0] : this.app.servers.forUri(node.root);
    if (server === undefined || node?.kind === "entry") {
      return [];
    }
    return rowsOf(this.of(server), this.pricedOf(server), isOld(server), this.words).map((row) => ({
      kind: "entry",
      root: server.root.uri,
      symbol: row.target,
      row,
    }));
  }

  dispose(): void {
    vscode.Disposable.from(...this.listeners).dispose();
    for (const { changes, asking } of this.watched.values()) {
      asking?.cancel();
      changes.dispose();
    }
  }

  private stored(): Readonly<Record<string, readonly string[]>> {
    return this.app.context.workspaceState.get<Record<string, readonly string[]>>(STORED, {});
  }

  private async keep(server: RootServer, basket: readonly string[]): Promise<void> {
    const key = server.root.uri.toString();
    const others = Object.entries(this.stored()).filter(([root]) => root !== key);
    const all = basket.length === 0 ? others : [...others, [key, basket] as const];
    await this.app.context.workspaceState.update(STORED, Object.fromEntries(all));
    this.follow();
    const watched = this.watched.get(key);
    if (watched !== undefined) {
      watched.stale = true;
    }
    this.priceStale();
  }

  /** Watches the folders that have something in their basket, and no others. */
  private follow(): void {
    const filled = new Map(this.filled.map((server) => [server.root.uri.toString(), server]));
    for (const [key, { changes, asking }] of this.watched) {
      if (!filled.has(key)) {
        asking?.cancel();
        changes.dispose();
        this.watched.delete(key);
      }
    }
    for (const [key, server] of filled) {
      if (!this.watched.has(key)) {
        const watched: Watched = {
          priced: undefined,
          asking: undefined,
          stale: true,
          changes: new TextChanges(this.app.servers, server, () => {
            watched.stale = true;
            this.priceStale();
          }),
        };
        this.watched.set(key, watched);
      }
    }
    this.draw();
  }

  private priceStale(): void {
    if (!this.tree.visible) {
      return;
    }
    for (const server of this.filled) {
      if (this.watched.get(server.root.uri.toString())?.stale === true) {
        void this.price(server);
      }
    }
  }

  private draw(): void {
    const { filled, count } = this;
    const [only] = filled;
    this.tree.message =
      filled.length === 1 && only !== undefined
        ? totalText(this.of(only), this.pricedOf(only), isOld(only), this.words)
        : "";
    this.tree.badge = { value: count, tooltip: vscode.l10n.t("{0} in the basket", count) };
    void vscode.commands.executeCommand("setContext", "packlens.basketFilled", count > 0);
    this.changed.fire(undefined);
  }
}

/** A server that does not run answers no more: what it said of prices is of before. */
function isOld(server: RootServer): boolean {
  return server.state.kind !== "running";
}
