/** The token bar: a picture of where the budget goes, with the same figures in words beside it. */

import type { PreviewView } from "../view";
import { byId, element, setText } from "./dom";

export function drawBar(bar: PreviewView["bar"]): void {
  const picture = byId("bar");
  picture.setAttribute("aria-label", bar.label);
  setText(byId("tokens-summary"), bar.summary);
  for (const { part, share } of bar.segments) {
    const segment =
      picture.querySelector<HTMLElement>(`[data-part=${part}]`) ?? picture.appendChild(element("span", "", { "data-part": part }));
    segment.style.flexGrow = String(Math.max(share, 0.002));
  }
  const parts = new Set<string | undefined>(bar.segments.map(({ part }) => part));
  for (const segment of [...picture.children] as HTMLElement[]) {
    if (!parts.has(segment.dataset["part"])) {
      segment.remove();
    }
  }
  // The order of the parts is the same in every answer.
  picture.append(...bar.segments.flatMap(({ part }) => [...picture.querySelectorAll(`[data-part=${part}]`)]));
  byId("legend").replaceChildren(
    ...bar.segments.map(({ part, label, value }) =>
      element("li", "", { "data-part": part }, [
        element("span", "swatch"),
        `${label} `,
        element("span", "value", {}, [value]),
      ]),
    ),
  );
}
