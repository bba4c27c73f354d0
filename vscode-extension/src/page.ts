/** What the pages of webviews have in common. */

export interface PageSources {
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
