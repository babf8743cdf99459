/** Chooses a move by touching things on the table: which moves are meant, and what may be touched next. It knows no rules. */

export interface Pointing {
  readonly about: readonly string[];
}

/** How far a move has been narrowed down. */
export interface Narrowed<M extends Pointing> {
  /** The moves that are about everything touched so far, in the order of the touches. */
  readonly meant: readonly M[];
  /** Those of these moves for which nothing more has to be touched. */
  readonly ready: readonly M[];
  /** The things that may be touched next, each with the moves that it would select. */
  readonly next: ReadonlyMap<string, readonly M[]>;
}

/** Return the nearest thing drawn: the longest beginning of a pointer, in whole steps, that is on the table. Otherwise undefined. */
export function nearest(pointer: string, drawn: ReadonlySet<string>): string | undefined {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) if (drawn.has(at)) return at;
  return undefined;
}

/** Return the things drawn to which these pointers lead: in order, each once. */
export function spotsOf({ about }: Pointing, drawn: ReadonlySet<string>): string[] {
  const found = about.map((pointer) => nearest(pointer, drawn)).filter((spot) => spot !== undefined);
  return [...new Set(found)];
}

/** Return the moves that are meant by touching these things, one after the other. Steps that all of them share are skipped. */
export function narrow<M extends Pointing>(
  moves: readonly M[],
  drawn: ReadonlySet<string>,
  touched: readonly string[],
): Narrowed<M> {
  const all = moves.map((move) => ({ move, spots: spotsOf(move, drawn) }));
  let rest: readonly Left<M>[] = all.filter(({ spots }) => spots.length > 0);
  for (const spot of touched) {
    rest = rest.filter(({ spots }) => abreast(spots).includes(spot)).map(without(spot));
    rest = rest.map(shared(rest));
  }
  const only = rest.length === 1;
  const next = new Map<string, M[]>();
  for (const { move, spots } of only && touched.length > 0 ? [] : rest) {
    for (const spot of abreast(spots)) next.set(spot, [...(next.get(spot) ?? []), move]);
  }
  const ready = touched.length === 0 ? [] : rest.filter(({ spots }) => only || spots.length === 0);
  return { meant: rest.map(({ move }) => move), ready: ready.map(({ move }) => move), next };
}

interface Left<M> {
  readonly move: M;
  readonly spots: readonly string[];
}

function without(spot: string) {
  return <M>({ move, spots }: Left<M>): Left<M> => ({ move, spots: spots.filter((one) => one !== spot) });
}

/**
 * The things that may be touched first: a move begins with them side by side, such as the dice it takes, and whichever a
 * player takes hold of first, it is the same move.
 */
function abreast(spots: readonly string[]): readonly string[] {
  const [first] = spots;
  if (first === undefined) return [];
  const other = spots.findIndex((spot) => familyOf(spot) !== familyOf(first));
  return spots.slice(0, other < 0 ? undefined : other);
}

/** Return what lies together: for a seat the things of one list, in the middle of the table all of one name. */
function familyOf(spot: string): string {
  return spot.startsWith("/seats/") ? spot.replace(/\/\d+$/, "") : (spot.split("/")[1] ?? "");
}

/** Leave out the next steps if they do not distinguish these moves. */
function shared<M>(all: readonly Left<M>[]): (one: Left<M>) => Left<M> {
  const first = all[0]?.spots ?? [];
  let same = 0;
  while (same < first.length && all.every(({ spots }) => spots[same] === first[same])) same += 1;
  return ({ move, spots }) => ({ move, spots: spots.slice(same) });
}
