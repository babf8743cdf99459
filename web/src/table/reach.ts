/** How far to scroll so that as many things as possible are on the screen. */

export interface Span {
  readonly top: number;
  readonly bottom: number;
}

const MARGIN = 12;

/**
 * By how many pixels to scroll; 0 if scrolling shows no more. `between`: the free part of the window, `scrolled`: how far it is
 * scrolled, of `most`. Of equally good ways the shortest.
 */
export function bestScroll(things: readonly Span[], between: Span, scrolled: number, most: number): number {
  const seen = (by: number) => things.filter(({ top, bottom }) => top - by >= between.top && bottom - by <= between.bottom).length;
  let [best, count] = [0, seen(0)];
  if (count === things.length) return 0;
  const ways = things.flatMap(({ top, bottom }) => [top - between.top - MARGIN, bottom - between.bottom + MARGIN]);
  for (const way of ways.sort((one, other) => Math.abs(one) - Math.abs(other))) {
    const by = Math.round(Math.min(Math.max(way, -scrolled), most - scrolled));
    const shown = seen(by);
    if (shown > count) [best, count] = [by, shown];
  }
  return best;
}
