/**
 * The language client of one folder.
 *
 * It differs from the library's in four ways. It does not register the server's commands with the editor: they would
 * collide where two folders have a server each. It shows no messages of its own: `RootServer` decides what a person
 * hears. It never restarts by itself. And it speaks only of documents whose innermost folder is its own.
 */

import * as vscode from "vscode";
import {
  CloseAction,
  DidChangeConfigurationNotification,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  WorkDoneProgressCreateRequest,
  type DynamicFeature,
  type LanguageClientOptions,
  type Middleware,
  type ServerOptions,
  type StaticFeature,
} from "vscode-languageclient/node";
import { SECTION, ServerNotification, type ClientOptions, type StatusChanged } from "../protocol";
import { sentSettings } from "../settings";
import { surroundings } from "./check";
import { IndexProgress } from "./indexProgress";
import type { Launch } from "./launch";
import { LensTurns } from "./lensTurns";
import type { Log } from "./log";
import type { TraceChannel } from "./traceChannel";

/** Where the client writes to. */
export interface Channels {
  readonly log: Log;
  readonly trace: TraceChannel;
}

/** What the client tells of. `closed` is an end of a started server that nobody asked for. */
export interface ClientEvents {
  readonly status: (status: StatusChanged) => void;
  readonly closed: () => void;
}

export class Client extends LanguageClient {
  /** The server's progress, which can be withdrawn. */
  readonly progress = new IndexProgress(this);

  // The library calls this while its constructor runs, before this class has any field.
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    const replaced: readonly string[] = [ExecuteCommandRequest.method, WorkDoneProgressCreateRequest.method];
    const state = feature.getState();
    if (feature instanceof IndexProgress || state.kind === "static" || !replaced.includes(state.id)) {
      super.registerFeature(feature);
    }
  }

  /** What the server says that it is. */
  get version(): string | undefined {
    return this.initializeResult?.serverInfo?.version;
  }

  /** The server asks for its settings again. */
  async settingsChanged(): Promise<void> {
    await this.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  }

  override error(message: string, shown?: unknown): void {
    super.error(message, shown, false);
  }
}

/** Starts the server and resolves once it has answered. Rejects with the reason. */
export async function startClient(
  folder: vscode.WorkspaceFolder,
  launch: Launch,
  channels: Channels,
  events: ClientEvents,
): Promise<Client> {
  let started = false;
  const closed = (): void => {
    if (started) {
      events.closed();
    }
  };
  const client = new Client(SECTION, "Packlens", serverOptions(launch), clientOptions(folder, channels, closed));
  client.registerFeature(client.progress);
  client.onNotification(ServerNotification.STATUS_CHANGED, events.status);
  try {
    await client.start();
  } catch (error) {
    await client.dispose().catch(() => undefined);
    throw error;
  }
  started = true;
  return client;
}

function serverOptions({ location }: Launch): ServerOptions {
  return { command: location.command, args: [...location.args, "lsp"], options: surroundings(location) };
}

function clientOptions(
  folder: vscode.WorkspaceFolder,
  channels: Channels,
  closed: () => void,
): LanguageClientOptions {
  const options: ClientOptions = {
    clientCommands: true,
    impactCommand: true,
    statusNotifications: true,
    settings: sentSettings(folder),
  };
  return {
    documentSelector: [
      { scheme: "file", language: "python", pattern: { baseUri: folder.uri.toString(), pattern: "**/*" } },
    ],
    workspaceFolder: folder,
    initializationOptions: options,
    outputChannel: channels.log,
    traceOutputChannel: channels.trace,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        closed();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
    middleware: {
      ...ownDocuments(folder),
      workspace: {
        configuration: (params) =>
          params.items.map((item) => (item.section === SECTION ? sentSettings(folder) : null)),
      },
    },
  };
}

/** A document of a folder inside this one is the other folder's: its lenses would stand there twice. */
function ownDocuments(folder: vscode.WorkspaceFolder): Middleware {
  const own = (document: vscode.TextDocument): boolean =>
    vscode.workspace.getWorkspaceFolder(document.uri)?.uri.toString() === folder.uri.toString();
  const turns = new LensTurns();
  return {
    provideCodeLenses: (document, token, next) =>
      own(document) ? turns.list(document.uri.toString(), next(document, token), token) : [],
    resolveCodeLens: async (lens, token, next) =>
      titled((await turns.resolve(lens, next(lens, token), token, isShownTwice)) ?? lens),
    provideCodeActions: (document, range, context, token, next) =>
      own(document) ? next(document, range, context, token) : [],
    prepareCallHierarchy: (document, position, token, next) =>
      own(document) ? next(document, position, token) : undefined,
  };
}

function isShownTwice(document: string): boolean {
  return vscode.window.visibleTextEditors.filter((editor) => editor.document.uri.toString() === document).length > 1;
}

/** A lens that a server which just ended was asked about waits for the next one; without a title it would read `no commands`. */
function titled(lens: vscode.CodeLens): vscode.CodeLens {
  lens.command ??= { title: "…", command: "" };
  return lens;
}
