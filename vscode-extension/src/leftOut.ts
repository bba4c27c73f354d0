import type { Pack } from "./forms";

/** How many parts a pack leaves out. One that it shows smaller is in it. */
export function leftOutOf({ omitted, omitted_total: total }: Pack): number {
  return total - omitted.filter((row) => row.reason === "shown smaller").length;
}
