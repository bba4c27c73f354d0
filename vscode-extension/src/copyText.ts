/** What a person reads when a pack was copied. */

import { leftOutOf } from "./leftOut";
import type { PackResult } from "./protocol";
import { counted, type Say } from "./words";

/** `Copied context of Flask.run: 1,234 of 4,000 tokens, 3 parts left out`. */
export function copiedText(name: string, pack: PackResult, t: Say, locale: string): string {
  const number = (value: number): string => value.toLocaleString(locale);
  const said = [
    t("Copied context of {0}: {1} of {2} tokens", name, number(pack.tokens), number(pack.budget)),
    ...leftOut(pack.parts === null ? 0 : leftOutOf(pack.parts), number, t),
    ...pending(pack.pending, number, t),
  ];
  const warning = pack.warnings[0];
  return said.join(", ") + (warning === undefined ? "" : `. ${warning}`);
}

/** What the pack is of, in one word where it is of one symbol or file. */
export function nameOf(pack: PackResult, asked: string): string {
  const ids = pack.parts?.target.ids ?? [];
  const [path, qualname] = (ids[0] ?? "").split("::");
  const isOne = ids.length === 1 && pack.parts?.target.kind === "symbol";
  return isOne && qualname !== undefined ? (qualname === "<module>" ? (path ?? asked) : qualname) : asked;
}

function leftOut(parts: number, number: (value: number) => string, t: Say): string[] {
  return parts === 0 ? [] : [counted(t, parts, "1 part left out", "{0} parts left out", number(parts))];
}

function pending(sites: number, number: (value: number) => string, t: Say): string[] {
  return sites === 0 ? [] : [counted(t, sites, "1 call not settled yet", "{0} calls not settled yet", number(sites))];
}
