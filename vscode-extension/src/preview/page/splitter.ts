/**
 * The divider between the lists and the text, which stand beside each other in a wide page and above each other in a
 * narrow one. Arrow keys move it, Home and End move it as far as it goes, Enter and a double click put it back.
 */

import { byId } from "./dom";
import { remember, remembered } from "./host";

/** In percent of the page: how much the lists have at first, and how much they may have. */
const ROOM = { columns: 42, rows: 56 } as const;
const LEAST = 15;
const MOST = 85;
const STEP = 4;

type Direction = keyof typeof ROOM;

/** As in the style sheet. */
const narrow = matchMedia("(width < 760px)");

export function prepareSplitter(): void {
  const splitter = byId("splitter");
  const body = byId("body");
  let dragged = false;
  splitter.addEventListener("pointerdown", (event) => {
    dragged = true;
    splitter.setPointerCapture(event.pointerId);
  });
  splitter.addEventListener("pointermove", (event) => {
    if (dragged) {
      const { left, top, width, height } = body.getBoundingClientRect();
      move(100 * (direction() === "columns" ? (event.clientX - left) / width : (event.clientY - top) / height));
    }
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    splitter.addEventListener(end, () => {
      dragged = false;
    });
  }
  splitter.addEventListener("dblclick", () => {
    move(ROOM[direction()]);
  });
  splitter.addEventListener("keydown", (event) => {
    const now = room(direction());
    const to: Partial<Record<string, number>> = {
      ArrowLeft: now - STEP,
      ArrowUp: now - STEP,
      ArrowRight: now + STEP,
      ArrowDown: now + STEP,
      Home: LEAST,
      End: MOST,
      Enter: ROOM[direction()],
    };
    const next = to[event.key];
    if (next !== undefined) {
      move(next);
      event.preventDefault();
    }
  });
  narrow.addEventListener("change", draw);
  draw();
}

function direction(): Direction {
  return narrow.matches ? "rows" : "columns";
}

function room(along: Direction): number {
  return remembered().room[along] ?? ROOM[along];
}

function move(percent: number): void {
  const next = Math.round(Math.min(Math.max(percent, LEAST), MOST));
  remember({ ...remembered(), room: { ...remembered().room, [direction()]: next } });
  draw();
}

function draw(): void {
  const splitter = byId("splitter");
  splitter.setAttribute("aria-orientation", direction() === "columns" ? "vertical" : "horizontal");
  splitter.setAttribute("aria-valuenow", String(room(direction())));
  splitter.setAttribute("aria-valuemin", String(LEAST));
  splitter.setAttribute("aria-valuemax", String(MOST));
  byId("body").style.setProperty("--columns", `${room("columns")}%`);
  byId("body").style.setProperty("--rows", `${room("rows")}%`);
}
