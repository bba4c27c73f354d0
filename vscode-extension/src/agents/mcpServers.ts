/**
 * The MCP server of each folder, offered to the editor's own chat. The program is looked for when chat starts one, so that
 * a folder that nobody asks about costs nothing. It asks the language server of the same folder, and sees unsaved text.
 * None is offered while `mcp.enabled` is off.
 */

import * as vscode from "vscode";
import type { App } from "../app";
import { SECTION } from "../protocol";
import { surroundings } from "../server/check";
import type { RootServer } from "../server/rootServer";
import { agentsMayAsk } from "../settings";
import { newer, type DefinitionProvider, type StdioDefinition } from "./newer";
import { mcpProgram } from "./program";

/** As in package.json. */
export const PROVIDER = "packlens.mcp";

/** Variables that are set for our servers; what is not a string there takes a variable away. */
const VARIABLES = ["PYTHONSAFEPATH", "PYTHONUNBUFFERED", "PYTHONUTF8", "PYTHONPATH", "PYTHONHOME"] as const;

/** What the editor's chat is offered. */
export class McpServers implements DefinitionProvider<StdioDefinition> {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly owners = new WeakMap<StdioDefinition, RootServer>();
  private readonly registrations: { dispose(): unknown }[] = [this.changed];
  readonly onDidChangeMcpServerDefinitions: vscode.Event<void> = this.changed.event;

  constructor(
    private readonly app: App,
    private readonly definition: NonNullable<typeof newer.McpStdioServerDefinition>,
  ) {
    const settings = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.mcp.enabled`)) {
        this.changed.fire();
      }
    });
    const folders = vscode.workspace.onDidChangeWorkspaceFolders(() => {
      this.changed.fire();
    });
    this.registrations.push(settings, folders);
  }

  provideMcpServerDefinitions(): StdioDefinition[] {
    const { servers, context } = this.app;
    const { version } = context.extension.packageJSON as { version: string };
    return (agentsMayAsk() ? servers.all : []).map((server) => {
      const label = servers.all.length > 1 ? `Packlens: ${server.root.name}` : "Packlens";
      const definition = new this.definition(label, "packlens", ["mcp", server.root.uri.fsPath], {}, version);
      this.owners.set(definition, server);
      return definition;
    });
  }

  async resolveMcpServerDefinition(definition: StdioDefinition): Promise<StdioDefinition | undefined> {
    const server = this.owners.get(definition) ?? this.app.servers.all.find(({ root }) => definition.args.includes(root.uri.fsPath));
    if (server === undefined) {
      return undefined;
    }
    const launch = await server.location();
    const { command, args } = mcpProgram(launch, server.root.uri.fsPath, false);
    const { cwd, env } = surroundings(launch.location);
    definition.command = command;
    definition.args = [...args];
    definition.cwd = vscode.Uri.file(cwd);
    definition.env = Object.fromEntries(VARIABLES.filter((name) => env[name] !== process.env[name]).map((name) => [name, env[name] ?? null]));
    return definition;
  }

  dispose(): void {
    vscode.Disposable.from(...this.registrations).dispose();
  }
}

/** Nothing where the editor knows no MCP servers. */
export function registerMcpServers(app: App): { readonly mcpServers: McpServers | undefined; readonly registrations: { dispose(): unknown }[] } {
  const { lm, McpStdioServerDefinition: definition } = newer;
  if (lm?.registerMcpServerDefinitionProvider === undefined || definition === undefined) {
    return { mcpServers: undefined, registrations: [] };
  }
  const mcpServers = new McpServers(app, definition);
  return { mcpServers, registrations: [mcpServers, lm.registerMcpServerDefinitionProvider<StdioDefinition>(PROVIDER, mcpServers)] };
}
