import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import * as vscode from "vscode";
import type { Copied } from "../../../src/copy";
import type { Status } from "../../../src/forms";
import { ServerCommand } from "../../../src/protocol";
import { activated, api, command, copied, folder, lensesOf, packlensWithJedi, putCursor, sameText, titlesAt, until, uriOf, withSettings } from "../support";

const FILE = "settled_late.py";
const TARGET = `${FILE}::Job.finish_late`;
/** Which `finish_late` is called, static resolution does not know. */
const TEXT = `class Job:
    def finish_late(self): ...


def end():
    min(Job(), Job()).finish_late()
`;

suite("with Jedi", () => {
  let editor: vscode.TextEditor;

  /** How many files are indexed: those that come and go outside the editor are heard of a little later. */
  const files = async (): Promise<number | undefined> =>
    (await (await api()).servers.all[0]?.execute<Status>(ServerCommand.STATUS, {}))?.files;
  let before: number | undefined;

  suiteSetup(async () => {
    await activated("ctx.py");
    before = await files();
    await vscode.workspace.fs.writeFile(uriOf(FILE), Buffer.from(TEXT));
    editor = await activated(FILE);
  });

  suiteTeardown(async () => {
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await vscode.workspace.fs.delete(uriOf(FILE));
    await until("the file to be forgotten", async () => (await files()) === before);
  });

  const lens = (title: string): Promise<true> =>
    until(`a lens ${title}`, async () => titlesAt(await lensesOf(editor.document.uri, 100), editor.document, "def finish_late").includes(title));

  test("a lens counts what it has settled, and the copy is what the command line prints", async () => {
    await lens("0 callers, 1 possible");
    await withSettings({ "jedi.enabled": true }, async () => {
      await lens("1 caller");
      putCursor(editor, "finish_late(self)");
      const pack = await packlensWithJedi("pack", folder().uri.fsPath, "--entry", TARGET);
      sameText(await copied(() => command<Copied>("copyContext")), pack);
    });
    await lens("0 callers, 1 possible");
  });
});
