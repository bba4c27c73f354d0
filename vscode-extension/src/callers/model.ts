/**
 * Who uses a symbol, as a tree: direct callers by file, those that reach it over several hops with the way they take,
 * and, apart from both, the places that may mean it. Pure: answers of the server in, nodes out.
 *
 * Nothing is hidden: "no callers" is a row that is shown only when no place is open that could add one.
 */

import type { Callers, CallersRow } from "../forms";
import { nameOfId } from "../ids";
import { counted, type Say } from "../words";
import { iconOf, LEAF, possibleNode, statement, type Node, type Site } from "../tree/nodes";

/** What is known of a symbol's callers: the direct ones, and, once asked for, those up to `depth` hops away. */
export interface Known {
  readonly direct: Callers;
  readonly far: { readonly depth: number; readonly answer: Callers } | undefined;
}

export function treeOf(known: Known, say: Say): Node[] {
  const rows = known.direct.callers ?? [];
  const { possible, pending } = known.direct;
  const nodes: Node[] = [];
  if (rows.length > 0) {
    nodes.push({
      ...LEAF,
      id: "direct",
      kind: "group",
      label: say("Direct"),
      description: countOf(symbolsOf(rows), pending),
      icon: "call-incoming",
      children: byFile(rows, say),
      expanded: true,
    });
    nodes.push(farGroup(known, say));
  } else {
    nodes.push(statement("none", nobody(known.direct, say), pending > 0 ? "sync" : "circle-slash"));
  }
  if (possible.length > 0) {
    nodes.push({
      ...LEAF,
      id: "possible",
      kind: "group",
      label: say("Possible"),
      description: String(possible.length),
      tooltip: say("Places where nothing settles whether this symbol is meant"),
      icon: "question",
      children: possible.map((row, index) => possibleNode(row, index, say)),
      expanded: rows.length === 0,
    });
  }
  if (pending > 0) {
    const text = counted(say, pending, "1 place could still add a caller", "{0} places could still add callers");
    nodes.push(statement("pending", text, "sync"));
  }
  return nodes;
}

/** One line on a symbol without a caller that is known. */
function nobody({ possible, pending }: Callers, say: Say): string {
  if (pending > 0) {
    return say("No callers so far");
  }
  return possible.length > 0 ? say("No callers that are certain") : say("No callers");
}

/** How many symbols the rows are of, as the lens counts them: one that uses a symbol twice is one caller. */
export function symbolsOf(rows: readonly CallersRow[]): number {
  return new Set(rows.map((row) => row.id)).size;
}

/** `3`, or `3+` while open places could add one. */
export function countOf(count: number, pending: number): string {
  return pending > 0 ? `${count}+` : String(count);
}

function byFile(rows: readonly CallersRow[], say: Say): Node[] {
  const files = new Map<string, CallersRow[]>();
  for (const row of rows) {
    files.set(row.path, [...(files.get(row.path) ?? []), row]);
  }
  const few = files.size <= 12;
  return [...files].map(([path, sites]) => ({
    ...LEAF,
    id: `direct ${path}`,
    kind: "file",
    label: path,
    description: String(symbolsOf(sites)),
    tooltip: path,
    icon: "file",
    children: sites.map((row) => ({
      ...LEAF,
      id: `direct ${path} ${row.id} ${row.line}:${row.column}`,
      kind: "symbol",
      label: nameOfId(row.id),
      description: [say("line {0}", row.line), manner(row, say)].filter((part) => part !== "").join(" · "),
      tooltip: `${nameOfId(row.id)}\n${row.path}:${row.line}\n${certainty(row, say)}`,
      icon: iconOf(row.kind),
      site: siteOf(row),
      symbol: row.id,
    })),
    expanded: few,
  }));
}

function farGroup({ far }: Known, say: Say): Node {
  const group = {
    ...LEAF,
    id: "transitive",
    kind: "group" as const,
    label: say("Transitive"),
    tooltip: say("Those that reach it over several calls; each row opens to the way it takes"),
    icon: "type-hierarchy-super",
  };
  if (far === undefined) {
    return { ...group, lazy: true };
  }
  const rows = farRows(far.answer);
  const deepest = Math.max(0, ...rows.map((row) => row.depth ?? 0));
  const farther: Node[] =
    deepest === far.depth ? [{ ...LEAF, id: "farther", kind: "farther", label: say("Look farther…"), icon: "ellipsis" }] : [];
  const nothing = statement("transitive none", say("Nothing calls the direct callers"), "circle-slash");
  return {
    ...group,
    description: `${countOf(rows.length, far.answer.pending)}${farther.length > 0 ? "…" : ""}`,
    children: rows.length === 0 ? [nothing] : [...rows.map((row) => farNode(row, far.answer, say)), ...farther],
  };
}

/** One row a symbol, the nearest way first. */
function farRows(answer: Callers): CallersRow[] {
  const seen = new Set((answer.callers ?? []).filter((row) => row.depth === 1).map((row) => row.id));
  const far = (answer.callers ?? [])
    .filter((row) => (row.depth ?? 1) > 1)
    .sort((one, other) => (one.depth ?? 0) - (other.depth ?? 0));
  return far.filter((row) => !seen.has(row.id) && seen.add(row.id));
}

function farNode(row: CallersRow, answer: Callers, say: Say): Node {
  const hops = wayOf(row, answer);
  const way = [row.id, ...hops.map((step) => step.toward ?? "")].map(nameOfId);
  return {
    ...LEAF,
    id: `transitive ${row.id}`,
    kind: "symbol",
    label: nameOfId(row.id),
    description: `${counted(say, row.depth ?? 0, "1 hop", "{0} hops")} · ${row.path}:${row.line}`,
    tooltip: way.join(" → "),
    way,
    icon: iconOf(row.kind),
    site: siteOf(row),
    symbol: row.id,
    children: hops.map((step, index) => ({
      ...LEAF,
      id: `transitive ${row.id} ${index}`,
      kind: "step",
      label: say("{0} calls {1}", nameOfId(step.id), nameOfId(step.toward ?? answer.target.id)),
      description: `${step.path}:${step.line}`,
      tooltip: `${step.path}:${step.line}`,
      icon: "arrow-small-right",
      site: siteOf(step),
    })),
  };
}

/** The calls from a far caller to the symbol, one hop each. */
export function wayOf(row: CallersRow, answer: Callers): CallersRow[] {
  const way = [row];
  for (let step: CallersRow | undefined = row; step !== undefined && (step.depth ?? 1) > 1; ) {
    const { toward, depth }: CallersRow = step;
    step = answer.callers?.find((one) => one.id === toward && one.depth === (depth ?? 1) - 1);
    if (step !== undefined) {
      way.push(step);
    }
  }
  return way;
}

function siteOf(row: CallersRow): Site {
  return { path: row.path, line: row.line, at: row.column };
}

/** How a row uses the symbol where it is not a plain call. */
function manner(row: CallersRow, say: Say): string {
  const through = row.through === "dispatch" ? say("through an overridden method") : "";
  switch (row.edge) {
    case "calls":
      return through;
    case "references":
      return say("refers to it");
    case "extends":
      return say("extends it");
    case "decorates":
      return say("is decorated by it");
    case "tests":
      return say("tests it");
    default:
      return row.edge;
  }
}

function certainty(row: CallersRow, say: Say): string {
  return say("confidence {0}, {1}", row.confidence, row.resolver);
}
