/**
 * An impact as a picture: a column for each distance from what changed, tests in the last one, and a line for each hop of
 * a path. More than 200 symbols are folded to their files, and more files than that to the first of them and a count.
 * Pure: an answer in, places in pixels out.
 */

import type { Impact, ImpactStep } from "../forms";
import { nameOfId, pathOfId } from "../ids";
import { SURE } from "./model";

export const MOST_NODES = 200;

const COLUMN = 300;
const ROW = 34;
const WIDTH = 220;
const HEIGHT = 26;
const MARGIN = 24;
const TITLE = 26;

export type Role = "changed" | "affected" | "test" | "more";

export interface PictureNode {
  /** Its name in this picture; edges go by it. */
  readonly id: string;
  /** What opens with it: a symbol id, or the path of a folded file; empty for what is only counted. */
  readonly target: string;
  readonly role: Role;
  readonly label: string;
  /** The path of a symbol; how many symbols a folded file stands for. */
  readonly detail: string;
  readonly count: number;
  readonly x: number;
  readonly y: number;
  readonly column: number;
}

export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  /** Every hop that it stands for is less sure than a plain call. */
  readonly weak: boolean;
}

export interface Picture {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  readonly columns: readonly Column[];
  readonly width: number;
  readonly height: number;
  readonly box: { readonly width: number; readonly height: number };
  readonly folded: boolean;
  /** How many symbols it stands for. */
  readonly symbols: number;
}

interface Column {
  readonly x: number;
  /** Hops from what changed; undefined for tests. */
  readonly depth: number | undefined;
}

interface Part {
  readonly id: string;
  readonly role: Role;
  readonly label: string;
  readonly detail: string;
  readonly count: number;
  readonly depth: number;
}

export function pictureOf(impact: Impact): Picture {
  const parts = partsOf(impact);
  const folded = parts.size > MOST_NODES;
  const shown = folded ? byFile(parts) : new Map([...parts].map(([id, part]) => [id, { part, key: id }]));
  const edges = edgesOf(impact, (id) => shown.get(id)?.key);
  const unique = new Map([...shown.values()].map(({ part, key }) => [key, part]));
  return { ...placed(unique, edges), edges, folded, symbols: parts.size };
}

/** Every symbol of the answer, by id, at its least distance. */
function partsOf({ changed, direct, transitive, tests }: Impact): Map<string, Part> {
  const parts = new Map<string, Part>();
  const add = (id: string, role: Role, depth: number): void => {
    if (!parts.has(id)) {
      parts.set(id, { id, role, label: nameOfId(id), detail: pathOfId(id), count: 1, depth });
    }
  };
  changed.forEach(({ id }) => { add(id, "changed", 0); });
  const testIds = new Set(tests.map(({ id }) => id));
  for (const row of [...direct, ...transitive]) {
    row.path_ids.forEach((id, depth) => { add(id, testIds.has(id) ? "test" : depth === 0 ? "changed" : "affected", depth); });
  }
  for (const test of tests) {
    test.path_ids.forEach((id, depth) => { add(id, testIds.has(id) ? "test" : depth === 0 ? "changed" : "affected", depth); });
  }
  return parts;
}

/** The part and key that each symbol is shown by: its file, by role; the files past the last that is shown are one. */
function byFile(parts: ReadonlyMap<string, Part>): Map<string, { part: Part; key: string }> {
  const files = new Map<string, { part: Part; members: string[] }>();
  for (const [id, part] of parts) {
    const key = `${part.role} ${pathOfId(id)}`;
    const there = files.get(key);
    const depth = Math.min(part.depth, there?.part.depth ?? part.depth);
    const count = (there?.part.count ?? 0) + 1;
    const file = pathOfId(id);
    files.set(key, {
      part: { id: file, role: part.role, label: file.slice(file.lastIndexOf("/") + 1), detail: file, count, depth },
      members: [...(there?.members ?? []), id],
    });
  }
  const ordered = [...files].sort(([, one], [, other]) => one.part.depth - other.part.depth || other.part.count - one.part.count);
  const rest = ordered.slice(MOST_NODES - 1);
  const found = new Map<string, { part: Part; key: string }>();
  for (const [key, { part, members }] of rest.length > 1 ? ordered.slice(0, MOST_NODES - 1) : ordered) {
    members.forEach((id) => found.set(id, { part, key }));
  }
  if (rest.length > 1) {
    const depth = Math.max(...rest.map(([, { part }]) => part.depth));
    const part: Part = { id: "", role: "more", label: "", detail: "", count: rest.length, depth };
    rest.forEach(([, { members }]) => { members.forEach((id) => found.set(id, { part, key: "more" })); });
  }
  return found;
}

function edgesOf({ direct, transitive, tests }: Impact, keyOf: (id: string) => string | undefined): PictureEdge[] {
  const edges = new Map<string, PictureEdge>();
  for (const { path_ids: ids, steps } of [...direct, ...transitive, ...tests]) {
    steps.forEach((step, index) => {
      const [from, to] = [keyOf(ids[index] ?? ""), keyOf(ids[index + 1] ?? "")];
      if (from !== undefined && to !== undefined && from !== to) {
        const key = `${from}\n${to}`;
        edges.set(key, { from, to, weak: isWeak(step) && (edges.get(key)?.weak ?? true) });
      }
    });
  }
  return [...edges.values()];
}

function isWeak({ confidence, kind }: ImpactStep): boolean {
  return confidence < SURE || kind === "possible";
}

/** Columns by distance, tests last; in a column, each near what it hangs on. */
function placed(parts: ReadonlyMap<string, Part>, edges: readonly PictureEdge[]): Pick<Picture, "nodes" | "columns" | "width" | "height" | "box"> {
  const depths = [...new Set([...parts.values()].filter(({ role }) => role !== "test").map(({ depth }) => depth))].sort((one, other) => one - other);
  const hasTests = [...parts.values()].some(({ role }) => role === "test");
  const columnOf = ({ role, depth }: Part): number => (role === "test" ? depths.length : depths.indexOf(depth));
  const above = new Map<string, number[]>();
  const rows = new Map<string, number>();
  const nodes: PictureNode[] = [];
  const columns = [...depths, ...(hasTests ? [undefined] : [])];
  columns.forEach((_, column) => {
    const members = [...parts].filter(([, part]) => columnOf(part) === column);
    const weight = new Map(members.map(([key], index) => [key, middle(above.get(key)) ?? index]));
    members.sort(([one], [other]) => (weight.get(one) ?? 0) - (weight.get(other) ?? 0));
    members.forEach(([key, part], row) => {
      rows.set(key, row);
      nodes.push({ id: key, target: part.id, role: part.role, label: part.label, detail: part.detail, count: part.count, column, x: MARGIN + column * COLUMN, y: MARGIN + TITLE + row * ROW });
    });
    for (const { from, to } of edges) {
      const row = rows.get(from);
      if (row !== undefined && !rows.has(to)) {
        above.set(to, [...(above.get(to) ?? []), row]);
      }
    }
  });
  const tallest = Math.max(1, ...nodes.map(({ y }) => y + HEIGHT));
  return {
    nodes,
    columns: columns.map((depth, column) => ({ depth, x: MARGIN + column * COLUMN })),
    width: MARGIN * 2 + (columns.length - 1) * COLUMN + WIDTH,
    height: tallest + MARGIN,
    box: { width: WIDTH, height: HEIGHT },
  };
}

function middle(values: readonly number[] | undefined): number | undefined {
  return values === undefined ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
