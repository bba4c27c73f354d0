import * as vscode from "vscode";
import type { App } from "../app";
import { readBudget, SUGGESTED } from "../budget";
import { SECTION } from "../protocol";

/** Asks for a budget, unless one is given, and writes it where it is set now. Returns it. */
export async function changeBudget(_app: App, given?: unknown): Promise<number | undefined> {
  const scope = vscode.window.activeTextEditor?.document.uri;
  const configuration = vscode.workspace.getConfiguration(SECTION, scope);
  const budget = typeof given === "number" ? given : await ask(configuration.get<number>("budget", 4000));
  if (budget !== undefined) {
    await configuration.update("budget", budget, targetOf(configuration));
  }
  return budget;
}

async function ask(current: number): Promise<number | undefined> {
  const number = (value: number): string => value.toLocaleString(vscode.env.language);
  const values = [...new Set([...SUGGESTED, current])].sort((one, other) => one - other);
  const choice = (value: number): Choice => ({
    label: vscode.l10n.t("{0} tokens", number(value)),
    description: value === current ? vscode.l10n.t("now") : "",
    value,
  });
  return pick(values.map(choice), current, choice);
}

interface Choice extends vscode.QuickPickItem {
  /** undefined for a row that only says something */
  readonly value?: number;
}

/**
 * What a person picks, beginning at `current`, or types: a number that is typed is a choice of its own, and of what is
 * none the list says so.
 */
function pick(choices: Choice[], current: number, choice: (value: number) => Choice): Promise<number | undefined> {
  const box = vscode.window.createQuickPick<Choice>();
  box.title = vscode.l10n.t("How many tokens may a pack hold?");
  box.placeholder = vscode.l10n.t("Pick one, or type a number such as 12000, 12k or 1.5k");
  box.items = choices;
  box.activeItems = choices.filter((one) => one.value === current);
  return new Promise((resolve) => {
    box.onDidChangeValue((text) => {
      const typed = readBudget(text);
      const others = choices.filter((one) => one.value !== typed);
      if (typed !== undefined) {
        box.items = [{ ...choice(typed), alwaysShow: true }, ...others];
      } else {
        const said = { label: vscode.l10n.t("A budget is a whole number of tokens, at least 1."), alwaysShow: true };
        box.items = text.trim() === "" ? choices : [...choices, said];
      }
    });
    box.onDidAccept(() => {
      const value = box.selectedItems[0]?.value;
      if (value !== undefined) {
        resolve(value);
        box.hide();
      }
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

function targetOf(configuration: vscode.WorkspaceConfiguration): vscode.ConfigurationTarget {
  const set = configuration.inspect("budget");
  if (set?.workspaceFolderValue !== undefined) {
    return vscode.ConfigurationTarget.WorkspaceFolder;
  }
  return set?.workspaceValue !== undefined ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
}
