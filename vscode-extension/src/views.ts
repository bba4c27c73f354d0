/** The preview, the basket and the trees of callers and of impact, and the commands that a person reaches them by. */

import * as vscode from "vscode";
import type { App } from "./app";
import { addToBasket, clearBasket, copyBasket, previewBasket, removeFromBasket } from "./basket/commands";
import { BasketView } from "./basket/view";
import { openSymbol, showCallers } from "./callers/commands";
import { openPlace } from "./tree/openPlace";
import { CallersView } from "./callers/view";
import { copyImpact, copyTestsToRun, showImpact, showImpactOfChanges } from "./impact/commands";
import { ImpactPicture } from "./impact/panel";
import { ImpactView } from "./impact/view";
import { Previews } from "./preview/previews";
import { copyContextForQuestion, findSymbol } from "./search/commands";
import { ClientCommand } from "./protocol";
import { told } from "./told";
import type { Site } from "./tree/nodes";

/** What is shown beside the editor. */
export interface Views {
  readonly previews: Previews;
  readonly basket: BasketView;
  readonly callers: CallersView;
  readonly impact: ImpactView;
}

export function registerViews(app: App): { views: Views; registrations: { dispose(): unknown }[] } {
  const previews = new Previews(app);
  const basket = new BasketView(app);
  const callers = new CallersView(app);
  const impact = new ImpactView(app);
  const picture = new ImpactPicture(app, impact);
  const commands: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    "packlens.previewContext": (asked, selected) => previews.open(asked, selected),
    "packlens.copyContextForQuestion": (given) => copyContextForQuestion(app, previews, given),
    "packlens.findSymbol": (given) => findSymbol(app, given),
    "packlens.copyPreview": () => previews.copyShown(),
    "packlens.addToBasket": (asked, selected) => addToBasket(app, basket, asked, selected),
    "packlens.removeFromBasket": (asked) => removeFromBasket(app, basket, asked),
    "packlens.copyBasket": (asked) => copyBasket(app, basket, asked),
    "packlens.previewBasket": (asked) => previewBasket(app, basket, previews, asked),
    "packlens.clearBasket": () => clearBasket(basket),
    "packlens.showCallers": (asked) => showCallers(app, callers, asked),
    "packlens.refreshCallers": () => callers.refresh(),
    "packlens.callersFarther": () => callers.lookFarther(),
    "packlens.copyCallers": () => callers.copy(),
    [ClientCommand.SHOW_IMPACT]: (asked) => showImpact(app, impact, asked),
    "packlens.showImpactOfChanges": (asked) => showImpactOfChanges(app, impact, false, asked),
    "packlens.showImpactOfStaged": (asked) => showImpactOfChanges(app, impact, true, asked),
    "packlens.refreshImpact": () => impact.refresh(),
    "packlens.copyImpact": () => copyImpact(app, impact),
    "packlens.copyTestsToRun": () => copyTestsToRun(app, impact),
    "packlens.showImpactPicture": () => picture.show(),
    "packlens.openPlace": (root, site) => openPlace(root as vscode.Uri, site as Site),
    "packlens.openSymbol": (root, target, from) => openSymbol(app, root as vscode.Uri, target as string, from as vscode.ViewColumn | undefined),
  };
  const registered = Object.entries(commands).map(([id, command]) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => told(app, () => command(...args))),
  );
  return { views: { previews, basket, callers, impact }, registrations: [previews, basket, callers, impact, picture, ...registered] };
}
