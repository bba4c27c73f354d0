/**
 * One preview in a tab beside the editor. It holds the state, asks the server, and sends the page what to draw; a new
 * question withdraws the one before it. While the tab is hidden nothing is asked; it catches up when it is shown.
 */

import * as vscode from "vscode";
import type { App } from "../app";
import { written } from "../copy";
import { failureOf } from "../failure";
import { dress } from "../page/dress";
import { columnBeside } from "../places";
import { ownTemplates } from "../commands/copyContextWithTemplate";
import { ServerCommand, type PackResult } from "../protocol";
import type { Server } from "../server/servers";
import { TextChanges } from "../textChanges";
import { told } from "../told";
import { answerOf } from "./answer";
import { pageHtml } from "./html";
import { fromPage, type FromPage, type ToPage } from "./messages";
import { packArguments, type Question } from "./question";
import { copyable, mustAsk, reduce, started, type Answer, type Event, type PreviewState } from "./state";
import { stretchesOf } from "./stretches";
import { titleOf, viewOf } from "./view";
import { PreviewWords } from "./words";

export const VIEW_TYPE = "packlens.preview";

export class PreviewPanel implements vscode.Disposable {
  private state: PreviewState;
  private readonly words = new PreviewWords(vscode.l10n.t, vscode.env.language);
  private readonly changes: TextChanges;
  private readonly closed = new vscode.EventEmitter<void>();
  readonly onDidClose: vscode.Event<void> = this.closed.event;
  private asking: vscode.CancellationTokenSource | undefined;
  private sent: Answer | undefined;
  private copyWhenAnswered = false;

  constructor(
    private readonly app: App,
    private readonly server: Server,
    private readonly panel: vscode.WebviewPanel,
    question: Question,
  ) {
    this.state = started(question, ownTemplates());
    this.changes = new TextChanges(app.servers, server, () => {
      this.dispatch({ type: "textsChanged" });
    });
    panel.webview.onDidReceiveMessage((message: unknown) => {
      this.take(fromPage(message));
    });
    panel.onDidChangeViewState(() => {
      this.show();
    });
    panel.onDidDispose(() => {
      this.dispose();
    });
    dress(panel, app.context.extensionUri, "preview", pageHtml);
    this.show();
  }

  /** What the preview shows, for tests. */
  get shown(): PreviewState {
    return this.state;
  }

  get isInFront(): boolean {
    return this.panel.active;
  }

  /** Shows another question in the same tab. */
  retarget(question: Question): void {
    this.panel.reveal(undefined, true);
    this.dispatch({ type: "retarget", question });
  }

  dispatch(event: Event): void {
    const answered = event.type === "answered" || event.type === "failed";
    this.state = reduce(this.state, event);
    this.show();
    if (answered && !mustAsk(this.state) && !this.state.waiting && this.copyWhenAnswered) {
      this.copyWhenAnswered = false;
      void this.copy();
    }
  }

  /** Copies what is shown; while an answer is on its way, that one. */
  async copy(): Promise<boolean> {
    if (this.state.waiting || mustAsk(this.state)) {
      this.copyWhenAnswered = true;
      return false;
    }
    const text = copyable(this.state);
    if (text === undefined) {
      return false;
    }
    const copied = await written(this.app, text);
    this.dispatch({ type: copied ? "copied" : "copyFailed" });
    return copied;
  }

  dispose(): void {
    this.asking?.cancel();
    this.changes.dispose();
    this.panel.dispose();
    this.closed.fire();
    this.closed.dispose();
  }

  private take(message: FromPage | undefined): void {
    switch (message?.type) {
      case undefined:
        break;
      case "ready":
        this.sent = undefined;
        this.show();
        break;
      case "edit":
        this.dispatch({ type: "edit", edit: message.edit });
        break;
      case "undo":
      case "redo":
        this.dispatch({ type: message.type });
        break;
      case "retry":
        this.dispatch({ type: "textsChanged" });
        break;
      case "copy":
        void this.copy();
        break;
      case "open":
        void told(this.app, () => openSource(this.server, message.path, message.line, this.panel.viewColumn));
        break;
    }
  }

  private show(): void {
    if (!this.panel.visible) {
      return;
    }
    if (mustAsk(this.state)) {
      void this.ask();
    }
    this.panel.title = vscode.l10n.t("Preview: {0}", titleOf(this.state.question, this.words));
    const kept = { root: this.server.root.uri.toString(), question: this.state.question };
    this.post({ type: "view", view: viewOf(this.state, this.words), kept });
    const { answer } = this.state;
    if (answer !== undefined && answer !== this.sent) {
      this.sent = answer;
      const stretches = stretchesOf(answer.text, answer.parts.items);
      this.post({ type: "text", text: answer.text, format: answer.format, stretches });
    }
  }

  private async ask(): Promise<void> {
    this.asking?.cancel();
    const source = new vscode.CancellationTokenSource();
    this.asking = source;
    this.state = reduce(this.state, { type: "asked" });
    const { asked: number, question } = this.state;
    try {
      const argument = packArguments(question);
      const result = await this.server.execute<PackResult>(ServerCommand.PACK, argument, source.token);
      this.dispatch({ type: "answered", number, answer: answerOf(result) });
    } catch (error) {
      if (!source.token.isCancellationRequested) {
        this.dispatch({ type: "failed", number, failure: failureOf(error) });
      }
    } finally {
      source.dispose();
    }
  }

  private post(message: ToPage): void {
    void this.panel.webview.postMessage(message);
  }
}

/** Opens a line of a file in an editor that does not hide the preview. */
async function openSource(
  server: Server,
  path: string,
  line: number,
  column: vscode.ViewColumn | undefined,
): Promise<void> {
  const at = new vscode.Position(Math.max(line - 1, 0), 0);
  const uri = vscode.Uri.joinPath(server.root.uri, path);
  await vscode.window.showTextDocument(uri, { viewColumn: columnBeside(column), selection: new vscode.Range(at, at) });
}
