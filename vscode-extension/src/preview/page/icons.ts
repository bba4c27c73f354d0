/** Line drawings on a 16 by 16 grid, in the colour of the text around them. */

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  pin: "M10 1.8 14.2 6 11.6 7 8.9 9.7 8.6 12.6 3.4 7.4 6.3 7.1 9 4.4ZM5.9 10.1 2 14",
  close: "M4 4 12 12M12 4 4 12",
  undo: "M5.5 3 2.5 6 5.5 9M2.8 6H9.5A4 4 0 0 1 9.5 14H6",
  redo: "M10.5 3 13.5 6 10.5 9M13.2 6H6.5A4 4 0 0 0 6.5 14H10",
  copy: "M5.5 5.5H13.5V13.5H5.5ZM10.5 5.5V2.5H2.5V10.5H5.5",
  check: "M3 8.5 6.5 12 13 4.5",
  down: "M4.5 6.5 8 10 11.5 6.5",
  plus: "M8 3.5V12.5M3.5 8H12.5",
  minus: "M3.5 8H12.5",
  go: "M7 3H3V13H13V9M9 3H13V7M13 3 7.5 8.5",
  error: "M8 2A6 6 0 1 0 8 14A6 6 0 1 0 8 2ZM8 5V8.7M8 10.7V11.2",
  warning: "M8 2.5 14.3 13.5H1.7ZM8 6.5V9.7M8 11.3V11.8",
  note: "M8 2A6 6 0 1 0 8 14A6 6 0 1 0 8 2ZM8 7.5V11M8 5V5.5",
} as const;

export type Icon = keyof typeof PATHS;

export function icon(name: Icon): SVGSVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 16 16");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", `drawing drawing-${name}`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  drawing.append(path);
  return drawing;
}
