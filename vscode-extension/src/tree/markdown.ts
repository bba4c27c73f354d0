/** Nodes of a tree as items of a list, to paste elsewhere. */

import type { Node } from "./nodes";

export function itemsOf(node: Node): string[] {
  switch (node.kind) {
    case "file":
      return [`- ${code(node.label)}`, ...node.children.map((site) => `  - ${code(site.label)}, ${site.description}`)];
    case "farther":
      return [];
    case "statement":
      return [node.label];
    default:
      return [`- ${[(node.way ?? [node.label]).map(code).join(" → "), node.description].filter(Boolean).join(" · ")}`];
  }
}

/** Code in a line, whatever backticks it holds. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
