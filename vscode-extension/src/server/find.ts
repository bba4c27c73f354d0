/** Where a folder's server is, with what the editor knows: settings, extensions, PATH, its own environment. */

import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { programSetting } from "../settings";
import { askPython, basePython, PYTHON_NAMES } from "./basePython";
import { firstThatAnswers, type Places } from "./candidates";
import { ask } from "./check";
import { environmentFolder, isMade, locationIn, makeEnvironment, removeUnused } from "./environment";
import type { Launch } from "./launch";
import type { Log } from "./log";
import { onPath, searchOfMachine } from "./onPath";
import { written } from "./programPath";
import { extensionPython } from "./pythonExtension";
import { trouble, TroubleError } from "./trouble";

export class Finder {
  private making: Promise<Launch> | undefined;
  private withdrawal: AbortController | undefined;
  private epoch = 0;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: Log,
  ) {}

  /** What the server of `folder` is to be started with. Rejects with a TroubleError. */
  async find(folder: vscode.WorkspaceFolder): Promise<Launch> {
    for (;;) {
      const { epoch } = this;
      try {
        const launch = await this.findOnce(folder);
        if (epoch === this.epoch) {
          return launch;
        }
      } catch (error) {
        if (epoch === this.epoch) {
          throw error;
        }
      }
      this.log.info(`${folder.name}: looking again, since settings or interpreters have changed meanwhile`);
    }
  }

  /**
   * Settings or interpreters have changed: who is looking begins again, and an environment that is being made is
   * given up. Settings of another machine may arrive only after the extension was started.
   */
  startOver(): void {
    this.epoch += 1;
    this.withdrawal?.abort();
  }

  private async findOnce(folder: vscode.WorkspaceFolder): Promise<Launch> {
    const tell = (line: string): void => {
      this.log.info(`${folder.name}: ${line}`);
    };
    const places = placesOf(folder);
    return (await firstThatAnswers(places, ask, tell)) ?? this.own(places, tell);
  }

  /** The extension's own environment, made where it is not there. Folders that ask at the same time share it. */
  private own(places: Places, tell: (line: string) => void): Promise<Launch> {
    this.making ??= this.ownOrMade(places, tell).finally(() => {
      this.making = undefined;
    });
    return this.making;
  }

  private async ownOrMade(places: Places, tell: (line: string) => void): Promise<Launch> {
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
    await this.withProgress((making) => makeEnvironment(folder, wheel, python, making));
    void removeUnused(storage, folder);
    const answer = await ask(location);
    if (answer.kind !== "version") {
      const detail = answer.kind === "failed" ? answer.detail : "packlens is not in it";
      throw new TroubleError(trouble("environmentFails", folder, detail));
    }
    return { location, version: answer.version };
  }

  private async withProgress(work: (making: Parameters<typeof makeEnvironment>[3]) => Promise<void>): Promise<void> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Packlens: setting up its Python environment, once"),
      cancellable: true,
    };
    await vscode.window.withProgress(options, async (progress, cancelled) => {
      const controller = new AbortController();
      this.withdrawal = controller;
      cancelled.onCancellationRequested(() => {
        controller.abort();
      });
      await work({
        signal: controller.signal,
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
  const setting = (key: "serverPath" | "interpreter"): string | undefined =>
    written(programSetting(folder, key), folder.uri.fsPath, homedir());
  return {
    serverPath: setting("serverPath"),
    interpreter: setting("interpreter"),
    extensionPython: () => extensionPython(folder),
    programsOnPath: onPath(["packlens"], search()),
    pythonsOnPath: onPath(["python3", "python"], search()),
  };
}

function search(): ReturnType<typeof searchOfMachine> {
  const folders = vscode.workspace.isTrusted ? [] : (vscode.workspace.workspaceFolders ?? []);
  return searchOfMachine(folders.map((folder) => folder.uri.fsPath));
}
