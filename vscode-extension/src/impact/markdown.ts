/** An impact as a list to paste elsewhere. */

import type { Impact } from "../forms";
import { itemsOf } from "../tree/markdown";
import type { Say } from "../words";
import { treeOf } from "./model";

/** Of each group no more than `most` rows, and how many more there are. */
export function markdownOf(name: string, impact: Impact, say: Say, most = Infinity): string {
  const sections = treeOf(impact, say).map((node) => {
    if (node.kind !== "group") {
      return `${node.label}${node.description === "" ? "" : ` (${node.description})`}.`;
    }
    const more = node.children.length - most;
    const rows = node.children.slice(0, most).flatMap((child) => itemsOf(child));
    return [`## ${node.label} (${node.description})`, "", ...rows, ...(more > 0 ? [`- ${say("and {0} more", more)}`] : [])].join("\n");
  });
  return `${[`# ${say("Impact of {0}", name)}`, ...sections].join("\n\n")}\n`;
}
