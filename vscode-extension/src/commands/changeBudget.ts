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
  const items = values.map((value): Choice => ({
    label: vscode.l10n.t("{0} tokens", number(value)),
    description: value === current ? vscode.l10n.t("now") : "",
    value,
  }));
  const other: Choice = { label: vscode.l10n.t("Another number…"), value: undefined };
  const picked = await pick([...items, other], (choice) => choice.value === current);
  if (picked === undefined || picked.value !== undefined) {
    return picked?.value;
  }
  const written = await vscode.window.showInputBox({
    prompt: vscode.l10n.t("How many tokens may a pack hold? 12000 and 12k mean the same."),
    value: String(current),
    validateInput: (text) =>
      readBudget(text) === undefined ? vscode.l10n.t("A whole number such as 12000 or 12k, from 1 on.") : undefined,
  });
  return written === undefined ? undefined : readBudget(written);
}

interface Choice extends vscode.QuickPickItem {
  readonly value: number | undefined;
}

/** What a person picks, beginning at the choice that is `active`. */
function pick(choices: Choice[], active: (choice: Choice) => boolean): Promise<Choice | undefined> {
  const box = vscode.window.createQuickPick<Choice>();
  box.placeholder = vscode.l10n.t("How many tokens may a pack hold?");
  box.items = choices;
  box.activeItems = choices.filter(active);
  return new Promise((resolve) => {
    box.onDidAccept(() => {
      resolve(box.selectedItems[0]);
      box.hide();
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
