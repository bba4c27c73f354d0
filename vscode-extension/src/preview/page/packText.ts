/**
 * The pack, exactly: the text content of `#pack-text` is what Copy copies. It is drawn stretch by stretch; the browser
 * lays out only those in sight (`content-visibility`), and code is coloured when it first comes near. A stretch whose
 * text is what it was keeps its element, so that scroll and selection stay while the code around it is edited.
 */

import type { Stretch } from "../stretches";
import { byId, element, setText } from "./dom";
import { runsOf } from "./highlight";

/** Longer pieces of code stay in one colour. */
const LONGEST_COLOURED = 200_000;

/** Up to so many pieces of code are pointed out as new when a text is drawn again. */
const FEW = 6;

export class PackText {
  private readonly scroller = byId("pack-scroll");
  private readonly root = byId("pack-text");
  private readonly near: IntersectionObserver;
  private drawnBefore = false;

  constructor() {
    this.near = new IntersectionObserver(
      (entries) => {
        for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
          this.near.unobserve(target);
          colour(target);
        }
      },
      { root: this.scroller, rootMargin: "600px" },
    );
    // The clipboard gets the characters of the selection, whatever elements they are in.
    this.root.addEventListener("copy", (event) => {
      const selection = document.getSelection();
      if (selection !== null && selection.rangeCount > 0 && !selection.isCollapsed) {
        event.clipboardData?.setData("text/plain", selection.getRangeAt(0).cloneContents().textContent);
        event.preventDefault();
      }
    });
  }

  draw(text: string, format: string, stretches: readonly Stretch[]): void {
    const before = new Map<string, HTMLElement[]>();
    for (const node of this.root.children) {
      const key = keyOf(node as HTMLElement);
      before.set(key, [...(before.get(key) ?? []), node as HTMLElement]);
    }
    const { scrollTop, scrollLeft } = this.scroller;
    const nodes = stretches.map((stretch) => {
      const part = text.slice(stretch.start, stretch.end);
      const fresh = stretchNode(part, stretch, format);
      const kept = before.get(keyOf(fresh))?.shift();
      if (kept !== undefined) {
        return kept;
      }
      if (fresh.dataset["id"] !== undefined || stretch.item === undefined) {
        this.near.observe(fresh);
      }
      return fresh;
    });
    const kept = new Set<Element>(this.root.children);
    const made = nodes.filter((node) => !kept.has(node) && node.dataset["id"] !== undefined);
    for (const node of this.drawnBefore && made.length <= FEW ? made : []) {
      node.classList.add("fresh");
    }
    this.root.replaceChildren(...nodes);
    this.scroller.scrollTop = scrollTop;
    this.scroller.scrollLeft = scrollLeft;
    this.drawnBefore = true;
  }

  /** Lights up the code of a symbol; with `scroll`, brings it into sight. */
  light(id: string | undefined): void {
    for (const node of this.root.children) {
      node.classList.toggle("lit", id !== undefined && (node as HTMLElement).dataset["id"] === id);
    }
  }

  scrollTo(id: string): void {
    const node = [...this.root.children].find((one) => (one as HTMLElement).dataset["id"] === id);
    if (node !== undefined) {
      const gap = node.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top;
      this.scroller.scrollTop += gap - 24;
    }
  }

  /** The symbol whose code holds an element of the text. */
  idAt(target: EventTarget | null): string | undefined {
    return target instanceof Element ? target.closest<HTMLElement>("[data-id]")?.dataset["id"] : undefined;
  }

  /** Says why there is no text; nothing while there is one. */
  explain(why: string, hidden: boolean): void {
    setText(byId("pack-empty"), why);
    byId("pack-empty").hidden = why === "";
    this.scroller.hidden = hidden;
  }
}

function stretchNode(part: string, stretch: Stretch, format: string): HTMLElement {
  const node = element("span", stretch.item === undefined ? "stretch markup" : "stretch code");
  node.textContent = part;
  node.dataset["format"] = format;
  node.style.setProperty("--lines", String(stretch.lines));
  if (stretch.item !== undefined) {
    node.dataset["id"] = stretch.item.id;
    node.dataset["level"] = stretch.item.level;
  }
  return node;
}

function keyOf(node: HTMLElement): string {
  return `${node.dataset["id"] ?? ""} ${node.dataset["level"] ?? ""} ${node.dataset["format"] ?? ""} ${node.textContent}`;
}

function colour(node: Element): void {
  const text = node.textContent;
  if (text.length > LONGEST_COLOURED) {
    return;
  }
  const runs = node.classList.contains("code") ? runsOf(text) : markupRuns(text);
  node.replaceChildren(
    ...runs.map(([kind, run]) => (kind === "plain" ? document.createTextNode(run) : element("span", `run-${kind}`, {}, [run]))),
  );
}

/** Headings of a pack stand out, fences step back. */
function markupRuns(text: string): [string, string][] {
  return text
    .split(/(?<=\n)/)
    .map((line) => [line.startsWith("## ") ? "title" : /^(```|-{8})/.test(line) ? "fence" : "plain", line]);
}
