import * as vscode from "vscode";
import type { App } from "../app";
import { copyPack, PREVIEW_COMMAND, type Copied } from "../copy";
import { pythonEditor, serverOf, symbolAt } from "../places";
import { isRow } from "../pointedAt";
import { nameOfId } from "../ids";
import type { CopyContextArguments } from "../protocol";
import { lensClick } from "../settings";

/**
 * Copies the context of the symbol that a lens or a row of a view names, or of the one that the cursor is on; where it
 * is on none, of what is around it, and outside every definition of the file. The setting `packlens.lens.click` makes a
 * click on a lens open the preview instead. `template` names the words around the pack.
 */
export async function copyContext(app: App, asked?: unknown, template?: string): Promise<Copied | undefined> {
  if (isRow(asked)) {
    const question = { targets: [asked.symbol], ...within(template) };
    return copyPack(app, serverOf(app, asked.root), question, nameOfId(asked.symbol));
  }
  return isLens(asked) ? copyOfLens(app, asked) : copyOfCursor(app, template);
}

async function copyOfLens(app: App, asked: CopyContextArguments): Promise<Copied | undefined> {
  const uri = vscode.Uri.parse(asked.uri);
  if (lensClick(uri) === "preview") {
    await vscode.commands.executeCommand(PREVIEW_COMMAND, asked);
    return undefined;
  }
  return copyPack(app, serverOf(app, uri), { targets: asked.targets }, asked.targets.map(nameOfId).join(", "));
}

async function copyOfCursor(app: App, template: string | undefined): Promise<Copied> {
  const { document, selection } = pythonEditor();
  const server = serverOf(app, document.uri);
  const target = await symbolAt(server, document.uri, selection.active);
  return copyPack(app, server, { targets: [target], ...within(template) }, nameOfId(target));
}

function within(template: string | undefined): { readonly template?: string } {
  return template === undefined ? {} : { template };
}

function isLens(asked: unknown): asked is CopyContextArguments {
  return typeof asked === "object" && asked !== null && "targets" in asked && "uri" in asked;
}
