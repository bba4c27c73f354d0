/**
 * A list that is asked of the server while a person types: symbols that the text is about, best first. A new text
 * withdraws the question before it; what is listed stays until the next answer.
 */

import * as vscode from "vscode";
import type { Search, SearchHit } from "../forms";
import { iconOf } from "../tree/nodes";
import { Debounce } from "../debounce";
import { failureOf } from "../failure";
import { ServerCommand } from "../protocol";
import type { RootServer } from "../server/rootServer";

/** How long a person may pause before the text is asked about, in ms. */
const TYPING = 150;
const MOST = 12;

/** An entry of the list: a symbol, or something to do with the text. */
export interface SearchItem extends vscode.QuickPickItem {
  readonly hit?: SearchHit;
  readonly act?: string;
}

export interface QuickSearch {
  readonly title: string;
  readonly placeholder: string;
  readonly value: string;
  /** What stands above the answer for a text that is not empty. */
  readonly above: (text: string) => readonly SearchItem[];
  /** What stands above the symbols, where there are some. */
  readonly heading?: string;
  readonly buttons: readonly vscode.QuickInputButton[];
}

/** What was chosen, with the text it was chosen for, and the button where one was pressed. */
export interface Chosen {
  readonly text: string;
  readonly item: SearchItem;
  readonly button: vscode.QuickInputButton | undefined;
}

export function quickSearch(server: RootServer, asked: QuickSearch): Promise<Chosen | undefined> {
  const box = vscode.window.createQuickPick<SearchItem>();
  // The order is the server's: not by the letters that a label has in common with the text.
  (box as unknown as { sortByLabel: boolean }).sortByLabel = false;
  box.title = asked.title;
  box.placeholder = asked.placeholder;
  let asking: vscode.CancellationTokenSource | undefined;
  const list = (text: string, found: readonly SearchItem[]): void => {
    const label = found[0]?.hit === undefined ? "" : asked.heading;
    const heading = label === undefined ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }];
    box.items = text === "" ? [] : [...asked.above(text), ...heading, ...found];
  };
  const look = async (): Promise<void> => {
    const text = box.value.trim();
    asking?.cancel();
    const source = new vscode.CancellationTokenSource();
    asking = source;
    if (text === "") {
      list("", []);
      box.busy = false;
      return;
    }
    box.busy = true;
    try {
      const found = await server.execute<Search>(ServerCommand.SEARCH, { text, limit: MOST }, source.token);
      if (asking === source) {
        list(text, found.results.length > 0 ? hitsOf(found, asked.buttons) : [nothing()]);
      }
    } catch (error) {
      if (asking === source && !source.token.isCancellationRequested) {
        list(text, [{ label: `$(warning) ${failureOf(error).message}`, alwaysShow: true }]);
      }
    } finally {
      box.busy = asking !== source;
      source.dispose();
    }
  };
  const pause = new Debounce(TYPING, () => void look());
  return new Promise((resolve) => {
    const end = (item: SearchItem | undefined, button?: vscode.QuickInputButton): void => {
      resolve(item === undefined ? undefined : { text: box.value.trim(), item, button });
      box.hide();
    };
    box.onDidChangeValue((text) => {
      list(text.trim(), box.items.filter((item) => item.hit !== undefined));
      pause.touch();
    });
    box.onDidAccept(() => {
      const [item] = box.selectedItems;
      if (item?.hit !== undefined || item?.act !== undefined) {
        end(item);
      }
    });
    box.onDidTriggerItemButton(({ item, button }) => {
      end(item, button);
    });
    box.onDidHide(() => {
      resolve(undefined);
      pause.cancel();
      asking?.cancel();
      box.dispose();
    });
    box.value = asked.value;
    box.show();
    void look();
  });
}

function hitsOf({ results }: Search, buttons: readonly vscode.QuickInputButton[]): SearchItem[] {
  return results.map((hit) => ({
    label: `$(${iconOf(hit.kind)}) ${hit.qualname === "<module>" ? hit.path : hit.qualname}`,
    description: `${hit.path}:${hit.start_line}`,
    alwaysShow: true,
    buttons,
    hit,
  }));
}

function nothing(): SearchItem {
  return { label: vscode.l10n.t("No symbol is about this"), alwaysShow: true };
}
