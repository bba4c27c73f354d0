/** The page's end of the channel to the extension, and what the page remembers while it is hidden. */

import type { FromPage, Kept } from "../messages";

interface Host {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();

export function tell(message: FromPage): void {
  host.postMessage(message);
}

export interface Remembered {
  readonly wrap: boolean;
  readonly scroll: Readonly<Record<string, number>>;
  /** What the lists have of the page, in percent, where a person moved the divider. */
  readonly room: { readonly columns?: number; readonly rows?: number };
  /** What the extension needs to show this preview again after the window was reloaded. */
  readonly kept: Kept | undefined;
}

export function remembered(): Remembered {
  const state = host.getState() as Partial<Remembered> | undefined;
  return { wrap: state?.wrap === true, scroll: state?.scroll ?? {}, room: state?.room ?? {}, kept: state?.kept };
}

export function remember(state: Remembered): void {
  host.setState(state);
}
