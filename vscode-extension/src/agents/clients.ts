/**
 * MCP clients and what each wants to be told of a server: text to run or to put into its settings. Each starts a program
 * of its own; one that comes over HTTP is told an address instead. Pure.
 *
 * Clients that hand only the structured part of an answer to the model are told `--text-only` (docs/mcp.md).
 */

/** What starts the MCP server of a folder. */
export interface McpProgram {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where the server of a folder answers over HTTP, and the header that lets a client in. */
export interface McpAddress {
  readonly url: string;
  readonly header: string;
}

/** Who is told something. */
export interface Told {
  readonly name: string;
  /** Where the text goes: a file, or a terminal where it is empty. */
  readonly place: string;
  readonly language: "json" | "toml" | "shellscript";
}

export interface McpClient extends Told {
  readonly textOnly: boolean;
  text(program: McpProgram): string;
}

const SERVER = "packlens";

export const CLIENTS: readonly McpClient[] = [
  {
    name: "Claude Code",
    place: "",
    language: "shellscript",
    textOnly: true,
    text: ({ command, args }) => ["claude mcp add", SERVER, "--", ...[command, ...args].map(quoted)].join(" "),
  },
  inServers("Claude Desktop", "claude_desktop_config.json"),
  inServers("Cursor", "~/.cursor/mcp.json"),
  inServers("Windsurf", "~/.codeium/windsurf/mcp_config.json"),
  inServers("Gemini CLI", "~/.gemini/settings.json"),
  {
    name: "Codex",
    place: "~/.codex/config.toml",
    language: "toml",
    textOnly: true,
    // Strings of JSON are strings of TOML too.
    text: ({ command, args }) =>
      `[mcp_servers.${SERVER}]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((one) => JSON.stringify(one)).join(", ")}]`,
  },
  {
    name: "opencode",
    place: "opencode.json",
    language: "json",
    textOnly: true,
    text: ({ command, args }) => json({ mcp: { [SERVER]: { type: "local", command: [command, ...args], enabled: true } } }),
  },
  {
    name: "Visual Studio Code",
    place: ".vscode/mcp.json",
    language: "json",
    textOnly: false,
    text: ({ command, args }) => json({ servers: { [SERVER]: { type: "stdio", command, args } } }),
  },
];

/** As most clients that speak HTTP take it. */
export function addressText({ url, header }: McpAddress): string {
  const [name = "", value = ""] = header.split(": ", 2);
  return json({ mcpServers: { [SERVER]: { type: "http", url, headers: { [name]: value } } } });
}

function inServers(name: string, place: string): McpClient {
  const text = ({ command, args }: McpProgram): string => json({ mcpServers: { [SERVER]: { command, args } } });
  return { name, place, language: "json", textOnly: false, text };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** An argument as a shell reads it. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
