import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import * as vscode from "vscode";
import type { Copied } from "../../../src/copy";
import { activated, command, copied, folder, lensesOf, packlensWithJedi, putCursor, sameText, titlesAt, until, uriOf, withSettings } from "../support";

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

  suiteSetup(async () => {
    await vscode.workspace.fs.writeFile(uriOf(FILE), Buffer.from(TEXT));
    editor = await activated(FILE);
  });

  // The file stays: the editor holds its text for minutes after its tab was closed, and so does the server.
  suiteTeardown(async () => {
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
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
