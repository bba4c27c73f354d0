/** Callers as a list to paste elsewhere. */

import { nameOfId } from "../ids";
import type { Say } from "../words";
import { countOf, symbolsOf, treeOf, type Known, type Node } from "./model";

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

function itemsOf(node: Node): string[] {
  switch (node.kind) {
    case "file":
      return [`- ${code(node.label)}`, ...node.children.map((site) => `  - ${code(site.label)}, ${site.description}`)];
    case "caller":
      return [`- ${node.tooltip.split(" → ").map(code).join(" → ")} · ${node.description}`];
    case "farther":
      return [];
    case "statement":
      return [node.label];
    default:
      return [`- ${code(node.label)} · ${node.description}`];
  }
}

/** Code in a line, whatever backticks it holds. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
