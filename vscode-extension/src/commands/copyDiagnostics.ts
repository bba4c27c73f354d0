import { homedir } from "node:os";
import * as vscode from "vscode";
import type { App } from "../app";
import { written } from "../copy";
import { diagnosticsText, type FolderDiagnostics } from "../diagnosticsText";
import type { Status } from "../forms";
import { SECTION, ServerCommand } from "../protocol";
import { offeringExtensions } from "../server/otherServers";
import type { RootServer } from "../server/rootServer";
import { CLIENT_KEYS, SERVER_KEYS } from "../settingKeys";
import { setByPerson } from "../settings";
import { stateLine } from "../statusRows";

/** Copies what a bug report needs: versions, changed settings, how the servers stand, the last lines of the log. */
export async function copyDiagnostics(app: App): Promise<string> {
  const { context, servers, channels } = app;
  const extension = context.extension.packageJSON as { version?: string };
  const text = diagnosticsText(
    {
      versions: {
        extension: extension.version ?? "",
        editor: `${vscode.env.appName} ${vscode.version}${vscode.env.remoteName === undefined ? "" : `, ${vscode.env.remoteName}`}`,
        system: `${process.platform} ${process.arch}, Node ${process.version}`,
      },
      trusted: vscode.workspace.isTrusted,
      settings: Object.fromEntries(
        [...setByPerson(undefined, [...SERVER_KEYS, ...CLIENT_KEYS])].map(([key, value]) => [`${SECTION}.${key}`, value]),
      ),
      otherServers: offeringExtensions(),
      folders: await Promise.all(servers.all.map(diagnosticsOf)),
      log: channels.log.lines.slice(-80),
    },
    homedir(),
  );
  if (await written(app, text)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Diagnostics copied. They name folders and settings, and hold no source text; read them before you send them."),
    );
  } else {
    await app.documents.show("Packlens diagnostics.md", text);
  }
  return text;
}

async function diagnosticsOf(server: RootServer): Promise<FolderDiagnostics> {
  const status =
    server.state.kind === "running"
      ? await server.execute<Status>(ServerCommand.STATUS, {}).catch(() => undefined)
      : undefined;
  const english = (message: string, ...args: (string | number | boolean)[]): string =>
    message.replace(/\{(\d+)\}/g, (_, place: string) => String(args[Number(place)]));
  return { name: server.root.name, state: stateLine(server.state, english), pid: server.pid, status };
}
