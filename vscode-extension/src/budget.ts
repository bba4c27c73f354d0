/** A budget as a person writes it. */

export const SUGGESTED = [1000, 2000, 4000, 8000, 16_000, 32_000] as const;

/** `12000`, `12,000`, `12 000`, `12k`, `1.5k`; undefined for anything that is no whole number of tokens from 1 on. */
export function readBudget(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(k?)$/i.exec(text.trim().replace(/(?<=\d)[,_\s'](?=\d{3}(?!\d))/g, ""));
  const value = match === null ? Number.NaN : Number(match[1]) * (match[2] === "" ? 1 : 1000);
  return Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}
