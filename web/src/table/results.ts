/** A finished game as a ranking, and the decisions that made the difference. */

import type { ReviewedMove } from "@hamlet-games/client";

/** Return the totals with places, highest first. Equal totals share a place. */
export function ranked<R extends { readonly total: number }>(rows: readonly R[]): (R & { readonly place: number })[] {
  return [...rows]
    .sort((one, other) => other.total - one.total)
    .map((row) => ({ ...row, place: 1 + rows.filter(({ total }) => total > row.total).length }));
}

export interface Turned {
  /** The best move at the decision where every other move would have cost most. */
  readonly best: ReviewedMove | undefined;
  /** The move that cost most, if any was worse than inaccurate. */
  readonly worst: ReviewedMove | undefined;
}

export function turnedBy(moves: readonly ReviewedMove[]): Turned {
  const found = moves.filter(({ verdict, best }) => verdict === "best" && (best[1]?.loss ?? 0) > 0);
  const poor = moves.filter(({ verdict }) => verdict !== null && verdict !== "best" && verdict !== "good");
  return { best: most(found, ({ best }) => best[1]?.loss ?? 0), worst: most(poor, ({ loss }) => loss) };
}

function most<T>(all: readonly T[], by: (one: T) => number): T | undefined {
  return all.reduce<T | undefined>((top, one) => (top === undefined || by(one) > by(top) ? one : top), undefined);
}
