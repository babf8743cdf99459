/** Finds the pieces that have moved on the table. */

import { nearest, type Pointing } from "./touch";

/** Spots, each with the name of the piece on it. */
export type Lying = ReadonlyMap<string, string>;

/**
 * The spots that show another piece than before, each with the spot it came from: a spot that an equal piece has left, else the
 * one to which the pointers lead. `drawn`: everything that was on the table before.
 */
export function flights(before: Lying, after: Lying, drawn: ReadonlySet<string>, about: readonly Pointing[]): Map<string, string> {
  const origin = (spot: string) => {
    const told = about.find(({ about: [to] }) => to !== undefined && `${spot}/`.startsWith(`${to}/`));
    return nearest(told?.about[1] ?? "", drawn);
  };
  const gone = [...before].filter(([spot, name]) => after.get(spot) !== name);
  const found = new Map<string, string>();
  for (const [spot, name] of after) {
    if (before.get(spot) === name) continue;
    const at = gone.findIndex(([from, other]) => other === name && from !== spot);
    const from = at < 0 ? origin(spot) : gone.splice(at, 1)[0]?.[0];
    if (from !== undefined && from !== spot) found.set(spot, from);
  }
  return found;
}
