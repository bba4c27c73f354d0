/** What the trees of symbols are made of. Pure: a view puts nodes together, and the editor shows them. */

import type { CallersPossible } from "../forms";
import { nameOfId } from "../ids";
import type { Say } from "../words";

export interface Site {
  readonly path: string;
  readonly line: number;
  /** In code points; or the name to look for in the line. */
  readonly at: number | string;
}

export interface Node {
  /** Stable over answers, so that what is expanded stays expanded. */
  readonly id: string;
  readonly kind: "group" | "file" | "other" | "symbol" | "step" | "possible" | "statement" | "farther";
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly icon: string;
  /** What a list names the row by, where that is more than its label: from who uses something, hop by hop, to what is used. */
  readonly way?: readonly string[];
  readonly site?: Site;
  /** The file of a row that is about a whole file, of whatever kind. */
  readonly file?: string;
  /** The symbol of the row, to be put into a basket or asked about. */
  readonly symbol?: string;
  readonly children: readonly Node[];
  readonly expanded: boolean;
  /** The children are asked for when the node is expanded. */
  readonly lazy: boolean;
}

/** A node without children, to be filled. */
export const LEAF = { description: "", tooltip: "", children: [], expanded: false, lazy: false } as const;

export function statement(id: string, label: string, icon: string): Node {
  return { ...LEAF, id, kind: "statement", label, icon };
}

/** A place that only may mean what was asked about. */
export function possibleNode({ id, path, line, name }: CallersPossible, index: number, say: Say): Node {
  return {
    ...LEAF,
    id: `possible ${index} ${id} ${line}`,
    kind: "possible",
    label: nameOfId(id),
    description: `${path}:${line}`,
    tooltip: say("a “{0}” here may be meant", name),
    icon: "question",
    site: { path, line, at: name },
    symbol: id,
  };
}

/** The editor's icon for a kind of symbol. */
export function iconOf(kind: string): string {
  const icons: Partial<Record<string, string>> = {
    function: "symbol-function",
    method: "symbol-method",
    class: "symbol-class",
    module: "file",
    property: "symbol-property",
    constant: "symbol-constant",
    variable: "symbol-variable",
    type_alias: "symbol-interface",
  };
  return icons[kind] ?? "symbol-misc";
}
