/** What starts the MCP server of a folder: the program of its language server, asked for another subcommand. */

import type { Launch } from "../server/launch";
import type { McpProgram } from "./clients";

export function mcpProgram({ location }: Launch, root: string, textOnly: boolean): McpProgram {
  return { command: location.command, args: [...location.args, "mcp", root, ...(textOnly ? ["--text-only"] : [])] };
}
