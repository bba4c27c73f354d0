/**
 * What a folder's server is started with, as one comparable value. Two equal launches start the same program in the
 * same way, so a server is restarted only when its launch differs.
 */

/** Where a server was found, in the order in which places are tried. */
export type Source = "serverPath" | "interpreter" | "pythonExtension" | "path" | "own";

/** A program that may be a server: `command` with `args` before the subcommand. */
export interface Location {
  readonly source: Source;
  readonly command: string;
  readonly args: readonly string[];
}

/** A location that answered. */
export interface Launch {
  readonly location: Location;
  readonly version: string;
}

export function sameLaunch(one: Launch, other: Launch): boolean {
  return key(one) === key(other);
}

function key({ location, version }: Launch): string {
  return JSON.stringify([location.command, location.args, version]);
}
