/**
 * One list of rows, as a grid with one tab stop: up and down move between rows, left and right between what a row
 * offers. Rows are kept by their key, so that an answer changes what differs and leaves focus and scroll where they
 * are; where the row in focus is gone, focus goes to the one that took its place.
 */

import type { ChoiceButton, Group, MenuEntry, Row } from "../rows";
import { element, setLabel, setText } from "./dom";
import { glyphOf, headingRow, noteRow, place, titleRow } from "./gridParts";
import { tell } from "./host";
import { icon } from "./icons";
import { closeMenu, openMenu } from "./menu";

export class Grid {
  private readonly rows = new Map<string, HTMLElement>();
  private readonly shown = new WeakMap<HTMLElement, Row>();

  constructor(
    private readonly root: HTMLElement,
    /** Lights up a symbol's code; `reveal` also brings it into sight. */
    private readonly light: (id: string | undefined, reveal: boolean) => void,
    /** Tells the person why a key did nothing. */
    private readonly hint: (text: string) => void,
  ) {
    root.addEventListener("keydown", (event) => {
      this.onKey(event);
    });
    root.addEventListener("focusin", (event) => {
      if (event.target instanceof HTMLElement) {
        this.makeTabStop(event.target);
        this.light(this.rowOf(event.target)?.id, true);
      }
    });
    // Beside its buttons a row is one thing too: a click there goes to what it shows.
    root.addEventListener("click", (event) => {
      if (event.target instanceof HTMLElement && event.target.closest("button") === null) {
        event.target.closest(".row")?.querySelector<HTMLElement>(".show")?.focus();
      }
    });
    root.addEventListener("pointerover", (event) => {
      this.light(event.target instanceof HTMLElement ? this.rowOf(event.target)?.id : undefined, false);
    });
    root.addEventListener("pointerleave", () => {
      this.light(undefined, false);
    });
  }

  /** Draws groups; with `titled`, each under its own title. */
  draw(groups: readonly Group[], titled: boolean): void {
    const focus = this.focused();
    const children: HTMLElement[] = [];
    const kept = new Set<string>();
    for (const group of groups) {
      if (titled) {
        children.push(titleRow(group));
      }
      for (const section of group.sections) {
        if (section.heading !== "") {
          children.push(headingRow(section.heading, section.price));
        }
        for (const row of section.rows) {
          kept.add(row.key);
          children.push(this.drawn(row));
        }
      }
      if (group.note !== "") {
        children.push(noteRow(group.note));
      }
    }
    for (const key of [...this.rows.keys()].filter((one) => !kept.has(one))) {
      this.rows.delete(key);
    }
    place(this.root, children);
    this.root.hidden = children.length === 0;
    this.refocus(focus);
    if (this.root.querySelector("[tabindex='0']") === null) {
      this.root.querySelector<HTMLElement>(".row button")?.setAttribute("tabindex", "0");
    }
  }

  /** Marks the row of a symbol whose code is pointed at. */
  mark(id: string | undefined): void {
    for (const row of this.rows.values()) {
      row.classList.toggle("lit", id !== undefined && this.shown.get(row)?.id === id);
    }
  }

  private drawn(row: Row): HTMLElement {
    const node = this.rows.get(row.key) ?? this.built(row.key);
    this.shown.set(node, row);
    node.dataset["badge"] = row.badge;
    node.dataset["id"] = row.id;
    node.classList.toggle("target", row.target);
    node.style.setProperty("--share", String(row.share));
    const part = (name: string): HTMLElement => node.querySelector<HTMLElement>(`.${name}`) ?? node;
    setText(part("glyph"), glyphOf(row.kind));
    part("glyph").dataset["kind"] = row.kind;
    setText(part("name"), row.name);
    setText(part("where"), row.where);
    setText(part("why"), row.why);
    setText(part("more"), row.more);
    part("show").title = [row.name, `${row.path}:${row.line}`, row.why].join("\n");
    setText(part("price"), row.price);
    setText(part("level-text"), row.badgeText);
    const level = part("level");
    level.classList.toggle("fixed", row.menu.length === 0);
    setLabel(level, row.menuLabel === "" ? row.badgeText : row.menuLabel);
    setLabel(part("go"), row.goLabel);
    drawChoice(part("pin"), row.pin, row.pin?.pressed);
    drawChoice(part("drop"), row.drop, undefined);
    part("drop").classList.toggle("taken", row.drop?.taken === true);
    return node;
  }

  private built(key: string): HTMLElement {
    const cell = (classes: string, child: Node): HTMLElement =>
      element("div", `cell ${classes}`, { role: "gridcell" }, [child]);
    const button = (classes: string, children: Node[]): HTMLElement =>
      element("button", classes, { type: "button", tabindex: "-1" }, children);
    const show = button("show", [
      element("span", "glyph", { "aria-hidden": "true" }),
      element("span", "what", {}, [
        element("span", "first", {}, [element("span", "name"), element("span", "where")]),
        element("span", "why"),
        element("span", "more unseen"),
      ]),
    ]);
    const level = button("level", [element("span", "level-text"), icon("down")]);
    level.setAttribute("aria-haspopup", "menu");
    const go = button("go icon", [icon("go")]);
    const pin = button("pin icon", [icon("pin"), icon("plus")]);
    const drop = button("drop icon", [icon("close"), icon("undo")]);
    const node = element("div", "row", { role: "row", "data-key": key }, [
      cell("main", show),
      element("div", "cell price-cell", { role: "gridcell" }, [element("span", "price")]),
      cell("level-cell", level),
      cell("go-cell", go),
      cell("pin-cell", pin),
      cell("drop-cell", drop),
    ]);
    show.addEventListener("click", () => {
      const row = this.shown.get(node);
      if (row?.inText === true) {
        this.light(row.id, true);
      } else {
        openSource(row);
      }
    });
    go.addEventListener("click", () => {
      openSource(this.shown.get(node));
    });
    level.addEventListener("click", () => {
      this.chooseLevel(node, level);
    });
    pin.addEventListener("click", () => {
      this.choose(node, this.shown.get(node)?.pin);
    });
    drop.addEventListener("click", () => {
      this.choose(node, this.shown.get(node)?.drop);
    });
    this.rows.set(key, node);
    return node;
  }

  private choose(node: HTMLElement, button: ChoiceButton | undefined): void {
    const row = this.shown.get(node);
    if (row !== undefined && button !== undefined) {
      tell({ type: "edit", edit: { type: "choose", id: row.id, choice: button.choice } });
    }
  }

  private chooseLevel(node: HTMLElement, button: HTMLElement): void {
    const row = this.shown.get(node);
    if (row === undefined || row.menu.length === 0) {
      return;
    }
    if (button.getAttribute("aria-expanded") === "true") {
      closeMenu(true);
      return;
    }
    openMenu(button, row.menu, row.menuLabel, (entry: MenuEntry) => {
      const choice = entry.value === "" ? undefined : entry.value;
      tell({ type: "edit", edit: { type: "choose", id: row.id, choice } });
    });
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : undefined;
    const node = target?.closest<HTMLElement>(".row");
    if (target === undefined || node === null || node === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const nodes = [...this.root.querySelectorAll<HTMLElement>(".row")];
    const at = nodes.indexOf(node);
    const buttons = buttonsOf(node);
    const column = buttons.indexOf(target);
    const row = this.shown.get(node);
    const page = Math.max(1, Math.floor(this.root.clientHeight / Math.max(1, node.offsetHeight)) - 1);
    switch (event.key) {
      case "ArrowDown":
        focusIn(nodes[at + 1], target);
        break;
      case "ArrowUp":
        focusIn(nodes[at - 1], target);
        break;
      case "PageDown":
        focusIn(nodes[Math.min(at + page, nodes.length - 1)], target);
        break;
      case "PageUp":
        focusIn(nodes[Math.max(at - page, 0)], target);
        break;
      case "Home":
        focusIn(nodes[0], target);
        break;
      case "End":
        focusIn(nodes.at(-1), target);
        break;
      case "ArrowRight":
        buttons[column + 1]?.focus();
        break;
      case "ArrowLeft":
        buttons[column - 1]?.focus();
        break;
      case "o":
        openSource(row);
        break;
      case "p":
        this.choose(node, row?.pin);
        break;
      case "Delete":
        if (row !== undefined && row.kept !== "") {
          this.hint(row.kept);
        }
        this.choose(node, row?.drop?.taken === true ? undefined : row?.drop);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  private rowOf(target: HTMLElement): Row | undefined {
    const node = target.closest<HTMLElement>(".row");
    return node === null ? undefined : this.shown.get(node);
  }

  private makeTabStop(target: HTMLElement): void {
    for (const stop of this.root.querySelectorAll("[tabindex='0']")) {
      stop.setAttribute("tabindex", "-1");
    }
    target.setAttribute("tabindex", "0");
  }

  private focused(): { key: string; at: number; button: string } | undefined {
    const target = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    const node = target?.closest<HTMLElement>(".row");
    if (target === undefined || node === null || node === undefined || !this.root.contains(node)) {
      return undefined;
    }
    const at = [...this.root.querySelectorAll(".row")].indexOf(node);
    return { key: node.dataset["key"] ?? "", at, button: nameOfButton(target) };
  }

  private refocus(focus: { key: string; at: number; button: string } | undefined): void {
    if (focus === undefined) {
      return;
    }
    const nodes = [...this.root.querySelectorAll<HTMLElement>(".row")];
    const node = this.rows.get(focus.key) ?? nodes[Math.min(focus.at, nodes.length - 1)];
    const button = node?.querySelector<HTMLElement>(`.${focus.button}:not([hidden])`) ?? node?.querySelector("button");
    if (button !== document.activeElement) {
      button?.focus({ preventScroll: this.rows.has(focus.key) });
    }
  }
}

function openSource(row: Row | undefined): void {
  if (row !== undefined) {
    tell({ type: "open", path: row.path, line: row.line });
  }
}

function drawChoice(button: HTMLElement, choice: ChoiceButton | undefined, pressed: boolean | undefined): void {
  button.hidden = choice === undefined;
  if (choice !== undefined) {
    setLabel(button, choice.label);
  }
  if (pressed !== undefined) {
    button.setAttribute("aria-pressed", String(pressed));
  }
}

function focusIn(node: HTMLElement | undefined, from: HTMLElement): void {
  const same = node?.querySelector<HTMLElement>(`.${nameOfButton(from)}:not([hidden])`);
  (same ?? node?.querySelector<HTMLElement>(".show"))?.focus();
}

function buttonsOf(node: HTMLElement): HTMLElement[] {
  return [...node.querySelectorAll<HTMLElement>("button:not([hidden])")];
}

function nameOfButton(button: HTMLElement): string {
  return button.classList[0] ?? "show";
}
