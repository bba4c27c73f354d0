/**
 * Composes the extension. Activation registers commands and looks at what is open; servers are found and started
 * later, so that nothing of it delays the editor.
 */

import * as vscode from "vscode";
import { registerMcpServers, type McpServers } from "./agents/mcpServers";
import { registerTools } from "./agents/tools";
import type { App } from "./app";
import { Clipboard } from "./clipboard";
import { registerCommands } from "./commands";
import { Documents } from "./documents";
import { LastCopies } from "./lastCopies";
import { SECTION } from "./protocol";
import { Reporter } from "./report";
import { Finder } from "./server/find";
import { Log } from "./server/log";
import { onInterpreterChange } from "./server/pythonExtension";
import type { Change } from "./server/rootServer";
import { Servers } from "./server/servers";
import { TraceChannel } from "./server/traceChannel";
import { followStatus } from "./status";
import { registerViews, type Views } from "./views";

let running: { readonly servers: Servers; readonly finder: Finder } | undefined;

/** What other extensions and tests get from `activate`. */
export interface Api {
  readonly servers: Servers;
  readonly clipboard: Clipboard;
  readonly views: Views;
  /** Undefined where the editor knows no MCP servers. */
  readonly mcpServers: McpServers | undefined;
}

export function activate(context: vscode.ExtensionContext): Api {
  const log = new Log(vscode.window.createOutputChannel("Packlens", { log: true }));
  const channels = { log, trace: new TraceChannel() };
  const finder = new Finder(context, log);
  const reporter = new Reporter(log);
  const servers = new Servers({
    channels,
    find: (folder, recalls) => finder.find(folder, recalls),
    startOver: () => {
      finder.startOver();
    },
    report: (server, met) => void reporter.report(server, met),
  });
  running = { servers, finder };
  const documents = new Documents();
  const clipboard = new Clipboard();
  const app: App = { context, channels, servers, documents, clipboard, lastCopies: new LastCopies() };
  const { views, registrations } = registerViews(app);
  const { mcpServers, registrations: ofAgents } = registerMcpServers(app);
  context.subscriptions.push(
    log,
    channels.trace,
    servers,
    documents,
    followStatus(servers),
    ...registerCommands(app),
    ...registrations,
    ...followEditor(app),
    ...ofAgents,
    ...registerTools(app),
  );
  return { servers, views, clipboard, mcpServers };
}

export async function deactivate(): Promise<void> {
  const stopped = running?.servers.stop();
  running?.finder.end(); // a server that is being looked for is waited for
  await stopped;
}

/** Starts the servers of shown Python files, and looks again when what they are started with may have changed. */
function followEditor({ servers, channels }: App): vscode.Disposable[] {
  const startFor = (document: vscode.TextDocument): void => {
    if (document.languageId === "python" && document.uri.scheme === "file") {
      void servers
        .forUri(document.uri)
        ?.start()
        .catch(() => undefined); // reported where it was met
    }
  };
  const lookAgain = (change: Change) => (): void => {
    servers.lookAgain(change).catch((error: unknown) => {
      channels.log.error(String(error));
    });
  };
  const decideAuto = (): void => {
    for (const server of servers.all) {
      void server.settingsChanged();
    }
  };
  const setActive = (): void => {
    void vscode.commands.executeCommand("setContext", `${SECTION}.active`, servers.all.length > 0);
  };
  setActive();
  // The editor counts as activation what is begun before its next turn, and other extensions wait for that.
  const start = setImmediate(() => {
    vscode.workspace.textDocuments.forEach(startFor);
  });
  return [
    new vscode.Disposable(() => {
      clearImmediate(start);
    }),
    servers.onDidChange(setActive),
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      vscode.workspace.textDocuments.forEach(startFor);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(lookAgain("settings")),
    vscode.extensions.onDidChange(decideAuto),
    onInterpreterChange(lookAgain("interpreter")),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (["serverPath", "interpreter"].some((key) => event.affectsConfiguration(`${SECTION}.${key}`))) {
        lookAgain("settings")();
      }
      if (event.affectsConfiguration("python.languageServer")) {
        decideAuto();
      }
    }),
  ];
}
