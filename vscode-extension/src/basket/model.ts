/**
 * A basket: symbols and files of one folder, packed together as one. Pure: what is in it, and what an answer of the
 * server says of each. Something that is gone stays in the basket, said to be gone, until a person takes it out.
 */

import type { Level, PackItem } from "../forms";
import { nameOfId, pathOfId } from "../ids";
import type { Words } from "../words";
import type { PackResult } from "../protocol";

/** With `more` at its end, in order; what is in already stays where it is. */
export function added(basket: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...basket, ...more])];
}

export function removed(basket: readonly string[], target: string): string[] {
  return basket.filter((one) => one !== target);
}

export interface Price {
  readonly tokens: number;
  /** The level at which the target is shown, where it is one item; nothing where it does not fit. */
  readonly level: Level | undefined;
}

/** What the basket costs: its pack, what each target takes of it, and which targets are no longer there. */
export interface Priced {
  readonly pack: PackResult | undefined;
  readonly prices: ReadonlyMap<string, Price>;
  readonly gone: ReadonlySet<string>;
  /** Why there are no prices, in one line; nothing where there are. */
  readonly problem: string | undefined;
}

export function pricesOf(targets: readonly string[], pack: PackResult): Map<string, Price> {
  const items = pack.parts?.items ?? [];
  return new Map(targets.map((target) => [target, priceOf(target, items)]));
}

function priceOf(target: string, items: readonly PackItem[]): Price {
  const own = items.filter((item) => isOf(target, item));
  const itself = own.find((item) => item.id === target);
  return { tokens: own.reduce((sum, item) => sum + item.tokens, 0), level: itself?.level ?? own[0]?.level };
}

/** A file is the items of it that were asked for, a class itself and its outline. */
function isOf(target: string, item: PackItem): boolean {
  if (!target.includes("::")) {
    return item.path === target && item.distance === 0;
  }
  return item.id === target || (item.distance === 0 && item.id.startsWith(`${target}.`));
}

/** What is said of things that were put in; `count` is what all baskets hold now, as the badge of the view has it. */
export function addedText(targets: readonly string[], count: number, words: Words): string {
  const [first = "", ...others] = targets.map(nameOfId);
  const held = words.number(count);
  return others.length === 0
    ? words.say("$(check) {0} is in the basket, which holds {1}", first, held)
    : words.say("$(check) {0} and {1} more are in the basket, which holds {2}", first, others.length, held);
}

export interface BasketRow {
  readonly target: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly isGone: boolean;
  readonly isFile: boolean;
  readonly kind: string;
}

/** `isOld` says that prices are of an answer before the server ended. */
export function rowsOf(basket: readonly string[], priced: Priced | undefined, isOld: boolean, words: Words): BasketRow[] {
  return basket.map((target) => {
    const isGone = priced?.gone.has(target) === true;
    const price = priced?.prices.get(target);
    const cost = isGone ? words.say("no longer there") : dated(priceText(price, words), isOld, words);
    const path = pathOfId(target);
    const isFile = path === target;
    return {
      target,
      label: nameOfId(target),
      description: [cost, isFile ? "" : path].filter((part) => part !== "").join(" · "),
      tooltip: isGone
        ? words.say("{0} is no longer there. Remove it from the basket, or bring it back.", target)
        : [target, cost].filter((part) => part !== "").join("\n"),
      isGone,
      isFile,
      kind: priced?.pack?.parts?.items.find((item) => item.id === target)?.kind ?? "",
    };
  });
}

function priceText(price: Price | undefined, words: Words): string {
  if (price === undefined) {
    return "";
  }
  if (price.level === undefined) {
    return words.say("does not fit");
  }
  const tokens = words.tokens(price.tokens);
  return price.level === "full" || price.level === "excerpt"
    ? tokens
    : words.say("{0}, only its {1} fits", tokens, words.level(price.level));
}

function dated(price: string, isOld: boolean, words: Words): string {
  return isOld && price !== "" ? words.say("{0} (old)", price) : price;
}

/** The line above the rows: what the whole costs, or why that is not known. */
export function totalText(basket: readonly string[], priced: Priced | undefined, isOld: boolean, words: Words): string {
  if (priced === undefined || basket.length === 0) {
    return "";
  }
  if (priced.problem !== undefined) {
    return priced.problem;
  }
  const { pack } = priced;
  if (pack === undefined) {
    return words.say("Everything in the basket is gone.");
  }
  const [tokens, budget] = [words.number(pack.tokens), words.number(pack.budget)];
  return isOld
    ? words.say("Together {0} of {1} tokens when the server last answered", tokens, budget)
    : words.say("Together {0} of {1} tokens, with what they need", tokens, budget);
}

export function goneText(gone: readonly string[], words: Words): string {
  const names = gone.map(nameOfId).join(", ");
  return gone.length === 1
    ? words.say("{0} is no longer there and was left out.", names)
    : words.say("{0} are no longer there and were left out.", names);
}
