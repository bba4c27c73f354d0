/** Building elements, and finding those of the page's frame. */

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no #${id}`);
  }
  return found;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  classes: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (classes !== "") {
    made.className = classes;
  }
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** Sets a text only where it differs, so that a selection in it stays. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) {
    target.textContent = text;
  }
}

/** Labels a button for the eye, as a tooltip, and for a screen reader. */
export function setLabel(target: HTMLElement, label: string): void {
  target.title = label;
  target.setAttribute("aria-label", label);
}
