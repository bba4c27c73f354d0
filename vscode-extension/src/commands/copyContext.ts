import * as vscode from "vscode";
import type { App } from "../app";
import type { CopyContextArguments, PackResult } from "../protocol";
import { ServerCommand } from "../protocol";

/** Copies the pack that a lens names. */
export async function copyContext({ servers }: App, asked: unknown): Promise<PackResult | undefined> {
  const { uri, targets } = asked as CopyContextArguments;
  const server = servers.forUri(vscode.Uri.parse(uri));
  const pack = await server?.execute<PackResult>(ServerCommand.PACK, { targets });
  if (pack !== undefined) {
    await vscode.env.clipboard.writeText(pack.text);
  }
  return pack;
}
