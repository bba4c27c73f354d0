/** An impact as a list to paste elsewhere. */

import type { Impact } from "../protocol";
import { itemsOf } from "../tree/markdown";
import type { Say } from "../words";
import { treeOf } from "./model";

export function markdownOf(name: string, impact: Impact, say: Say): string {
  const sections = treeOf(impact, say).map((node) => {
    if (node.kind !== "group") {
      return `${node.label}${node.description === "" ? "" : ` (${node.description})`}.`;
    }
    return [`## ${node.label} (${node.description})`, "", ...node.children.flatMap((child) => itemsOf(child))].join("\n");
  });
  return `${[`# ${say("Impact of {0}", name)}`, ...sections].join("\n\n")}\n`;
}
