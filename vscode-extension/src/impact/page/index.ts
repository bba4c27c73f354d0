/**
 * The page of the picture: draws what the extension sends. One node is the tab stop; up and down move in its column, left
 * and right along the lines, Enter and a click open it. Lines of the node in focus stand out.
 */

import type { FromPicture, DrawnNode, PictureView } from "../pictureView";
import "./style.css";

declare function acquireVsCodeApi(): { postMessage(message: FromPicture): void };

const SVG = "http://www.w3.org/2000/svg";
const SIZES = [0.4, 0.55, 0.75, 1, 1.3, 1.7] as const;
const SMALLEST_AT_FIRST = 0.75; // below it names are hard to read

const host = acquireVsCodeApi();
let view: PictureView | undefined;
let size = 1;
let focused: string | undefined;

const byId = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const picture = byId("picture") as unknown as SVGSVGElement;

function element(tag: string, attributes: Readonly<Record<string, string | number>>, text = ""): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, String(value));
  }
  made.textContent = text;
  return made;
}

function draw(next: PictureView): void {
  if (view === undefined) {
    size = Math.max(SMALLEST_AT_FIRST, Math.min(1, byId("scroll").clientWidth / next.width));
  }
  view = next;
  byId("title").textContent = next.title;
  byId("summary").textContent = next.summary;
  picture.setAttribute("aria-label", `${next.title}: ${next.summary}`);
  const had = picture.contains(document.activeElement);
  const stop = next.nodes.find(({ id }) => id === focused)?.id ?? next.nodes[0]?.id;
  const places = new Map(next.nodes.map((node) => [node.id, node]));
  picture.replaceChildren(
    ...next.columns.map(({ x, text }) => element("text", { x, y: 30, class: "column" }, text)),
    ...next.edges.flatMap(({ from, to, weak }) => {
      const [one, other] = [places.get(from), places.get(to)];
      return one === undefined || other === undefined ? [] : [lineOf(one, other, weak)];
    }),
    ...next.nodes.map((node) => nodeOf(node, node.id === stop)),
  );
  focused = stop;
  resize();
  if (had) {
    focus(stop);
  }
}

function lineOf(from: DrawnNode, to: DrawnNode, weak: boolean): SVGElement {
  const { width, height } = view?.box ?? { width: 0, height: 0 };
  const back = to.x <= from.x;
  const [x1, x2] = [from.x + width, back ? to.x + width : to.x];
  const [y1, y2] = [from.y + height / 2, to.y + height / 2];
  const bend = back ? 60 : Math.max(40, (x2 - x1) / 2);
  const path = `M${x1} ${y1}C${x1 + bend} ${y1} ${back ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`;
  return element("path", { d: path, class: weak ? "line weak" : "line", "data-from": from.id, "data-to": to.id });
}

function nodeOf(node: DrawnNode, isStop: boolean): SVGElement {
  const { width, height } = view?.box ?? { width: 0, height: 0 };
  const { id, role, x, y, text, spoken, target } = node;
  const made = element("g", { class: `node ${role}`, role: target === "" ? "img" : "button", tabindex: isStop ? 0 : -1, "aria-label": spoken, "data-id": id, transform: `translate(${x} ${y})` });
  made.append(
    element("title", {}, spoken),
    element("rect", { width, height, rx: role === "test" ? 13 : 4 }),
    textOf(text, width, height),
  );
  made.addEventListener("click", () => {
    focus(id);
    open(node);
  });
  made.addEventListener("focus", () => {
    light(id);
  });
  return made;
}

/** A text in its box. Of a long one the end is in sight, which says most; the whole of it is in the tooltip. */
function textOf(text: string, width: number, height: number): SVGElement {
  const box = element("svg", { x: 8, width: width - 16, height });
  const place = text.length > 30 ? { x: width - 16, "text-anchor": "end" } : { x: 2 };
  box.append(element("text", { ...place, y: 17 }, text));
  return box;
}

function open({ target }: DrawnNode): void {
  if (target !== "") {
    host.postMessage({ type: "open", target });
  }
}

function light(id: string): void {
  focused = id;
  for (const node of picture.querySelectorAll(".node")) {
    node.setAttribute("tabindex", node.getAttribute("data-id") === id ? "0" : "-1");
  }
  for (const line of picture.querySelectorAll(".line")) {
    line.classList.toggle("lit", line.getAttribute("data-from") === id || line.getAttribute("data-to") === id);
  }
}

function focus(id: string | undefined): void {
  const node = [...picture.querySelectorAll<SVGElement>(".node")].find((one) => one.getAttribute("data-id") === id);
  node?.focus();
  node?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

picture.addEventListener("keydown", (event) => {
  const nodes = view?.nodes ?? [];
  const node = nodes.find(({ id }) => id === focused);
  if (node === undefined || view === undefined) {
    return;
  }
  const column = nodes.filter((one) => one.column === node.column);
  const at = column.indexOf(node);
  const near = (found: readonly string[]): string | undefined => found.find((id) => nodes.some((one) => one.id === id));
  const to: Partial<Record<string, () => string | undefined>> = {
    ArrowDown: () => column[at + 1]?.id,
    ArrowUp: () => column[at - 1]?.id,
    ArrowRight: () => near((view?.edges ?? []).filter(({ from }) => from === node.id).map((edge) => edge.to)),
    ArrowLeft: () => near((view?.edges ?? []).filter((edge) => edge.to === node.id).map(({ from }) => from)),
    Home: () => nodes[0]?.id,
    End: () => nodes.at(-1)?.id,
  };
  if (event.key === "Enter" || event.key === " ") {
    open(node);
  } else if (event.key in to) {
    focus(to[event.key]?.());
  } else {
    return;
  }
  event.preventDefault();
});

function resize(): void {
  if (view !== undefined) {
    picture.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    picture.setAttribute("width", String(view.width * size));
    picture.setAttribute("height", String(view.height * size));
  }
}

byId("larger").addEventListener("click", () => {
  size = SIZES.find((one) => one > size) ?? size;
  resize();
});
byId("smaller").addEventListener("click", () => {
  size = SIZES.findLast((one) => one < size) ?? size;
  resize();
});
byId("fit").addEventListener("click", () => {
  const { clientWidth, clientHeight } = byId("scroll");
  size = view === undefined ? 1 : Math.max(0.1, Math.min(1, clientWidth / view.width, clientHeight / view.height));
  resize();
});
window.addEventListener("message", (event: MessageEvent<PictureView>) => {
  draw(event.data);
});
host.postMessage({ type: "ready" });
