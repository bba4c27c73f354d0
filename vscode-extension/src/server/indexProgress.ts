/**
 * The server's progress as a message that can be withdrawn, shown only for work that takes a while: the status bar
 * tells of it from the start, and most folders are indexed before anyone could read more.
 */

import * as vscode from "vscode";
import {
  WorkDoneProgress,
  WorkDoneProgressCancelNotification,
  WorkDoneProgressCreateRequest,
  type ClientCapabilities,
  type FeatureState,
  type LanguageClient,
  type ProgressToken,
  type StaticFeature,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from "vscode-languageclient/node";

const PATIENCE_MS = 3_000;

type Step = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

export class IndexProgress implements StaticFeature {
  private readonly works = new Set<Work>();

  constructor(client: LanguageClient) {
    client.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
      const work = new Work(client, token);
      this.works.add(work);
      const listener = client.onProgress(WorkDoneProgress.type, token, (step: Step) => {
        work.take(step);
        if (step.kind === "end") {
          listener.dispose();
          this.works.delete(work);
        }
      });
    });
  }

  /** Withdraws what runs. */
  withdraw(): void {
    for (const work of this.works) {
      work.withdraw();
    }
  }

  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.window = { ...capabilities.window, workDoneProgress: true };
  }

  initialize(): void {
    // The request is answered from the start: it may arrive together with the answer to `initialize`.
  }

  getState(): FeatureState {
    return { kind: "window", id: WorkDoneProgressCreateRequest.method, registrations: this.works.size > 0 };
  }

  clear(): void {
    for (const work of this.works) {
      work.end();
    }
    this.works.clear();
  }
}

class Work {
  private readonly ended = new vscode.EventEmitter<void>();
  private title = "";
  private percentage = 0;
  private message: string | undefined;
  private shown: vscode.Progress<{ message?: string; increment?: number }> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly client: LanguageClient,
    private readonly token: ProgressToken,
  ) {}

  take(step: Step): void {
    if (step.kind === "begin") {
      this.title = step.title;
      this.timer = setTimeout(() => {
        this.show();
      }, PATIENCE_MS);
    }
    if (step.kind === "end") {
      this.end();
      return;
    }
    this.report(step.percentage ?? this.percentage, step.message);
  }

  withdraw(): void {
    void this.client.sendNotification(WorkDoneProgressCancelNotification.type, { token: this.token });
  }

  end(): void {
    clearTimeout(this.timer);
    this.ended.fire();
    this.ended.dispose();
  }

  private report(percentage: number, message: string | undefined): void {
    const increment = Math.max(0, percentage - this.percentage);
    this.percentage = Math.max(this.percentage, percentage);
    this.message = message;
    this.shown?.report(message === undefined ? { increment } : { increment, message });
  }

  private show(): void {
    const options = { location: vscode.ProgressLocation.Notification, title: this.title, cancellable: true };
    void vscode.window.withProgress(options, (progress, cancelled) => {
      this.shown = progress;
      progress.report({ increment: this.percentage, message: this.message ?? "" });
      cancelled.onCancellationRequested(() => {
        this.withdraw();
      });
      return new Promise<void>((resolve) => {
        this.ended.event(resolve);
      });
    });
  }
}
