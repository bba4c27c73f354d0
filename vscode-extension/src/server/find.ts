/** Where a folder's server is, with what the editor knows: settings, extensions, PATH, its own environment. */

import { readdir } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { placeSetting } from "../settings";
import { askPython, basePython, PYTHON_NAMES } from "./basePython";
import { firstThatAnswers, type Places } from "./candidates";
import { ask, type Ask } from "./check";
import { environmentFolder, isMade, locationIn, makeEnvironment, removeUnused, type Making } from "./environment";
import { Latest } from "./latest";
import type { Launch } from "./launch";
import type { Log } from "./log";
import { onPath, searchOfMachine } from "./onPath";
import { extensionPython } from "./pythonExtension";
import { Remembered } from "./remembered";
import { trouble, TroubleError } from "./trouble";

export class Finder {
  private readonly latest = new Latest<Launch>();
  private readonly remembered: Remembered;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: Log,
  ) {
    this.remembered = new Remembered(path.join(context.globalStorageUri.fsPath, "programs.json"), ask);
  }

  /**
   * What the server of `folder` is to be started with. Rejects with a TroubleError. What programs said when the editor
   * ran last is good enough where `recalls`.
   */
  find(folder: vscode.WorkspaceFolder, recalls: boolean): Promise<Launch> {
    const { recall, asked } = this.remembered;
    const tell = (line: string): void => {
      this.log.info(`${folder.name}: ${line}`);
    };
    return this.latest.answer(
      (signal) => this.findOnce(folder, recalls ? recall : asked, signal, tell),
      () => {
        tell("looking again, since settings or interpreters have changed meanwhile");
      },
    );
  }

  /** Settings or interpreters have changed: who is looking begins again, and an environment being made is given up. */
  startOver(): void {
    this.latest.startOver();
  }

  /** Nobody looks any more: an environment that is being made is given up. */
  end(): void {
    this.latest.end();
  }

  /** The extension's own environment is made where it is not there. Folders that need it at the same time share it. */
  private async findOnce(
    folder: vscode.WorkspaceFolder,
    ask: Ask,
    signal: AbortSignal,
    tell: (line: string) => void,
  ): Promise<Launch> {
    const places = placesOf(folder);
    const found = await firstThatAnswers(places, ask, tell);
    signal.throwIfAborted();
    return found ?? this.latest.shared(signal, () => this.ownOrMade(places, ask, signal, tell));
  }

  private async ownOrMade(
    places: Places,
    ask: Ask,
    signal: AbortSignal,
    tell: (line: string) => void,
  ): Promise<Launch> {
    const wheel = await this.wheel();
    const storage = this.context.globalStorageUri.fsPath;
    const folder = await environmentFolder(storage, wheel);
    const location = locationIn(folder);
    if (await isMade(folder)) {
      const answer = await ask(location);
      if (answer.kind === "version") {
        return { location, version: answer.version };
      }
      tell(`the environment in ${folder} no longer works and is made again`);
      await vscode.workspace.fs.delete(vscode.Uri.file(folder), { recursive: true });
    }
    const reported = await places.extensionPython();
    const pythons = [reported, ...onPath(PYTHON_NAMES, search())].filter((one) => one !== undefined);
    const python = await basePython(places.interpreter, pythons, askPython, tell);
    signal.throwIfAborted();
    await this.withProgress(signal, (making) => makeEnvironment(folder, wheel, python, making));
    void removeUnused(storage, folder);
    const answer = await this.remembered.asked(location);
    if (answer.kind !== "version") {
      const detail = answer.kind === "failed" ? answer.detail : "packlens is not in it";
      throw new TroubleError(trouble("environmentFails", folder, detail));
    }
    return { location, version: answer.version };
  }

  private async withProgress(signal: AbortSignal, work: (making: Making) => Promise<void>): Promise<void> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Packlens: setting up its Python environment, once"),
      cancellable: true,
    };
    await vscode.window.withProgress(options, async (progress, cancelled) => {
      const byPerson = new AbortController();
      cancelled.onCancellationRequested(() => {
        byPerson.abort();
      });
      await work({
        signal: AbortSignal.any([signal, byPerson.signal]),
        step: (name) => {
          progress.report({
            message:
              name === "creating"
                ? vscode.l10n.t("creating the environment")
                : vscode.l10n.t("downloading and installing packages"),
          });
        },
        line: (line) => {
          this.log.info(line);
        },
      });
    });
  }

  private async wheel(): Promise<string> {
    const folder = this.context.asAbsolutePath("bundled");
    const names = await readdir(folder).catch(() => []);
    const wheel = names.find((name) => name.endsWith(".whl"));
    if (wheel === undefined) {
      throw new TroubleError(
        trouble("environmentFails", folder, "this build of the extension carries no server; name one in packlens.serverPath"),
      );
    }
    return path.join(folder, wheel);
  }
}

function placesOf(folder: vscode.WorkspaceFolder): Places {
  return {
    serverPath: placeSetting(folder, "serverPath"),
    interpreter: placeSetting(folder, "interpreter"),
    extensionPython: () => extensionPython(folder),
    programsOnPath: onPath(["packlens"], search()),
    pythonsOnPath: onPath(["python3", "python"], search()),
  };
}

function search(): ReturnType<typeof searchOfMachine> {
  const folders = vscode.workspace.isTrusted ? [] : (vscode.workspace.workspaceFolders ?? []);
  return searchOfMachine(folders.map((folder) => folder.uri.fsPath));
}
