/**
 * The menu of levels that a row opens: one at a time, below or above its button. Arrow keys move in it, Escape and a
 * click elsewhere close it, and focus goes back to the button.
 */

import type { MenuEntry } from "../rows";
import { byId, element } from "./dom";
import { icon } from "./icons";

type Choose = (entry: MenuEntry) => void;

let opener: HTMLElement | undefined;

export function openMenu(button: HTMLElement, entries: readonly MenuEntry[], label: string, choose: Choose): void {
  const menu = byId("menu");
  if (opener !== undefined) {
    closeMenu(false);
  }
  opener = button;
  button.setAttribute("aria-expanded", "true");
  menu.setAttribute("aria-label", label);
  menu.replaceChildren(
    ...entries.map((entry) => {
      const attributes = {
        type: "button",
        role: "menuitemradio",
        "aria-checked": String(entry.checked),
        tabindex: "-1",
        "data-value": entry.value,
      };
      const item = element("button", "entry", attributes, [icon("check"), entry.label]);
      item.addEventListener("click", () => {
        closeMenu(true);
        choose(entry);
      });
      return item;
    }),
  );
  menu.hidden = false;
  place(menu, button);
  (menu.querySelector<HTMLElement>("[aria-checked=true]") ?? menu.querySelector<HTMLElement>("button"))?.focus();
}

export function closeMenu(focusBack: boolean): void {
  const menu = byId("menu");
  if (menu.hidden) {
    return;
  }
  menu.hidden = true;
  opener?.setAttribute("aria-expanded", "false");
  if (focusBack) {
    opener?.focus();
  }
  opener = undefined;
}

export function prepareMenu(): void {
  const menu = byId("menu");
  menu.addEventListener("keydown", (event) => {
    const entries = [...menu.querySelectorAll<HTMLElement>("button")];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const to: Partial<Record<string, number>> = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
      Home: 0,
      End: entries.length - 1,
    };
    const next = to[event.key];
    if (next !== undefined) {
      entries[next]?.focus();
      event.preventDefault();
    } else if (event.key === "Escape" || event.key === "Tab") {
      closeMenu(true);
      event.preventDefault();
    }
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", (event) => {
    const inside = event.target instanceof Node && (menu.contains(event.target) || opener?.contains(event.target));
    if (inside !== true) {
      closeMenu(false);
    }
  });
  window.addEventListener("blur", () => {
    closeMenu(false);
  });
  window.addEventListener("resize", () => {
    closeMenu(false);
  });
}

function place(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  const below = at.bottom + 2;
  const top = below + size.height <= window.innerHeight ? below : Math.max(4, at.top - size.height - 2);
  menu.style.top = `${Math.round(top)}px`;
  menu.style.left = `${Math.round(Math.max(4, Math.min(at.right - size.width, window.innerWidth - size.width - 4)))}px`;
}
