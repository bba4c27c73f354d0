import * as vscode from "vscode";
import type { App } from "../app";
import type { Status } from "../forms";
import { patiently } from "../patience";
import { serverInFront } from "../places";
import { ServerCommand } from "../protocol";
import { counted } from "../words";

/** Makes the index of the folder in front anew, with nothing that was kept; until it is done, the present one answers. */
export async function reindex(app: App): Promise<Status | undefined> {
  const server = await serverInFront(app);
  if (server === undefined) {
    return undefined;
  }
  const { name } = server.root;
  const status = await patiently(vscode.l10n.t("Packlens: indexing {0} anew", name), (token) =>
    server.execute<Status>(ServerCommand.REINDEX, {}, token),
  );
  const { symbols } = status;
  const size = counted(vscode.l10n.t, symbols, "1 symbol", "{0} symbols", symbols.toLocaleString(vscode.env.language));
  vscode.window.setStatusBarMessage(vscode.l10n.t("$(check) {0} was indexed anew: {1}", name, size), 5000);
  return status;
}
