/**
 * The tree "Callers". It asks about one symbol, follows edits while it is in sight, and asks for far callers when that
 * group is opened. An answer that comes after another symbol was asked about is dropped.
 */

import * as vscode from "vscode";
import type { App } from "../app";
import { written } from "../copy";
import type { Callers } from "../forms";
import { Refusal } from "../places";
import { failureOf } from "../failure";
import { nameOfId } from "../ids";
import { ServerCommand, type CallersArguments } from "../protocol";
import type { RootServer } from "../server/rootServer";
import { TextChanges } from "../textChanges";
import { treeItem, type Row } from "../tree/item";
import { markdownOf } from "./markdown";
import { treeOf, type Known } from "./model";

export const CALLERS_VIEW = "packlens.callers";

/** How many hops are looked at when far callers are first asked for, and how many more each time after. */
const HOPS = 3;

export class CallersView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Row | undefined>();
  readonly onDidChangeTreeData: vscode.Event<Row | undefined> = this.changed.event;
  private readonly tree: vscode.TreeView<Row>;
  private server: RootServer | undefined;
  private asked: CallersArguments | undefined;
  private known: Known | undefined;
  private problem: string | undefined;
  private changes: TextChanges | undefined;
  private asking: vscode.CancellationTokenSource | undefined;
  private stale = false;

  constructor(private readonly app: App) {
    this.tree = vscode.window.createTreeView(CALLERS_VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.tree.onDidChangeVisibility(({ visible }) => {
      if (visible && this.stale) {
        void this.refresh();
      }
    });
  }

  /** Shows who uses a symbol. Rejects when the server does not know it. */
  async show(server: RootServer, asked: CallersArguments): Promise<Callers> {
    await vscode.commands.executeCommand(`${CALLERS_VIEW}.focus`);
    this.asking?.cancel();
    const source = new vscode.CancellationTokenSource();
    this.asking = source;
    const answer = await vscode.window.withProgress({ location: { viewId: CALLERS_VIEW } }, () =>
      this.execute(server, { ...asked, depth: 1 }, source.token),
    );
    if (this.asking === source) {
      this.follow(server);
      // From here on it is asked for by id: the place where it stood moves with edits.
      this.asked = answer.target.ids === undefined ? { target: answer.target.id } : asked;
      this.take({ direct: answer, far: undefined });
    }
    source.dispose();
    return answer;
  }

  /** Asks again; what fails is told in the view, over the last answer. */
  async refresh(): Promise<void> {
    const { server, asked, known } = this;
    if (server === undefined || asked === undefined) {
      return;
    }
    this.stale = false;
    this.asking?.cancel();
    const source = new vscode.CancellationTokenSource();
    this.asking = source;
    try {
      const direct = await this.execute(server, { ...asked, depth: 1 }, source.token);
      const depth = known?.far?.depth;
      const far =
        depth === undefined ? undefined : { depth, answer: await this.execute(server, { ...asked, depth }, source.token) };
      if (this.asking === source) {
        this.take({ direct, far });
      }
    } catch (error) {
      if (this.asking === source && !source.token.isCancellationRequested) {
        const { message } = failureOf(error);
        this.problem = message;
        this.draw();
      }
    } finally {
      source.dispose();
    }
  }

  /** Looks at callers some hops farther away. */
  async lookFarther(): Promise<void> {
    const { server, asked, known } = this;
    if (server === undefined || asked === undefined || known === undefined) {
      return;
    }
    const depth = (known.far?.depth ?? 0) + HOPS;
    const answer = await vscode.window.withProgress({ location: { viewId: CALLERS_VIEW } }, () =>
      this.execute(server, { ...asked, depth }),
    );
    if (this.known === known) {
      this.known = { ...known, far: { depth, answer } };
      this.changed.fire(undefined);
    }
  }

  /** Copies what the tree shows, as Markdown. */
  async copy(): Promise<string> {
    if (this.known === undefined) {
      throw new Refusal(vscode.l10n.t("No callers to copy. Show those of a function first."));
    }
    const text = markdownOf(this.known, vscode.l10n.t);
    if (await written(this.app, text)) {
      vscode.window.setStatusBarMessage(vscode.l10n.t("Copied the callers of {0}", this.name), 4000);
    } else {
      await this.app.documents.show("callers.md", text);
    }
    return text;
  }

  /** The symbol that is shown, for commands that pass it on. */
  get shown(): Callers | undefined {
    return this.known?.direct;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return treeItem(row, "packlens.callersFarther");
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (row?.lazy === true) {
      await this.lookFarther();
      return [];
    }
    const { known, server } = this;
    if (server === undefined) {
      return [];
    }
    const nodes = row?.children ?? (known === undefined ? [] : treeOf(known, vscode.l10n.t));
    return nodes.map((node) => ({ ...node, root: server.root.uri }));
  }

  dispose(): void {
    this.asking?.cancel();
    vscode.Disposable.from(this.tree, this.changed).dispose();
    this.changes?.dispose();
  }

  private follow(server: RootServer): void {
    this.server = server;
    this.changes?.dispose();
    this.changes = new TextChanges(this.app.servers, server, () => {
      if (this.tree.visible) {
        void this.refresh();
      } else {
        this.stale = true;
      }
    });
  }

  private get name(): string {
    return nameOfId(this.known?.direct.target.id ?? "");
  }

  private take(known: Known): void {
    this.known = known;
    this.problem = undefined;
    this.draw();
  }

  private draw(): void {
    this.tree.description = this.name;
    this.tree.message = this.problem ?? "";
    void vscode.commands.executeCommand("setContext", "packlens.callersShown", this.known !== undefined);
    this.changed.fire(undefined);
  }

  private execute(
    server: RootServer,
    argument: CallersArguments,
    token?: vscode.CancellationToken,
  ): Promise<Callers> {
    return server.execute<Callers>(ServerCommand.CALLERS, argument, token);
  }
}
