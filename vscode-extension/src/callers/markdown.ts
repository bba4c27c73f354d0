/** Callers as a list to paste elsewhere. */

import { nameOfId } from "../ids";
import type { Say } from "../words";
import { code, itemsOf } from "../tree/markdown";
import { countOf, symbolsOf, treeOf, type Known } from "./model";

export function markdownOf(known: Known, say: Say): string {
  const { target, pending, callers = [] } = known.direct;
  const title = `# ${say("Callers of {0}", code(nameOfId(target.id)))}`;
  const sections = treeOf(known, say).flatMap((node) => {
    if (node.kind === "statement") {
      return [`${node.label}.`];
    }
    if (node.lazy) {
      return [];
    }
    const count = node.id === "direct" ? countOf(symbolsOf(callers), pending) : node.description;
    return [[`## ${node.label} (${count})`, "", ...node.children.flatMap((child) => itemsOf(child))].join("\n")];
  });
  return `${[title, `${code(target.path)}, ${say("line {0}", target.start_line)}`, ...sections].join("\n\n")}\n`;
}
