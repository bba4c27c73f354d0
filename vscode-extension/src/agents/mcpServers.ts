/**
 * The MCP server of each folder, offered to the editor's own chat. The program is looked for when chat starts one, so that
 * a folder that nobody asks about costs nothing. It asks the language server of the same folder, and sees unsaved text.
 */

import * as vscode from "vscode";
import type { App } from "../app";
import { surroundings } from "../server/check";
import type { RootServer } from "../server/rootServer";
import { newer, type StdioDefinition } from "./newer";
import { mcpProgram } from "./program";

/** As in package.json. */
export const PROVIDER = "packlens.mcp";

/** Variables that are set for our servers; what is not a string there takes a variable away. */
const VARIABLES = ["PYTHONSAFEPATH", "PYTHONUNBUFFERED", "PYTHONUTF8", "PYTHONPATH", "PYTHONHOME"] as const;

/** Nothing where the editor knows no MCP servers. */
export function registerMcpServers({ context, servers }: App): { dispose(): unknown }[] {
  const { lm, McpStdioServerDefinition: Definition } = newer;
  if (lm?.registerMcpServerDefinitionProvider === undefined || Definition === undefined) {
    return [];
  }
  const { version } = context.extension.packageJSON as { version: string };
  const changed = new vscode.EventEmitter<void>();
  const owners = new WeakMap<StdioDefinition, RootServer>();
  const registered = lm.registerMcpServerDefinitionProvider<StdioDefinition>(PROVIDER, {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () =>
      servers.all.map((server) => {
        const label = servers.all.length > 1 ? `Packlens: ${server.root.name}` : "Packlens";
        const definition = new Definition(label, "packlens", ["mcp", server.root.uri.fsPath], {}, version);
        owners.set(definition, server);
        return definition;
      }),
    resolveMcpServerDefinition: async (definition) => {
      const server = owners.get(definition) ?? servers.all.find(({ root }) => definition.args.includes(root.uri.fsPath));
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
    },
  });
  const folders = vscode.workspace.onDidChangeWorkspaceFolders(() => {
    changed.fire();
  });
  return [registered, changed, folders];
}
