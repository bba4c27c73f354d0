/** A picture with its words: what the page draws and says, and what it answers. Pure. */

import { counted, type Say } from "../words";
import type { Picture, PictureNode } from "./picture";

export interface DrawnNode extends PictureNode {
  readonly text: string;
  /** What a screen reader says of it, and the tooltip. */
  readonly spoken: string;
}

export interface PictureView extends Omit<Picture, "nodes" | "columns"> {
  readonly title: string;
  readonly summary: string;
  readonly nodes: readonly DrawnNode[];
  readonly columns: readonly { readonly x: number; readonly text: string }[];
}

export type FromPicture = { readonly type: "ready" } | { readonly type: "open"; readonly target: string };

export function pictureView(picture: Picture, name: string, say: Say): PictureView {
  const { symbols, folded } = picture;
  const size = counted(say, symbols, "1 symbol", "{0} symbols");
  return {
    ...picture,
    title: say("Impact of {0}", name),
    summary: folded ? say("{0}, folded to their files", size) : size,
    columns: picture.columns.map(({ x, depth }) => ({ x, text: columnText(depth, say) })),
    nodes: picture.nodes.map((node) => ({ ...node, text: textOf(node, say), spoken: spokenText(node, say) })),
  };
}

function columnText(depth: number | undefined, say: Say): string {
  switch (depth) {
    case undefined:
      return say("Tests");
    case 0:
      return say("Changed");
    case 1:
      return say("Direct");
    default:
      return say("{0} hops", depth);
  }
}

function textOf({ role, label, count }: PictureNode, say: Say): string {
  if (role === "more") {
    return counted(say, count, "and 1 more file", "and {0} more files");
  }
  return count > 1 ? `${label} · ${count}` : label;
}

function spokenText(node: PictureNode, say: Say): string {
  const { role, label, detail, count } = node;
  const what = { changed: say("changed"), affected: say("affected"), test: say("test"), more: "" }[role];
  if (role === "more") {
    return textOf(node, say);
  }
  return [label, what, count > 1 ? say("{0} symbols", count) : "", detail].filter((part) => part !== "").join(", ");
}
