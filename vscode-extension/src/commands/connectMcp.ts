import * as vscode from "vscode";
import { addressText, CLIENTS, type McpClient, type Told } from "../agents/clients";
import { mcpProgram } from "../agents/program";
import type { App } from "../app";
import { written } from "../copy";
import { patiently } from "../patience";
import { Refusal, serverInFront } from "../places";
import { SECTION, ServerCommand, type McpResult } from "../protocol";
import type { RootServer } from "../server/rootServer";

/** What asks for the address of a server that answers over HTTP. */
export const OVER_HTTP = "HTTP";

/** Copies what a client of the Model Context Protocol has to be told to ask about this folder. Returns the text. */
export async function connectMcp(app: App, given?: unknown): Promise<string | undefined> {
  const client = [...CLIENTS, overHttp()].find(({ name }) => name === given) ?? (await pick());
  const server = client === undefined ? undefined : await serverInFront(app);
  if (client === undefined || server === undefined) {
    return undefined;
  }
  const text = await patiently(vscode.l10n.t("Packlens: looking for its server"), () => textFor(client, server));
  if (await written(app, text)) {
    void offerToShow(app, client, text);
  } else {
    await show(app, client, text);
  }
  return text;
}

function overHttp(): Told {
  return { name: OVER_HTTP, place: vscode.l10n.t("the settings of a client"), language: "json" };
}

async function textFor(client: Told | McpClient, server: RootServer): Promise<string> {
  if ("textOnly" in client) {
    return client.text(mcpProgram(await server.location(), server.root.uri.fsPath, client.textOnly));
  }
  const { url, header } = await server.execute<McpResult>(ServerCommand.MCP, {});
  if (url !== null && header !== null) {
    return addressText({ url, header });
  }
  const port = vscode.workspace.getConfiguration(SECTION).get<number | null>("mcp.port", null);
  throw new Refusal(
    port === null
      ? vscode.l10n.t("Nothing listens. Set packlens.mcp.port (0: a free port).")
      : vscode.l10n.t("Nothing listens on port {0}. Is it taken, or agents off?", port),
  );
}

async function pick(): Promise<Told | McpClient | undefined> {
  const items = [
    ...CLIENTS.map((client) => ({ label: client.name, description: placeOf(client), client })),
    { label: vscode.l10n.t("Another one, over HTTP"), description: vscode.l10n.t("an address and a token; needs packlens.mcp.port"), client: overHttp() },
  ];
  const title = vscode.l10n.t("Connect an MCP client to this folder");
  const placeHolder = vscode.l10n.t("What it has to be told is copied. For another client, take one whose settings look alike.");
  return (await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true }))?.client;
}

function placeOf({ place }: Told): string {
  return place === "" ? vscode.l10n.t("a command for the terminal") : place;
}

async function offerToShow(app: App, client: Told, text: string): Promise<void> {
  const shown = vscode.l10n.t("Show");
  const message =
    client.place === ""
      ? vscode.l10n.t("Copied. Run it in a terminal, and {0} knows this folder.", client.name)
      : client.name === OVER_HTTP
        ? vscode.l10n.t("Copied, with a token that lets a client in. Put it into the settings of one that speaks HTTP.")
        : vscode.l10n.t("Copied. Put it into {0}, and {1} knows this folder.", client.place, client.name);
  if ((await vscode.window.showInformationMessage(message, shown)) === shown) {
    await show(app, client, text);
  }
}

async function show({ documents }: App, client: Told, text: string): Promise<void> {
  const ending = { json: "json", toml: "toml", shellscript: "sh" }[client.language];
  await documents.show(`Packlens, ${client.name}.${ending}`, `${text}\n`);
}
