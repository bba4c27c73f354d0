import type { App } from "../app";

/** Shows the log of the extension and of every folder's server. */
export function showOutput({ channels }: App): void {
  channels.log.show();
}
