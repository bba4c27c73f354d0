/** What a failed `pip install` means. pip says the same for no network and for a package that is not there. */

import type { Ran } from "./run";
import { trouble, type Trouble } from "./trouble";

const NO_NETWORK = [
  /NewConnectionError|Failed to establish a new connection/,
  /NameResolutionError|Temporary failure in name resolution|getaddrinfo failed|nodename nor servname/,
  /ConnectTimeoutError|ReadTimeoutError|Read timed out|connection timed out/i,
  /ProxyError|Cannot connect to proxy/,
  /SSLError|CERTIFICATE_VERIFY_FAILED/,
  /Connection refused|Network is unreachable|ConnectionResetError/,
];

export function pipTrouble(ran: Ran): Trouble {
  const said = `${ran.stdout}\n${ran.stderr}`;
  const errors = said.split(/\r?\n/).filter((line) => /^\s*ERROR:/.test(line));
  const line = (errors.at(-1) ?? said.trim().split(/\r?\n/).at(-1) ?? "").replace(/^\s*ERROR:\s*/, "").trim();
  return trouble(NO_NETWORK.some((pattern) => pattern.test(said)) ? "noNetwork" : "pipFails", "", line);
}
