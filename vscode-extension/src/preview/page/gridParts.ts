/** What a list is put together from, besides its rows. */

import type { Group } from "../rows";
import { element } from "./dom";

/** Puts children in order, moving only those that are not where they should be: a moved element loses its focus. */
export function place(root: HTMLElement, children: readonly HTMLElement[]): void {
  const wanted = new Set<Element>(children);
  for (const child of [...root.children]) {
    if (!wanted.has(child)) {
      child.remove();
    }
  }
  children.forEach((child, index) => {
    const there = root.children[index];
    if (there !== child) {
      root.insertBefore(child, there ?? null);
    }
  });
}

export function titleRow(group: Group): HTMLElement {
  const text = [element("span", "", {}, [group.title]), " ", element("span", "count", {}, [group.count])];
  return element("div", "title", { role: "row", "data-group": group.id }, [
    element("div", "", { role: "rowheader" }, text),
  ]);
}

export function headingRow(heading: string, price: string): HTMLElement {
  return element("div", "heading", { role: "row" }, [
    element("div", "path", { role: "rowheader" }, [heading]),
    element("div", "sum", { role: "gridcell" }, [price]),
  ]);
}

export function noteRow(note: string): HTMLElement {
  return element("div", "note", { role: "row" }, [element("div", "", { role: "gridcell" }, [note])]);
}

/** One letter for a kind of symbol, as editors colour them. */
export function glyphOf(kind: string): string {
  const glyphs: Partial<Record<string, string>> = {
    function: "ƒ",
    method: "m",
    class: "C",
    variable: "x",
    constant: "x",
    module: "{}",
    property: "p",
    type_alias: "T",
  };
  return kind === "" ? "·" : (glyphs[kind] ?? "·");
}
