import * as vscode from "vscode";
import type { App } from "../app";
import type { Status } from "../forms";
import { ServerCommand } from "../protocol";
import type { RootServer } from "../server/rootServer";
import { stateLine, statusRows, type Row } from "../statusRows";

/** A folder and what its server answers; without `status` where it does not run. */
export interface FolderStatus {
  readonly folder: string;
  readonly status: Status | undefined;
}

interface Item extends vscode.QuickPickItem {
  readonly act?: () => unknown;
  readonly leads?: boolean;
}

/** Shows how every folder's index stands: counts, files left out by cause, files that do not parse. Returns it. */
export async function showStatus(app: App): Promise<FolderStatus[]> {
  const found = await Promise.all(app.servers.all.map(async (server) => ({ server, status: await statusOf(server) })));
  void show([...found.flatMap(({ server, status }) => itemsOf(server, status)), ...actions(app)]);
  return found.map(({ server, status }) => ({ folder: server.root.name, status }));
}

/** The status of a server that runs; one that does not is not started to answer. */
async function statusOf(server: RootServer): Promise<Status | undefined> {
  return server.state.kind === "running"
    ? server.execute<Status>(ServerCommand.STATUS, {}).catch(() => undefined)
    : undefined;
}

function itemsOf(server: RootServer, status: Status | undefined): Item[] {
  const t = vscode.l10n.t;
  const state: Item = { label: `$(server-process) ${stateLine(server.state, t)}` };
  const rows = status === undefined ? [] : statusRows(status, t, vscode.env.language);
  const group = (name: Row["group"], title: string): Item[] => {
    const members = rows.filter((row) => row.group === name);
    return members.length === 0 ? [] : [separator(title), ...members.map((row) => itemOf(server, row))];
  };
  const { name } = server.root;
  return [
    separator(name),
    state,
    ...indexNow(server),
    ...rows.filter((row) => row.group === "index").map((row) => itemOf(server, row)),
    ...group("failures", t("{0}: files that do not parse, wholly or in part", name)),
    ...group("skipped", t("{0}: files that are not indexed", name)),
  ];
}

function itemOf(server: RootServer, row: Row): Item {
  const { place } = row;
  const item: Item = { label: `$(${row.icon}) ${row.label}`, description: row.description };
  return place === undefined ? item : { ...item, leads: true, act: () => openAt(server, place) };
}

/** What the server says of the index now: that it is being made, or what keeps it from being whole. */
function indexNow(server: RootServer): Item[] {
  const { status } = server;
  if (status?.phase === "problem" && status.message !== null) {
    return [{ label: `$(warning) ${status.message}` }];
  }
  if (status?.phase !== "indexing") {
    return [];
  }
  const label = `$(sync) ${vscode.l10n.t("Indexing, {0}%", status.percentage ?? 0)}`;
  return [{ label, description: vscode.l10n.t("choose to withdraw it"), act: () => { server.withdrawIndex(); } }];
}

function actions({ channels }: App): Item[] {
  const run = (id: string) => () => vscode.commands.executeCommand(id);
  return [
    separator(vscode.l10n.t("Server")),
    { label: `$(sync) ${vscode.l10n.t("Reindex")}`, act: run("packlens.reindex") },
    { label: `$(debug-restart) ${vscode.l10n.t("Restart Server")}`, act: run("packlens.restartServer") },
    { label: `$(output) ${vscode.l10n.t("Show Output")}`, act: () => { channels.log.show(); } },
    { label: `$(clippy) ${vscode.l10n.t("Copy Diagnostics")}`, act: run("packlens.copyDiagnostics") },
  ];
}

async function show(items: Item[]): Promise<void> {
  const title = vscode.l10n.t("Packlens: index status");
  const leads = items.some((item) => item.leads === true);
  const placeHolder = leads ? vscode.l10n.t("Choose a file that does not parse to open it") : "";
  const options = { title, placeHolder, matchOnDescription: true };
  await (await vscode.window.showQuickPick(items, options))?.act?.();
}

async function openAt(server: RootServer, place: { path: string; line: number }): Promise<void> {
  const position = new vscode.Position(Math.max(0, place.line - 1), 0);
  const uri = vscode.Uri.joinPath(server.root.uri, place.path);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
