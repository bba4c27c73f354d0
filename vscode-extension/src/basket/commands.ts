/** What a person does with a basket: put things in, take them out, copy or preview it as one pack. */

import * as vscode from "vscode";
import type { App } from "../app";
import { copyPack, type Copied } from "../copy";
import { byServer, isPython, noneServed, pathIn, pickServer, pythonEditor, Refusal, serverOf, symbolAt } from "../places";
import { filesOf, isRow } from "../pointedAt";
import { nameOfId } from "../ids";
import type { Previews } from "../preview/previews";
import { questionOf } from "../preview/question";
import { Words } from "../words";
import type { PackResult } from "../protocol";
import type { RootServer } from "../server/rootServer";
import { addedText, goneText } from "./model";
import type { BasketView } from "./view";

/** Puts in what a lens, the explorer or a row of a view names, or the symbol at the cursor. Returns what was put in. */
export async function addToBasket(
  app: App,
  basket: BasketView,
  asked?: unknown,
  selected?: unknown,
): Promise<readonly string[]> {
  const additions = await pointedAt(app, asked, selected);
  for (const { server, targets } of additions) {
    await basket.add(server, targets);
  }
  const targets = additions.flatMap((addition) => addition.targets);
  vscode.window.setStatusBarMessage(addedText(targets, basket.count, words()), 5000);
  return targets;
}

export async function removeFromBasket(app: App, basket: BasketView, asked?: unknown): Promise<void> {
  if (isRow(asked)) {
    await basket.remove(serverOf(app, asked.root), asked.symbol);
    return;
  }
  const entries = basket.filled.flatMap((server) =>
    basket.of(server).map((target) => ({ label: nameOfId(target), description: target, server, target })),
  );
  const placeHolder = vscode.l10n.t("Which one is taken out of the basket?");
  const picked = await vscode.window.showQuickPick(entries, { placeHolder });
  if (picked !== undefined) {
    await basket.remove(picked.server, picked.target);
  }
}

export async function clearBasket(basket: BasketView): Promise<void> {
  for (const server of basket.filled) {
    await basket.clear(server);
  }
}

/** Copies the basket as one pack. What is gone is left out and said. */
export async function copyBasket(app: App, basket: BasketView, asked?: unknown): Promise<Copied | undefined> {
  const found = await chosen(app, basket, asked);
  if (found === undefined) {
    return undefined;
  }
  const { server, targets, gone } = found;
  const note = gone.length > 0 ? goneText(gone, words()) : "";
  return copyPack(app, server, { targets }, vscode.l10n.t("the basket"), note);
}

export async function previewBasket(
  app: App,
  basket: BasketView,
  previews: Previews,
  asked?: unknown,
): Promise<PackResult | undefined> {
  const found = await chosen(app, basket, asked);
  if (found === undefined) {
    return undefined;
  }
  previews.show(found.server, questionOf({ targets: found.targets }));
  if (found.gone.length > 0) {
    void vscode.window.showWarningMessage(goneText(found.gone, words()));
  }
  return basket.pricedOf(found.server)?.pack;
}

interface Addition {
  readonly server: RootServer;
  readonly targets: readonly string[];
}

async function pointedAt(app: App, asked: unknown, selected: unknown): Promise<Addition[]> {
  if (isRow(asked)) {
    return [{ server: serverOf(app, asked.root), targets: [asked.symbol] }];
  }
  if (isLens(asked)) {
    return [{ server: serverOf(app, vscode.Uri.parse(asked.uri)), targets: asked.targets }];
  }
  const files = filesOf(asked, selected);
  if (files.length > 0) {
    const groups = [...byServer(app, files.filter(isPython))];
    if (groups.length === 0) {
      throw noneServed(files);
    }
    return groups.map(([server, uris]) => ({ server, targets: uris.map((uri) => pathIn(server, uri)) }));
  }
  const { document, selection } = pythonEditor();
  const server = serverOf(app, document.uri);
  return [{ server, targets: [await symbolAt(server, document.uri, selection.active)] }];
}

async function chosen(
  app: App,
  basket: BasketView,
  asked: unknown,
): Promise<{ server: RootServer; targets: readonly string[]; gone: readonly string[] } | undefined> {
  const choices =
    typeof asked === "object" && asked !== null && "root" in asked && asked.root instanceof vscode.Uri
      ? [{ server: serverOf(app, asked.root) }]
      : basket.filled.map((server) => ({ server }));
  if (choices.length === 0) {
    throw new Refusal(vscode.l10n.t("The basket is empty. Add a function or a file to it first."));
  }
  const choice = await pickServer(choices, ({ server }) => vscode.l10n.t("{0} in the basket", basket.of(server).length));
  if (choice === undefined) {
    return undefined;
  }
  const all = basket.of(choice.server);
  const gone = (await basket.price(choice.server))?.gone ?? new Set<string>();
  const targets = all.filter((target) => !gone.has(target));
  if (targets.length === 0) {
    throw new Refusal(vscode.l10n.t("All in the basket is gone. Clear it, or restore the code."));
  }
  return { server: choice.server, targets, gone: [...gone] };
}

function words(): Words {
  return new Words(vscode.l10n.t, vscode.env.language);
}

function isLens(asked: unknown): asked is { uri: string; targets: readonly string[] } {
  const lens = asked as { uri?: unknown; targets?: unknown } | undefined | null;
  return typeof lens?.uri === "string" && Array.isArray(lens.targets);
}
