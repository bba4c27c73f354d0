/**
 * The server of one workspace folder: found, started, restarted after a crash, stopped.
 *
 * Everything that starts or stops goes through one queue, so that no two of them meet. What the server is started
 * with is one comparable value (`Launch`); a change of settings or of the environment restarts the server only when
 * that value is another one.
 *
 * A server that ends while it is being started, or with a request unanswered, is one that crashed like any other: it is
 * started again after a while, and the request is sent once more. The language client is loaded with the first start,
 * while the server is looked for: the editor waits for an activation, and not for a server.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import type { ServerCommand, StatusChanged } from "../protocol";
import { Backoff } from "./backoff";
import type { Channels, Client } from "./client";
import { sameLaunch, type Launch } from "./launch";
import type { Server } from "./servers";
import { trouble, TroubleError, troubleText, type Trouble } from "./trouble";

/** What a folder's server needs from the editor. */
export interface Surroundings {
  readonly channels: Channels;
  /**
   * Where the server is and what it is started with; where `recalls`, by what programs said when they were asked last.
   * Rejects with a TroubleError.
   */
  find(folder: vscode.WorkspaceFolder, recalls: boolean): Promise<Launch>;
  /** Those who are looking begin again: what they go by has changed. */
  startOver(): void;
  /** Something keeps the server from running; the person has to hear of it. */
  report(server: RootServer, trouble: Trouble): void;
}

/** Why a server may be another one now: a person's settings or trust, or the interpreter of the Python extension. */
export type Change = "settings" | "interpreter";

/** How the program stands; how its index stands is `status`. */
export type ServerState =
  | { readonly kind: "idle" }
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly launch: Launch }
  | { readonly kind: "failed"; readonly trouble: Trouble };

export class RootServer implements Server {
  private readonly backoff = new Backoff();
  private client: Client | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private restartTimer: NodeJS.Timeout | undefined;
  private endPause: (() => void) | undefined;
  private starting: Promise<Client> | undefined;
  private stopped = false;
  private lastStatus: StatusChanged | undefined;
  private current: ServerState = { kind: "idle" };

  constructor(
    readonly root: vscode.WorkspaceFolder,
    private readonly surroundings: Surroundings,
    private readonly changed: () => void,
  ) {}

  get status(): StatusChanged | undefined {
    return this.lastStatus;
  }

  get state(): ServerState {
    return this.current;
  }

  /** The process id of the running server, for diagnostics and tests. */
  get pid(): number | undefined {
    return this.client?.serverProcess?.pid;
  }

  async execute<T>(command: ServerCommand, argument: object, token?: vscode.CancellationToken): Promise<T> {
    if (this.current.kind === "failed") {
      this.surroundings.report(this, this.current.trouble); // a person asked again; that it was said before is no answer
    }
    const params = { command, arguments: [argument] };
    const request = (token === undefined ? [params] : [params, token]) as [object];
    const client = await this.start();
    try {
      return await client.sendRequest<T>("workspace/executeCommand", ...request);
    } catch (error) {
      if (this.stopped || token?.isCancellationRequested === true || !endedUnanswered(error)) {
        throw error;
      }
      const next = await this.start();
      return next.sendRequest<T>("workspace/executeCommand", ...request);
    }
  }

  /** What the server is started with, or would be. Rejects with a TroubleError. */
  location(): Promise<Launch> {
    return this.current.kind === "running" ? Promise.resolve(this.current.launch) : this.surroundings.find(this.root, false);
  }

  /** What the settings mean may have changed, though no setting has. */
  async settingsChanged(): Promise<void> {
    if (this.client?.isRunning() === true) {
      await this.client.settingsChanged();
    }
  }

  /** Withdraws the index that is being made. */
  withdrawIndex(): void {
    this.client?.progress.withdraw();
  }

  /** Starts the server unless it runs or is about to. Rejects with a TroubleError. */
  start(): Promise<Client> {
    if (this.client?.isRunning() === true) {
      return Promise.resolve(this.client);
    }
    if (this.current.kind === "failed") {
      return Promise.reject(told(this.current.trouble));
    }
    this.starting ??= this.inTurn(() => this.launch()).finally(() => {
      this.starting = undefined;
    });
    return this.starting;
  }

  /** Starts over, whatever was the case before. */
  async restart(): Promise<void> {
    this.backoff.reset();
    if (this.endPause !== undefined) {
      this.endPause(); // it is about to be started anyway
    } else {
      await this.inTurn(() => this.end());
      this.become({ kind: "idle" });
    }
    await this.start();
  }

  /**
   * Restarts the server if it would be started with something else now. One that was never needed stays idle, and one
   * that could not be started is tried again where the change may have mended that.
   */
  async lookAgain(change: Change): Promise<void> {
    this.endPause?.();
    await this.inTurn(async () => {
      const before = this.current;
      if (before.kind === "failed" && mayMend(change, before.trouble)) {
        this.become({ kind: "idle" });
        this.startSoon();
      }
      if (before.kind === "running") {
        const now = await this.surroundings.find(this.root, false).catch(() => undefined);
        if (now === undefined || !sameLaunch(before.launch, now)) {
          this.log.info(`${this.root.name}: the server is started again, since what it is started with has changed`);
          await this.end();
          this.become({ kind: "idle" });
          this.startSoon();
        }
      }
    });
  }

  /** Ends the server for good. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.endPause?.();
    await this.inTurn(() => this.end());
    this.become({ kind: "idle" });
  }

  private async launch(): Promise<Client> {
    if (this.client?.isRunning() === true) {
      return this.client;
    }
    this.mustBeOpen();
    clearTimeout(this.restartTimer);
    this.become({ kind: "starting" });
    try {
      return await this.launched();
    } catch (error) {
      this.mustBeOpen(); // of a folder that was closed meanwhile, nobody wants to hear
      const met = error instanceof TroubleError ? error.trouble : trouble("startFails", this.root.name, textOf(error));
      this.fail(met);
      throw told(met);
    }
  }

  /**
   * The client of a server that answers, for which it is found and started until one does or backoff gives up. The first is
   * started where one was when its program was asked last: one that ends, or says that it is another, is asked.
   */
  private async launched(): Promise<Client> {
    const found = this.surroundings.find(this.root, true);
    found.catch(() => undefined); // awaited below
    await nextTurn(); // programs that are asked start, and answer while the client is loaded
    const { startClient } = await import("./client");
    for (let finding = found; ; finding = this.surroundings.find(this.root, false)) {
      const launch = await finding;
      this.mustBeOpen();
      try {
        const client = await startClient(this.root, launch, this.surroundings.channels, {
          status: (status) => {
            this.lastStatus = status;
            this.changed();
          },
          closed: () => {
            this.crashed();
          },
        });
        if (finding === found && client.version !== launch.version) {
          await client.dispose();
          throw new Error(`it was packlens ${launch.version} and is ${client.version ?? "another one"}`);
        }
        this.client = client;
        this.become({ kind: "running", launch });
        return client;
      } catch (error) {
        if (isAnswer(error)) {
          throw error;
        }
        const delay = this.delayAfterEnd(textOf(error));
        if (delay === undefined) {
          throw told(trouble("crashes"));
        }
        await this.pause(delay);
        this.mustBeOpen();
      }
    }
  }

  private mustBeOpen(): void {
    if (this.stopped) {
      throw told(trouble("folderClosed", this.root.name));
    }
  }

  private crashed(): void {
    this.client = undefined;
    this.lastStatus = undefined;
    if (this.stopped) {
      return;
    }
    const delay = this.delayAfterEnd("it was running");
    if (delay === undefined) {
      this.fail(trouble("crashes"));
      return;
    }
    this.become({ kind: "starting" });
    this.restartTimer = setTimeout(() => {
      this.startSoon();
    }, delay);
  }

  private delayAfterEnd(how: string): number | undefined {
    const delay = this.backoff.next(Date.now());
    const then = delay === undefined ? "it is not started again" : `it is started again in ${delay / 1000} s`;
    this.log.warn(`${this.root.name}: the server ended (${how}); ${then}`);
    return delay;
  }

  /** Waits, unless there is reason to go on at once. */
  private async pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.restartTimer = setTimeout(resolve, ms);
      this.endPause = resolve;
    });
    this.endPause = undefined;
  }

  private startSoon(): void {
    void this.start().catch(() => undefined); // reported where it was met
  }

  private async end(): Promise<void> {
    clearTimeout(this.restartTimer);
    const client = this.client;
    this.client = undefined;
    this.lastStatus = undefined;
    await client?.dispose().catch((error: unknown) => {
      this.log.warn(`${this.root.name}: stopping: ${textOf(error)}`);
    });
  }

  private fail(met: Trouble): void {
    this.log.error(`${this.root.name}: ${troubleText(met, vscode.l10n.t)}`);
    this.become({ kind: "failed", trouble: met });
    this.surroundings.report(this, met);
  }

  private get log(): Channels["log"] {
    return this.surroundings.channels.log;
  }

  private become(state: ServerState): void {
    this.current = state;
    this.changed();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(work);
    this.queue = turn.catch(() => undefined);
    return turn;
  }
}

/** A person's own change is always worth a try; another one only where an interpreter was missing. */
function mayMend(change: Change, { kind }: Trouble): boolean {
  const lacksPython = kind === "noPython" || kind === "oldPython" || kind === "noVenv";
  return change === "settings" || lacksPython;
}

/** Codes that the language client gives where the connection closed, or could not be written to, before there was an answer. */
const CLOSED: readonly unknown[] = [-32099, -32098, -32097, -32096, 1, 2];

function endedUnanswered(error: unknown): boolean {
  return CLOSED.includes((error as { code?: unknown } | undefined)?.code);
}

/** Whether the server itself said no. */
function isAnswer(error: unknown): boolean {
  return typeof (error as { code?: unknown } | undefined)?.code === "number" && !endedUnanswered(error);
}

function told(met: Trouble): TroubleError {
  return new TroubleError(met, troubleText(met, vscode.l10n.t));
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
