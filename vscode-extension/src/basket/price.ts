/**
 * What a basket costs, asked of the server. A pack of several targets fails when one of them is gone; then each is
 * asked for alone, and the rest is packed together.
 */

import type * as vscode from "vscode";
import { failureOf } from "../failure";
import { ErrorName, ServerCommand, type PackArguments, type PackResult } from "../protocol";
import type { Server } from "../server/servers";
import { pricesOf, type Priced } from "./model";

export async function price(
  server: Server,
  basket: readonly string[],
  token?: vscode.CancellationToken,
): Promise<Priced> {
  const pack = (argument: PackArguments): Promise<PackResult> =>
    server.execute<PackResult>(ServerCommand.PACK, { ...argument, parts: true }, token);
  try {
    return priced(basket, await pack({ targets: basket }), new Set());
  } catch (error) {
    if (!isMissing(error)) {
      return unpriced(error);
    }
  }
  const gone = new Set<string>();
  for (const target of basket) {
    try {
      await pack({ targets: [target], depth: 0, signaturesOnly: true });
    } catch (error) {
      if (isMissing(error)) {
        gone.add(target);
      }
    }
  }
  const rest = basket.filter((target) => !gone.has(target));
  if (rest.length === 0) {
    return { pack: undefined, prices: new Map(), gone, problem: undefined };
  }
  try {
    return priced(rest, await pack({ targets: rest }), gone);
  } catch (error) {
    return { ...unpriced(error), gone };
  }
}

function priced(basket: readonly string[], pack: PackResult, gone: ReadonlySet<string>): Priced {
  return { pack, prices: pricesOf(basket, pack), gone, problem: undefined };
}

function unpriced(error: unknown): Priced {
  return { pack: undefined, prices: new Map(), gone: new Set(), problem: failureOf(error).message };
}

function isMissing(error: unknown): boolean {
  return failureOf(error).name === ErrorName.NOT_FOUND;
}
