import * as vscode from "vscode";
import { CLIENTS, type McpClient } from "../agents/clients";
import { mcpProgram } from "../agents/program";
import type { App } from "../app";
import { written } from "../copy";
import { patiently } from "../patience";
import { serverInFront } from "../places";

/** Copies what a client of the Model Context Protocol has to be told to ask about this folder. Returns the text. */
export async function connectMcp(app: App, given?: unknown): Promise<string | undefined> {
  const client = CLIENTS.find(({ name }) => name === given) ?? (await pick());
  const server = client === undefined ? undefined : await serverInFront(app);
  if (client === undefined || server === undefined) {
    return undefined;
  }
  const launch = await patiently(vscode.l10n.t("Packlens: looking for its server"), () => server.location());
  const text = client.text(mcpProgram(launch, server.root.uri.fsPath, client.textOnly));
  if (await written(app, text)) {
    void offerToShow(app, client, text);
  } else {
    await show(app, client, text);
  }
  return text;
}

async function pick(): Promise<McpClient | undefined> {
  const items = CLIENTS.map((client) => ({ label: client.name, description: placeOf(client), client }));
  const title = vscode.l10n.t("Connect an MCP client to this folder");
  const placeHolder = vscode.l10n.t("What it has to be told is copied. For another client, take one whose settings look alike.");
  return (await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true }))?.client;
}

function placeOf({ place }: McpClient): string {
  return place === "" ? vscode.l10n.t("a command for the terminal") : place;
}

async function offerToShow(app: App, client: McpClient, text: string): Promise<void> {
  const shown = vscode.l10n.t("Show");
  const message =
    client.place === ""
      ? vscode.l10n.t("Copied. Run it in a terminal, and {0} knows this folder.", client.name)
      : vscode.l10n.t("Copied. Put it into {0}, and {1} knows this folder.", client.place, client.name);
  if ((await vscode.window.showInformationMessage(message, shown)) === shown) {
    await show(app, client, text);
  }
}

async function show({ documents }: App, client: McpClient, text: string): Promise<void> {
  const ending = { json: "json", toml: "toml", shellscript: "sh" }[client.language];
  await documents.show(`Packlens, ${client.name}.${ending}`, `${text}\n`);
}
