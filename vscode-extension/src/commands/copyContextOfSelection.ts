import type { App } from "../app";
import { copyPack, type Copied } from "../copy";
import { pathIn, pythonEditor, serverOf, stretch } from "../places";
import type { PackArguments } from "../protocol";
import { linesTarget } from "../lines";

/** Copies the context of the selected lines; of all of them, where several stretches are selected. */
export function copyContextOfSelection(app: App): Promise<Copied> {
  const { document, selections } = pythonEditor();
  const server = serverOf(app, document.uri);
  const path = pathIn(server, document.uri);
  const targets = selections.map((one) => linesTarget(path, stretch(one)));
  const [only, ...others] = selections;
  const question: PackArguments =
    only !== undefined && others.length === 0
      ? { uri: document.uri.toString(), range: stretch(only) }
      : { targets };
  return copyPack(app, server, question, targets.join(", "));
}
